package dev.vectorio.hadoop;

import dev.vectorio.hadoop.OwnClient.NotUnderstood;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The keys of {@code abfs} and {@code abfss}; a key that ends with the account's host goes before the general one. */
final class AbfsKeys implements OwnClient.Translation {
    private static final List<String> WITHOUT_EQUAL = List.of(
            "fs.azure.account.keyprovider",
            "fs.azure.encryption.encoded.client-provided-key",
            "fs.azure.encryption.context.provider.type",
            "fs.azure.sas.token.provider.type");

    @Override
    public void translate(URI fileSystem, Configuration conf, Map<String, String> properties)
            throws NotUnderstood, IOException {
        String authority = String.valueOf(fileSystem.getAuthority());
        String host = authority.substring(authority.indexOf('@') + 1);
        String account = host.replaceFirst("[.:].*", "");
        for (String key : WITHOUT_EQUAL) {
            if (get(conf, key, host).isPresent()) {
                throw new NotUnderstood(key + " is set");
            }
        }
        endpoint(fileSystem, conf).ifPresent(endpoint -> properties.put("vectorio.adls.endpoint", endpoint));
        String type = get(conf, "fs.azure.account.auth.type", host).orElse("SharedKey");
        switch (type.toLowerCase(Locale.ROOT)) {
            case "sharedkey" ->
                properties.put(
                        "vectorio.adls.account-key." + account,
                        secret(conf, "fs.azure.account.key", host)
                                .orElseThrow(() -> new NotUnderstood("no fs.azure.account.key for " + host)));
            case "sas" ->
                properties.put(
                        "vectorio.adls.sas-token." + account,
                        secret(conf, "fs.azure.sas.fixed.token", host)
                                .orElseThrow(() -> new NotUnderstood("no fs.azure.sas.fixed.token for " + host)));
            default -> throw new NotUnderstood("fs.azure.account.auth.type=" + type);
        }
    }

    /** The connector takes an endpoint of host and port alone, with the account in the path, and ignores any other. */
    private static Optional<String> endpoint(URI fileSystem, Configuration conf) {
        String hostAndPort = conf.getTrimmed("fs.azure.abfs.endpoint", "");
        boolean secure = "abfss".equals(fileSystem.getScheme()) || conf.getBoolean("fs.azure.always.use.https", true);
        return hostAndPort.contains(":")
                ? Optional.of((secure ? "https://" : "http://") + hostAndPort)
                : Optional.empty();
    }

    private static Optional<String> get(Configuration conf, String key, String host) {
        String own = conf.getTrimmed(key + "." + host, "");
        String value = own.isEmpty() ? conf.getTrimmed(key, "") : own;
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private static Optional<String> secret(Configuration conf, String key, String host) throws IOException {
        for (String name : List.of(key + "." + host, key)) {
            char[] value = conf.getPassword(name);
            if (value != null && value.length > 0) {
                return Optional.of(new String(value).strip());
            }
        }
        return Optional.empty();
    }
}
