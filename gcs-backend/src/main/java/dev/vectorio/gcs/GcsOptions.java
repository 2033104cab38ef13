package dev.vectorio.gcs;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;

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
        endpoint.ifPresent(uri -> GcsOption.ENDPOINT.read(uri.toString(), GcsOption::readEndpoint));
        customerKey.ifPresent(key -> GcsOption.CUSTOMER_KEY.read(key, CustomerKey::of));
        maxConnections.ifPresent(n -> GcsOption.MAX_CONNECTIONS.read(Integer.toString(n), GcsOption::readCount));
        GcsOption.CONNECT_TIMEOUT.read(connectTimeout.toString(), GcsOption::readTime);
        GcsOption.MAX_IDLE_TIME.read(maxIdleTime.toString(), GcsOption::readTime);
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
        Optional<Integer> connections = take(ours, GcsOption.MAX_CONNECTIONS, GcsOption::readCount);
        GcsOptions options = new GcsOptions(
                take(ours, GcsOption.ENDPOINT, GcsOption::readEndpoint),
                takeOr(ours, GcsOption.ANONYMOUS, GcsOption::readSwitch),
                take(ours, GcsOption.SERVICE_ACCOUNT_FILE, GcsOption::readText),
                take(ours, GcsOption.USER_PROJECT, GcsOption::readText),
                take(ours, GcsOption.CUSTOMER_KEY, GcsOption::readText),
                connections.map(OptionalInt::of).orElse(OptionalInt.empty()),
                takeOr(ours, GcsOption.CONNECT_TIMEOUT, GcsOption::readTime),
                takeOr(ours, GcsOption.MAX_IDLE_TIME, GcsOption::readTime));
        ours.keySet().stream().findFirst().ifPresent(unknown -> {
            throw new IllegalArgumentException(unknown + ": there is no such option");
        });
        return options;
    }

    private static <T> Optional<T> take(Map<String, String> given, GcsOption option, Function<String, T> reader) {
        return Optional.ofNullable(given.remove(option.key())).map(text -> option.read(text, reader));
    }

    private static <T> T takeOr(Map<String, String> given, GcsOption option, Function<String, T> reader) {
        return take(given, option, reader).orElseGet(() -> reader.apply(option.initialValue()));
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
