package dev.vectorio.model;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * When a GET whose first byte is late gets a duplicate on another connection.
 *
 * @param enabled false sends no duplicates
 * @param maxRatio share of all requests that may be duplicates, 0 to 1
 * @param delay how late the first byte must be; absent: taken from the measured quantiles
 */
public record HedgePolicy(boolean enabled, double maxRatio, Optional<Duration> delay) {
    /**
     * @throws IllegalArgumentException if the ratio is not within 0 to 1 or the delay is not positive
     */
    public HedgePolicy {
        Objects.requireNonNull(delay, "delay is null");
        if (!(maxRatio >= 0 && maxRatio <= 1)) {
            throw new IllegalArgumentException("the share of hedged requests must be 0 to 1: " + maxRatio);
        }
        delay.ifPresent(d -> {
            if (d.isZero() || d.isNegative()) {
                throw new IllegalArgumentException("the delay of a hedged request must be positive: " + d);
            }
        });
    }

    /** No duplicates; when switched on, at most one request in twenty. */
    public static HedgePolicy defaults() {
        return new HedgePolicy(false, 0.05, Optional.empty());
    }
}
