package dev.vectorio.spi;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a provider gets to build a backend from.
 *
 * @param properties neutral string keys as users write them, {@code vectorio.s3.endpoint} and the like; the provider
 *     refuses unknown keys under its own prefix and leaves all others alone
 * @param attachments typed objects for what text cannot carry: a client, a credentials provider
 * @param maxConcurrentRequests how many requests core will have in flight at most: the pool should be no smaller
 * @param userAgent product and audit tag for the user agent of every request, such as {@code vector-io/1.0 nightly-job}
 */
public record BackendContext(
        Map<String, String> properties,
        Map<Class<?>, Object> attachments,
        int maxConcurrentRequests,
        String userAgent) {
    /**
     * @throws IllegalArgumentException if the limit is below 1
     * @throws ClassCastException if an attachment is not of the class it is filed under
     */
    public BackendContext {
        properties = Map.copyOf(properties);
        attachments = Map.copyOf(attachments);
        attachments.forEach((type, value) -> {
            if (!type.isInstance(value)) {
                throw new ClassCastException("attachment under " + type.getName() + " is a "
                        + value.getClass().getName());
            }
        });
        Objects.requireNonNull(userAgent, "userAgent is null");
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException("max-concurrent-requests must be positive: " + maxConcurrentRequests);
        }
    }

    /** The attachment of a type, if there is one. */
    public <T> Optional<T> attachment(Class<T> type) {
        return Optional.ofNullable(attachments.get(type)).map(type::cast);
    }
}
