package dev.vectorio.hadoop;

import dev.vectorio.hadoop.OwnClient.NotUnderstood;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/** The keys of {@code s3a}; {@code fs.s3a.bucket.<bucket>.} goes before {@code fs.s3a.}, as there. */
final class S3aKeys implements OwnClient.Translation {
    private static final String PACKAGE = "org.apache.hadoop.fs.s3a.";
    private static final Pattern AWS_HOST =
            Pattern.compile("(?:https?://)?s3[.-]([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?/?");
    private static final String GLOBAL_HOST = "s3.amazonaws.com";

    /** Keys that say how S3A reaches or decrypts objects in ways that this library's client does not have. */
    private static final List<String> WITHOUT_EQUAL = List.of(
            "proxy.host",
            "accesspoint.arn",
            "delegation.token.binding",
            "security.credential.provider.path",
            "assumed.role.arn",
            "custom.signers",
            "signing-algorithm",
            "s3.signing-algorithm");

    @Override
    public void translate(URI fileSystem, Configuration conf, Map<String, String> properties)
            throws NotUnderstood, IOException {
        BucketKeys keys = new BucketKeys(conf, String.valueOf(fileSystem.getHost()));
        for (String name : WITHOUT_EQUAL) {
            if (keys.get(name).isPresent()) {
                throw new NotUnderstood("fs.s3a." + name + " is set");
            }
        }
        credentials(keys, properties);
        place(keys, properties);
        encryption(keys, properties);
        if (keys.get("requester.pays.enabled").filter("true"::equals).isPresent()) {
            properties.put("vectorio.s3.requester-pays", "true");
        }
    }

    /**
     * The keys of one bucket.
     *
     * @param bucket its name
     */
    private record BucketKeys(Configuration conf, String bucket) {
        Optional<String> get(String name) {
            String own = conf.getTrimmed("fs.s3a.bucket." + bucket + "." + name, "");
            String value = own.isEmpty() ? conf.getTrimmed("fs.s3a." + name, "") : own;
            return value.isEmpty() ? Optional.empty() : Optional.of(value);
        }

        /** Also from Hadoop's credential files. */
        Optional<String> secret(String name) throws IOException {
            for (String key : List.of("fs.s3a.bucket." + bucket + "." + name, "fs.s3a." + name)) {
                char[] value = conf.getPassword(key);
                if (value != null && value.length > 0) {
                    return Optional.of(new String(value).strip());
                }
            }
            return Optional.empty();
        }
    }

    /** The first provider of S3A's list that has something to give must be one that is known. */
    private static void credentials(BucketKeys keys, Map<String, String> properties) throws NotUnderstood, IOException {
        Optional<String> id = keys.secret("access.key");
        Optional<String> secret = keys.secret("secret.key");
        Optional<String> token = keys.secret("session.token");
        boolean pair = id.isPresent() && secret.isPresent();
        String providers = keys.get("aws.credentials.provider").orElse("none, that is S3A's default");
        for (String provider : providers.split("[,\\s]+", -1)) {
            String name = provider.startsWith(PACKAGE) ? provider.substring(PACKAGE.length()) : provider;
            boolean temporary = name.equals("TemporaryAWSCredentialsProvider");
            if (temporary && pair && token.isPresent()) {
                properties.put("vectorio.s3.session-token", token.get());
            }
            if ((temporary && pair && token.isPresent()) || (name.equals("SimpleAWSCredentialsProvider") && pair)) {
                properties.put("vectorio.s3.access-key-id", id.get());
                properties.put("vectorio.s3.secret-access-key", secret.get());
                return;
            }
            if (name.equals("AnonymousAWSCredentialsProvider")) {
                properties.put("vectorio.s3.anonymous", "true");
                return;
            }
            if (!temporary && !name.equals("SimpleAWSCredentialsProvider")) {
                break;
            }
        }
        throw new NotUnderstood("fs.s3a.aws.credentials.provider=" + providers
                + " is not fixed keys of the configuration, nor anonymous");
    }

    private static void place(BucketKeys keys, Map<String, String> properties) {
        Optional<String> region = keys.get("endpoint.region");
        Optional<String> endpoint = keys.get("endpoint");
        if (endpoint.isPresent() && !endpoint.get().endsWith(GLOBAL_HOST)) {
            Matcher aws = AWS_HOST.matcher(endpoint.get());
            if (aws.matches()) {
                region = region.or(() -> Optional.of(aws.group(1)));
            } else {
                boolean plain = keys.get("connection.ssl.enabled")
                        .filter("false"::equals)
                        .isPresent();
                String text = endpoint.get();
                properties.put(
                        "vectorio.s3.endpoint", text.contains("://") ? text : (plain ? "http://" : "https://") + text);
            }
        }
        region.ifPresent(name -> properties.put("vectorio.s3.region", name));
        if (keys.get("path.style.access").filter("true"::equals).isPresent()) {
            properties.put("vectorio.s3.path-style", "true");
        }
    }

    private static void encryption(BucketKeys keys, Map<String, String> properties) throws NotUnderstood, IOException {
        String algorithm = keys.get("encryption.algorithm")
                .or(() -> keys.get("server-side-encryption-algorithm"))
                .orElse("")
                .toUpperCase(Locale.ROOT);
        if (algorithm.startsWith("CSE")) {
            throw new NotUnderstood("client-side encryption (" + algorithm + ") is on");
        }
        if (algorithm.equals("SSE-C")) {
            Optional<String> key = keys.secret("encryption.key").or(() -> keys.get("server-side-encryption.key"));
            properties.put(
                    "vectorio.s3.sse-c-key",
                    key.orElseThrow(() -> new NotUnderstood("SSE-C without fs.s3a.encryption.key")));
        }
    }
}
