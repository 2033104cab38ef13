package dev.vectorio.gcs;

import dev.vectorio.spi.BackendOption;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * How to reach the store and as whom. Immutable; {@code docs/configuration-gcs.md} has one row per component.
 *
 * <p>As long as the list of options is: a record of options is read by name, never by position.
 *
 * @param endpoint the store, if it is not Google's
 * @param anonymous true if requests carry no token
 * @param serviceAccountFile path of a JSON key; the application default credentials if absent
 * @param userProject the project that is billed for requests
 * @param customerKey 32 bytes in Base64
 * @param maxConnections size of the connection pool; the request limit if absent
 * @param connectTimeout for setting up a connection
 * @param maxIdleTime after which an unused connection is closed
 */
public record GcsOptions(
        Optional<URI> endpoint,
        boolean anonymous,
        Optional<String> serviceAccountFile,
        Optional<String> userProject,
        Optional<String> customerKey,
        OptionalInt maxConnections,
        Duration connectTimeout,
        Duration maxIdleTime) {
    /**
     * @throws IllegalArgumentException naming the keys if two options contradict each other, or one is malformed
     */
    public GcsOptions {
        endpoint.ifPresent(uri -> GcsOption.ENDPOINT.read(uri.toString(), BackendOption::readEndpoint));
        customerKey.ifPresent(key -> GcsOption.CUSTOMER_KEY.read(key, CustomerKey::of));
        maxConnections.ifPresent(n -> GcsOption.MAX_CONNECTIONS.read(Integer.toString(n), BackendOption::readCount));
        GcsOption.CONNECT_TIMEOUT.read(connectTimeout.toString(), BackendOption::readTime);
        GcsOption.MAX_IDLE_TIME.read(maxIdleTime.toString(), BackendOption::readTime);
        if (anonymous && serviceAccountFile.isPresent()) {
            throw new IllegalArgumentException(
                    GcsOption.ANONYMOUS.key() + " excludes " + GcsOption.SERVICE_ACCOUNT_FILE.key());
        }
    }

    /** Google's store, with credentials from the usual places. */
    public static GcsOptions defaults() {
        return from(Map.of());
    }

    /**
     * Reads the keys that begin with {@code vectorio.gcs.} and leaves all others alone.
     *
     * @throws IllegalArgumentException naming key and value (never a secret one) if one is unknown, malformed or
     *     contradicts another
     */
    public static GcsOptions from(Map<String, String> properties) {
        Map<String, String> ours = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(GcsOption.PREFIX)) {
                ours.put(key, value.strip());
            }
        });
        Optional<Integer> connections = GcsOption.MAX_CONNECTIONS.take(ours, BackendOption::readCount);
        GcsOptions options = new GcsOptions(
                GcsOption.ENDPOINT.take(ours, BackendOption::readEndpoint),
                GcsOption.ANONYMOUS.takeOr(ours, BackendOption::readSwitch),
                GcsOption.SERVICE_ACCOUNT_FILE.take(ours, BackendOption::readText),
                GcsOption.USER_PROJECT.take(ours, BackendOption::readText),
                GcsOption.CUSTOMER_KEY.take(ours, BackendOption::readText),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                GcsOption.CONNECT_TIMEOUT.takeOr(ours, BackendOption::readTime),
                GcsOption.MAX_IDLE_TIME.takeOr(ours, BackendOption::readTime));
        BackendOption.requireNoneLeft(ours, GcsOption.ALL);
        return options;
    }

    /** All that is set, secrets included: never printed as it is. */
    private Map<String, String> written() {
        Map<String, String> all = new TreeMap<>();
        endpoint.ifPresent(uri -> all.put(GcsOption.ENDPOINT.key(), uri.toString()));
        all.put(GcsOption.ANONYMOUS.key(), Boolean.toString(anonymous));
        serviceAccountFile.ifPresent(path -> all.put(GcsOption.SERVICE_ACCOUNT_FILE.key(), path));
        userProject.ifPresent(project -> all.put(GcsOption.USER_PROJECT.key(), project));
        customerKey.ifPresent(key -> all.put(GcsOption.CUSTOMER_KEY.key(), key));
        maxConnections.ifPresent(n -> all.put(GcsOption.MAX_CONNECTIONS.key(), Integer.toString(n)));
        all.put(GcsOption.CONNECT_TIMEOUT.key(), connectTimeout.toString());
        all.put(GcsOption.MAX_IDLE_TIME.key(), maxIdleTime.toString());
        return all;
    }

    /** These options and {@code key=value} in addition or instead, as {@link #from} would read it. */
    public GcsOptions with(String key, String value) {
        Map<String, String> all = written();
        all.put(key, value);
        return from(all);
    }

    /** These options for another store. */
    public GcsOptions withEndpoint(URI endpoint) {
        return with(GcsOption.ENDPOINT.key(), endpoint.toString());
    }

    /** These options without tokens ({@code true}). */
    public GcsOptions withAnonymous(boolean anonymous) {
        return with(GcsOption.ANONYMOUS.key(), Boolean.toString(anonymous));
    }

    /** These options with the account of a key file. */
    public GcsOptions withServiceAccountFile(String path) {
        return with(GcsOption.SERVICE_ACCOUNT_FILE.key(), path);
    }

    /** These options with a project to bill. */
    public GcsOptions withUserProject(String project) {
        return with(GcsOption.USER_PROJECT.key(), project);
    }

    /** These options with a customer-supplied key. */
    public GcsOptions withCustomerKey(String base64) {
        return with(GcsOption.CUSTOMER_KEY.key(), base64);
    }

    /** These options with a pool of another size. */
    public GcsOptions withMaxConnections(int maxConnections) {
        return with(GcsOption.MAX_CONNECTIONS.key(), Integer.toString(maxConnections));
    }

    /** All options but the values of secret ones. */
    @Override
    public String toString() {
        Map<String, String> all = written();
        all.computeIfPresent(GcsOption.CUSTOMER_KEY.key(), (key, value) -> "(secret)");
        return "GcsOptions" + all;
    }
}
