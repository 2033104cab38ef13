package dev.vectorio.iceberg;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the properties that users have set for Iceberg's own {@code FileIO} of a store mean for this library's client of the
 * same store. Nothing is guessed: what is not understood in full is refused, and the delegate then reads, as itself.
 *
 * @param properties {@code vectorio.} keys; secrets included, never printed
 * @param credentials if they are an object, and not among the properties
 * @param refused why this library's client cannot be used, in words; nothing if it can
 */
record ReadClient(Map<String, String> properties, Optional<ModuleCredentials> credentials, Optional<String> refused) {
    private static final String DEFAULT_AWS_FACTORY = "AwsClientFactories$DefaultAwsClientFactory";
    private static final String ANONYMOUS = "software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider";

    /** Say how S3FileIO reaches or signs in ways that this library's client does not have. */
    private static final List<String> WITHOUT_EQUAL_ON_S3 = List.of(
            "s3.client-factory-impl",
            "http-client.proxy-endpoint",
            "s3.remote-signing-enabled",
            "s3.access-grants.enabled",
            "s3.acceleration-enabled",
            "s3.dualstack-enabled",
            "s3.use-arn-region-enabled",
            "s3.cross-region-access-enabled");

    private static final List<String> WITHOUT_EQUAL_ON_GCS = List.of("gcs.impersonate.service-account");

    ReadClient {
        properties = Map.copyOf(properties);
    }

    /** Names no value. */
    @Override
    public String toString() {
        return "ReadClient[" + properties.keySet() + ", credentials=" + credentials + ", refused=" + refused + "]";
    }

    /** The client of {@code S3FileIO}. */
    static ReadClient ofS3(Map<String, String> iceberg) {
        Translated to = new Translated(iceberg);
        Optional<String> refused = to.firstSet(WITHOUT_EQUAL_ON_S3)
                .or(() -> to.firstWithPrefix("s3.access-points."))
                .or(() -> to.get("client.factory")
                        .filter(factory -> !factory.endsWith(DEFAULT_AWS_FACTORY))
                        .map(factory -> "client.factory is " + factory));
        if (refused.isPresent()) {
            return refused(refused.get());
        }
        to.copy("s3.endpoint", "vectorio.s3.endpoint");
        to.copy("client.region", "vectorio.s3.region");
        to.copySwitch("s3.path-style-access", "vectorio.s3.path-style");
        if (to.get("s3.sse.type").filter("custom"::equals).isPresent()) {
            to.copy("s3.sse.key", "vectorio.s3.sse-c-key");
        }
        Optional<String> provider = to.get("client.credentials-provider");
        if (provider.equals(Optional.of(ANONYMOUS))) {
            to.put("vectorio.s3.anonymous", "true");
            return to.client();
        }
        if (provider.isPresent() || to.isRefreshed("client.refresh-credentials-")) {
            return to.client(ModuleCredentials.Module.AWS);
        }
        if (to.isSet("s3.access-key-id") && to.isSet("s3.secret-access-key")) {
            to.copy("s3.access-key-id", "vectorio.s3.access-key-id");
            to.copy("s3.secret-access-key", "vectorio.s3.secret-access-key");
            to.copy("s3.session-token", "vectorio.s3.session-token");
        }
        return to.client();
    }

    private static ReadClient refused(String reason) {
        return new ReadClient(Map.of(), Optional.empty(), Optional.of(reason));
    }

    /** The client of {@code GCSFileIO}. */
    static ReadClient ofGcs(Map<String, String> iceberg) {
        Translated to = new Translated(iceberg);
        Optional<String> refused = to.firstSet(WITHOUT_EQUAL_ON_GCS);
        if (refused.isPresent()) {
            return refused(refused.get());
        }
        to.copy("gcs.service.host", "vectorio.gcs.endpoint");
        to.copySwitch("gcs.no-auth", "vectorio.gcs.anonymous");
        to.copy("gcs.user-project", "vectorio.gcs.user-project");
        to.copy("gcs.decryption-key", "vectorio.gcs.customer-key");
        return to.isSet("gcs.oauth2.token") ? to.client(ModuleCredentials.Module.GCP) : to.client();
    }

    /**
     * The client of {@code ADLSFileIO}.
     *
     * @param host of the account, as in the location
     */
    static ReadClient ofAdls(Map<String, String> iceberg, String host) {
        Translated to = new Translated(iceberg);
        String address = "adls.connection-string." + host;
        if (to.isRefreshed("adls.refresh-credentials-")) {
            return refused("adls.refresh-credentials-endpoint is set");
        }
        if (to.get(address).filter(text -> text.indexOf('?') >= 0).isPresent()) {
            return refused(address + " has a signature");
        }
        to.copy(address, "vectorio.adls.endpoint");
        Optional<String> signature = to.get("adls.sas-token." + host);
        Optional<String> keyOf = to.get("adls.auth.shared-key.account.name");
        if (signature.isPresent()) {
            to.put("vectorio.adls.sas-token." + host.replaceFirst("[.:].*", ""), signature.get());
            return to.client();
        }
        if (keyOf.isPresent()) {
            to.copy("adls.auth.shared-key.account.key", "vectorio.adls.account-key." + keyOf.get());
            return to.client();
        }
        if (to.isSet("adls.token")) {
            return refused("adls.token is set");
        }
        return to.isSet("adls.token-credential-provider") ? to.client(ModuleCredentials.Module.AZURE) : to.client();
    }

    /** Properties of Iceberg on their way into this library's. */
    private static final class Translated {
        private final Map<String, String> from;
        private final Map<String, String> into = new TreeMap<>();

        Translated(Map<String, String> from) {
            this.from = from;
        }

        Optional<String> get(String key) {
            return Optional.ofNullable(from.get(key)).filter(value -> !value.isBlank());
        }

        boolean isSet(String key) {
            return get(key).isPresent();
        }

        void put(String key, String value) {
            into.put(key, value);
        }

        void copy(String key, String ours) {
            get(key).ifPresent(value -> into.put(ours, value));
        }

        void copySwitch(String key, String ours) {
            get(key).filter("true"::equalsIgnoreCase).ifPresent(value -> into.put(ours, "true"));
        }

        Optional<String> firstSet(List<String> keys) {
            return keys.stream()
                    .filter(key -> get(key).filter(value -> !value.equalsIgnoreCase("false"))
                            .isPresent())
                    .findFirst()
                    .map(key -> key + " is set");
        }

        Optional<String> firstWithPrefix(String prefix) {
            return from.keySet().stream()
                    .filter(key -> key.startsWith(prefix))
                    .sorted()
                    .findFirst()
                    .map(key -> key + " is set");
        }

        /** True if the catalog says where to fetch new credentials, and that is not switched off. */
        boolean isRefreshed(String prefix) {
            return isSet(prefix + "endpoint") && !get(prefix + "enabled").equals(Optional.of("false"));
        }

        ReadClient client() {
            return new ReadClient(into, Optional.empty(), Optional.empty());
        }

        ReadClient client(ModuleCredentials.Module module) {
            return new ReadClient(into, Optional.of(new ModuleCredentials(module, from)), Optional.empty());
        }
    }
}
