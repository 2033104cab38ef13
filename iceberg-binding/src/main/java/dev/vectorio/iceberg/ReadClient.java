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
 * @param refused why this library's client cannot be used, in words; nothing if it can
 */
record ReadClient(Map<String, String> properties, Optional<String> refused) {
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

    private static final List<String> WITHOUT_EQUAL_ON_GCS =
            List.of("gcs.impersonate.service-account", "gcs.oauth2.token", "gcs.oauth2.refresh-credentials-endpoint");

    private static final List<String> WITHOUT_EQUAL_ON_ADLS =
            List.of("adls.token", "adls.token-credential-provider", "adls.refresh-credentials-endpoint");

    ReadClient {
        properties = Map.copyOf(properties);
    }

    /** Names no value. */
    @Override
    public String toString() {
        return "ReadClient[" + properties.keySet() + ", refused=" + refused + "]";
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
            return new ReadClient(Map.of(), refused);
        }
        to.copy("s3.endpoint", "vectorio.s3.endpoint");
        to.copy("client.region", "vectorio.s3.region");
        to.copySwitch("s3.path-style-access", "vectorio.s3.path-style");
        if (to.get("s3.sse.type").filter("custom"::equals).isPresent()) {
            to.copy("s3.sse.key", "vectorio.s3.sse-c-key");
        }
        return to.client(credentialsOfS3(to));
    }

    private static Optional<String> credentialsOfS3(Translated to) {
        boolean refreshed = to.isSet("client.refresh-credentials-endpoint")
                && !to.get("client.refresh-credentials-enabled").equals(Optional.of("false"));
        if (refreshed) {
            return Optional.of("client.refresh-credentials-endpoint is set");
        }
        if (to.isSet("s3.access-key-id") && to.isSet("s3.secret-access-key")) {
            to.copy("s3.access-key-id", "vectorio.s3.access-key-id");
            to.copy("s3.secret-access-key", "vectorio.s3.secret-access-key");
            to.copy("s3.session-token", "vectorio.s3.session-token");
            return Optional.empty();
        }
        Optional<String> provider = to.get("client.credentials-provider");
        if (provider.equals(Optional.of(ANONYMOUS))) {
            to.put("vectorio.s3.anonymous", "true");
            return Optional.empty();
        }
        return provider.map(name -> "client.credentials-provider is " + name);
    }

    /** The client of {@code GCSFileIO}. */
    static ReadClient ofGcs(Map<String, String> iceberg) {
        Translated to = new Translated(iceberg);
        to.copy("gcs.service.host", "vectorio.gcs.endpoint");
        to.copySwitch("gcs.no-auth", "vectorio.gcs.anonymous");
        to.copy("gcs.user-project", "vectorio.gcs.user-project");
        to.copy("gcs.decryption-key", "vectorio.gcs.customer-key");
        return to.client(to.firstSet(WITHOUT_EQUAL_ON_GCS));
    }

    /**
     * The client of {@code ADLSFileIO}.
     *
     * @param host of the account, as in the location
     */
    static ReadClient ofAdls(Map<String, String> iceberg, String host) {
        Translated to = new Translated(iceberg);
        String account = host.replaceFirst("[.:].*", "");
        Optional<String> signature = to.get("adls.sas-token." + host).or(() -> to.get("adls.sas-token." + account));
        Optional<String> keyOf = to.get("adls.auth.shared-key.account.name");
        if (signature.isPresent()) {
            to.put("vectorio.adls.sas-token." + account, signature.get());
        } else if (keyOf.isPresent()) {
            to.copy("adls.auth.shared-key.account.key", "vectorio.adls.account-key." + keyOf.get());
        }
        Optional<String> address = to.get("adls.connection-string." + host);
        if (address.isPresent() && address.get().indexOf('?') >= 0) {
            return new ReadClient(Map.of(), Optional.of("adls.connection-string." + host + " has a signature"));
        }
        to.copy("adls.connection-string." + host, "vectorio.adls.endpoint");
        return to.client(to.firstSet(WITHOUT_EQUAL_ON_ADLS));
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

        ReadClient client(Optional<String> refused) {
            return new ReadClient(refused.isPresent() ? Map.of() : into, refused);
        }
    }
}
