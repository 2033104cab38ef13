package dev.vectorio.s3;

import dev.vectorio.spi.BackendOption;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * How to reach a store and as whom. Immutable; {@code docs/configuration-s3.md} has one row per component.
 *
 * <p>As long as the list of options is: a record of options is read by name, never by position.
 *
 * @param endpoint the store, if it is not AWS
 * @param region the region of the buckets; from the environment if absent
 * @param pathStyle true for {@code endpoint/bucket/key}
 * @param anonymous true if requests are not signed
 * @param accessKeyId fixed credentials, with their secret
 * @param secretAccessKey belongs to {@code accessKeyId}
 * @param sessionToken belongs to {@code accessKeyId}, if it is temporary
 * @param profile a profile of the AWS configuration files
 * @param credentialsRefreshAhead how long before their expiry credentials are renewed
 * @param requesterPays agrees to pay for requests
 * @param sseCustomerKey 32 bytes in Base64
 * @param httpClient what carries the requests
 * @param maxConnections size of the connection pool; the request limit if absent
 * @param connectTimeout for setting up a connection
 * @param maxIdleTime after which an unused connection is closed
 */
public record S3Options(
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        boolean anonymous,
        Optional<String> accessKeyId,
        Optional<String> secretAccessKey,
        Optional<String> sessionToken,
        Optional<String> profile,
        Duration credentialsRefreshAhead,
        boolean requesterPays,
        Optional<String> sseCustomerKey,
        S3HttpClient httpClient,
        OptionalInt maxConnections,
        Duration connectTimeout,
        Duration maxIdleTime) {
    /**
     * @throws IllegalArgumentException naming the keys if two options contradict each other, or one is malformed
     */
    public S3Options {
        endpoint.ifPresent(uri -> S3Option.ENDPOINT.read(uri.toString(), BackendOption::readEndpoint));
        sseCustomerKey.ifPresent(key -> S3Option.SSE_C_KEY.read(key, SseCustomerKey::of));
        maxConnections.ifPresent(n -> S3Option.MAX_CONNECTIONS.read(Integer.toString(n), BackendOption::readCount));
        S3Option.CONNECT_TIMEOUT.read(connectTimeout.toString(), BackendOption::readTime);
        S3Option.MAX_IDLE_TIME.read(maxIdleTime.toString(), BackendOption::readTime);
        S3Option.CREDENTIALS_REFRESH_AHEAD.read(credentialsRefreshAhead.toString(), BackendOption::readTime);
        if (accessKeyId.isPresent() != secretAccessKey.isPresent()) {
            throw contradiction(S3Option.ACCESS_KEY_ID, "and " + S3Option.SECRET_ACCESS_KEY.key() + " need each other");
        }
        if (sessionToken.isPresent() && accessKeyId.isEmpty()) {
            throw contradiction(S3Option.SESSION_TOKEN, "needs " + S3Option.ACCESS_KEY_ID.key());
        }
        if (anonymous && (accessKeyId.isPresent() || profile.isPresent())) {
            throw contradiction(S3Option.ANONYMOUS, "excludes credentials");
        }
        if (accessKeyId.isPresent() && profile.isPresent()) {
            throw contradiction(S3Option.PROFILE, "excludes " + S3Option.ACCESS_KEY_ID.key());
        }
    }

    private static IllegalArgumentException contradiction(BackendOption option, String how) {
        return new IllegalArgumentException(option.key() + " " + how);
    }

    /** AWS, with credentials and region from the usual places. */
    public static S3Options defaults() {
        return from(Map.of());
    }

    /**
     * Reads the keys that begin with {@code vectorio.s3.} and leaves all others alone.
     *
     * @throws IllegalArgumentException naming key and value (never a secret one) if one is unknown, malformed or
     *     contradicts another
     */
    public static S3Options from(Map<String, String> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(S3Option.PREFIX)) {
                ours.put(key, value.strip());
            }
        });
        S3Options options = S3OptionReader.read(ours);
        BackendOption.requireNoneLeft(ours, S3Option.ALL);
        return options;
    }

    /** These options and {@code key=value} in addition or instead, as {@link #from} would read it. */
    public S3Options with(String key, String value) {
        Map<String, String> all = S3OptionReader.write(this);
        all.put(key, value);
        return from(all);
    }

    /** These options for another store. */
    public S3Options withEndpoint(URI endpoint) {
        return with(S3Option.ENDPOINT.key(), endpoint.toString());
    }

    /** These options for another region. */
    public S3Options withRegion(String region) {
        return with(S3Option.REGION.key(), region);
    }

    /** These options with the bucket in the path ({@code true}) or in the host name. */
    public S3Options withPathStyle(boolean pathStyle) {
        return with(S3Option.PATH_STYLE.key(), Boolean.toString(pathStyle));
    }

    /** These options without signatures ({@code true}). */
    public S3Options withAnonymous(boolean anonymous) {
        return with(S3Option.ANONYMOUS.key(), Boolean.toString(anonymous));
    }

    /** These options with fixed credentials. */
    public S3Options withKeys(String accessKeyId, String secretAccessKey) {
        Map<String, String> all = S3OptionReader.write(this);
        all.put(S3Option.ACCESS_KEY_ID.key(), accessKeyId);
        all.put(S3Option.SECRET_ACCESS_KEY.key(), secretAccessKey);
        return from(all);
    }

    /** These options with credentials of a profile. */
    public S3Options withProfile(String profile) {
        return with(S3Option.PROFILE.key(), profile);
    }

    /** These options with another HTTP client. */
    public S3Options withHttpClient(S3HttpClient httpClient) {
        return with(S3Option.HTTP_CLIENT.key(), S3OptionReader.word(httpClient));
    }

    /** These options with a pool of another size. */
    public S3Options withMaxConnections(int maxConnections) {
        return with(S3Option.MAX_CONNECTIONS.key(), Integer.toString(maxConnections));
    }

    /** All options but the values of secret ones. */
    @Override
    public String toString() {
        Map<String, String> all = S3OptionReader.write(this);
        S3Option.ALL.stream()
                .filter(BackendOption::secret)
                .forEach(option -> all.computeIfPresent(option.key(), (key, value) -> "(secret)"));
        return "S3Options" + all;
    }
}
