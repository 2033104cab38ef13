package dev.vectorio.spi;

/**
 * What a backend can do. Declared, never guessed.
 *
 * @param name the store as errors and events name it, such as {@code s3}
 * @param suffixRange true if {@link GetRange.Suffix} works; if not, core never sends one
 * @param versionCondition true if {@link GetRequest#ifVersion()} is enforced by the store
 * @param maxConcurrentRequests size of the client's connection pool; core never has more in flight. At least 1
 */
public record BackendCapabilities(
        String name, boolean suffixRange, boolean versionCondition, int maxConcurrentRequests) {
    /**
     * @throws IllegalArgumentException if the pool is empty
     */
    public BackendCapabilities {
        if (maxConcurrentRequests < 1) {
            throw new IllegalArgumentException(name + ": a pool of " + maxConcurrentRequests + " connections");
        }
    }
}
