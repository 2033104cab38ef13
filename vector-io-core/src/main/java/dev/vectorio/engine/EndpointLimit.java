package dev.vectorio.engine;

import java.time.Duration;

/**
 * How many GETs one bucket or container gets at once: halved when it answers 503 or 429, then raised by about four for
 * each round trip of successes. Guarded by the scheduler's lock.
 */
final class EndpointLimit {
    private static final double RAISE_PER_ROUND = 4;
    private static final Duration CALM_AFTER = Duration.ofSeconds(10);

    private final int max;
    private double limit;
    private long lastCutNanos;
    private boolean everCut;
    private long throttledNanos;
    private long cuts;
    private long throttled;
    int inFlight;

    EndpointLimit(int max) {
        this.max = max;
        this.limit = max;
    }

    boolean hasRoom() {
        return inFlight < (int) limit;
    }

    /** Answers to requests that were sent before the last cut say nothing about the limit after it. */
    void throttled(long sentNanos, long nowNanos) {
        throttledNanos = nowNanos;
        throttled++;
        if (!everCut || sentNanos - lastCutNanos >= 0) {
            double lower = Math.max(1, Math.min(limit, inFlight) / 2);
            cuts += lower < limit ? 1 : 0;
            limit = lower;
            lastCutNanos = nowNanos;
            everCut = true;
        }
    }

    void succeeded() {
        limit = Math.min(max, limit + RAISE_PER_ROUND / limit);
    }

    /** True if it has not asked for fewer requests lately. */
    boolean isCalm(long nowNanos) {
        return !everCut || nowNanos - throttledNanos >= CALM_AFTER.toNanos();
    }

    int current() {
        return (int) limit;
    }

    EndpointState state(String name) {
        return new EndpointState(name, current(), inFlight, cuts, throttled);
    }
}
