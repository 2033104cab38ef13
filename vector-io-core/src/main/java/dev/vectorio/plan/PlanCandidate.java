package dev.vectorio.plan;

import java.time.Duration;

/**
 * One way of planning that was weighed.
 *
 * @param maxGapBytes gaps up to this were read through; -1: not even touching ranges were joined
 * @param maxPieceBytes what was longer was cut, where no part became shorter than {@code min-split-bytes}
 * @param requests how many GETs
 * @param fetchedBytes how many bytes they ask for
 * @param time from the first GET to the last byte, predicted
 * @param bound what the time comes from
 * @param dollars price of the GETs and bytes
 */
public record PlanCandidate(
        long maxGapBytes,
        long maxPieceBytes,
        int requests,
        long fetchedBytes,
        Duration time,
        Bound bound,
        double dollars) {
    /** The predicted time in seconds. */
    double seconds() {
        return time.toNanos() / 1e9;
    }

    PlanCandidate withTime(double seconds) {
        return new PlanCandidate(
                maxGapBytes,
                maxPieceBytes,
                requests,
                fetchedBytes,
                Duration.ofNanos(Math.round(seconds * 1e9)),
                bound,
                dollars);
    }

    /** What keeps a plan from being faster. */
    public enum Bound {
        /** Requests wait for others to end: more at once, or fewer, would help. */
        SLOTS,
        /** All bandwidth is in use: fewer bytes would help. */
        PIPE,
        /** The slowest first byte, or the longest request. */
        LONGEST,
        /** The store, or the client, takes no more requests a second: fewer would help. */
        RATE
    }
}
