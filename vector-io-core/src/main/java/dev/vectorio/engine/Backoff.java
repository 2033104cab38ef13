package dev.vectorio.engine;

import dev.vectorio.model.RetryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.DoubleSupplier;

/**
 * Exponential delays with full jitter: uniform in {@code [0, min(max, base * 2^(failures-1)))}, never before the store's
 * own {@code Retry-After}. (Full jitter spreads retries of many readers best: AWS Architecture Blog, "Exponential backoff
 * and jitter".)
 */
final class Backoff {
    private final RetryPolicy policy;
    private final DoubleSupplier random;

    /**
     * @param random uniform in {@code [0, 1)}
     */
    Backoff(RetryPolicy policy, DoubleSupplier random) {
        this.policy = policy;
        this.random = random;
    }

    /**
     * @param failures failures since the last progress, at least 1
     */
    Duration delay(int failures, Optional<Duration> retryAfter) {
        double ceiling = Math.min(
                (double) policy.maxDelay().toNanos(),
                policy.baseDelay().toNanos() * Math.pow(2, Math.min(failures - 1, 40)));
        Duration jittered = Duration.ofNanos((long) (random.getAsDouble() * ceiling));
        return retryAfter.filter(pause -> pause.compareTo(jittered) > 0).orElse(jittered);
    }
}
