package dev.vectorio.hadoop;

import dev.vectorio.hadoop.OwnClient.NotUnderstood;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The keys of {@code gs}, as Hadoop's connector has them. */
final class GsKeys implements OwnClient.Translation {
    private static final List<String> WITHOUT_EQUAL = List.of(
            "fs.gs.proxy.address",
            "fs.gs.auth.impersonation.service.account",
            "fs.gs.encryption.key",
            "fs.gs.encryption.algorithm",
            "fs.gs.auth.access.token.provider");

    @Override
    public void translate(URI fileSystem, Configuration conf, Map<String, String> properties) throws NotUnderstood {
        for (String key : WITHOUT_EQUAL) {
            if (!conf.getTrimmed(key, "").isEmpty()) {
                throw new NotUnderstood(key + " is set");
            }
        }
        if (!conf.getPropsWithPrefix("fs.gs.auth.impersonation.").isEmpty()) {
            throw new NotUnderstood("fs.gs.auth.impersonation. keys are set");
        }
        String payer = conf.getTrimmed("fs.gs.requester.pays.mode", "DISABLED");
        if (!payer.equalsIgnoreCase("DISABLED")) {
            throw new NotUnderstood("fs.gs.requester.pays.mode=" + payer);
        }
        String type = conf.getTrimmed("fs.gs.auth.type", "");
        switch (type.toUpperCase(Locale.ROOT)) {
            case "SERVICE_ACCOUNT_JSON_KEYFILE" -> {
                String file = conf.getTrimmed("fs.gs.auth.service.account.json.keyfile", "");
                if (file.isEmpty()) {
                    throw new NotUnderstood("no fs.gs.auth.service.account.json.keyfile");
                }
                properties.put("vectorio.gcs.service-account-file", file);
            }
            case "UNAUTHENTICATED" -> properties.put("vectorio.gcs.anonymous", "true");
            case "APPLICATION_DEFAULT" -> {
                // the client's own default
            }
            default -> throw new NotUnderstood("fs.gs.auth.type=" + (type.isEmpty() ? "(not set)" : type));
        }
        String endpoint = conf.getTrimmed("fs.gs.storage.root.url", "");
        if (!endpoint.isEmpty() && !endpoint.startsWith("https://storage.googleapis.com")) {
            properties.put("vectorio.gcs.endpoint", endpoint);
        }
    }
}
