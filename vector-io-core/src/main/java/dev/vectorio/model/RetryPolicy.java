package dev.vectorio.model;

import java.time.Duration;

/**
 * When a failed request is tried again. Only {@code THROTTLED} and {@code TRANSIENT} failures and time-outs are.
 *
 * @param maxAttempts attempts since the last progress, the first included; at least 1
 * @param baseDelay upper bound of the first random delay; doubled per attempt
 * @param maxDelay upper bound of every random delay
 */
public record RetryPolicy(int maxAttempts, Duration baseDelay, Duration maxDelay) {
    /** Attempts of one request over its whole life, whatever progress it makes. */
    public static final int MAX_ATTEMPTS_PER_REQUEST = 50;

    /** A store that asks for a longer pause than this is answered with a failure at once. */
    public static final Duration LONGEST_RETRY_AFTER = Duration.ofSeconds(60);

    /**
     * @throws IllegalArgumentException if a value is not positive or the delays are out of order
     */
    public RetryPolicy {
        if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS_PER_REQUEST) {
            throw new IllegalArgumentException(
                    "retry attempts must be 1 to " + MAX_ATTEMPTS_PER_REQUEST + ": " + maxAttempts);
        }
        if (baseDelay.isNegative() || maxDelay.compareTo(baseDelay) < 0) {
            throw new IllegalArgumentException("retry delays must be 0 <= base <= max: " + baseDelay + ", " + maxDelay);
        }
    }

    /** Five attempts, 100 ms doubling up to 5 s. */
    public static RetryPolicy defaults() {
        return new RetryPolicy(5, Duration.ofMillis(100), Duration.ofSeconds(5));
    }
}
