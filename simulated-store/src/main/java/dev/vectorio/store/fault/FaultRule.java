package dev.vectorio.store.fault;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a fault strikes. A value; {@link FaultScript#add} puts it into force.
 *
 * @param match which requests it is meant for
 * @param skip how many of those pass unharmed first
 * @param times how many it strikes after that; empty for all
 * @param chance with what probability it strikes each of those
 * @param duration how long after it was added it may strike; empty for ever
 * @param faults what happens
 */
public record FaultRule(
        RequestMatch match,
        long skip,
        OptionalLong times,
        Chance chance,
        Optional<Duration> duration,
        List<Fault> faults) {
    public FaultRule {
        faults = List.copyOf(faults);
        if (skip < 0 || times.orElse(1) < 1) {
            throw new IllegalArgumentException("skip " + skip + " must be >= 0, times " + times + " >= 1");
        }
    }

    /**
     * A seeded probability.
     *
     * @param probability in [0, 1]
     * @param seed of the draws, one per request that matches
     */
    public record Chance(double probability, long seed) {
        public Chance {
            if (!(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException("no probability: " + probability);
            }
        }
    }

    /** These faults for every request that matches, for ever. */
    public static FaultRule when(RequestMatch match, Fault... faults) {
        return new FaultRule(match, 0, OptionalLong.empty(), new Chance(1, 0), Optional.empty(), List.of(faults));
    }

    /** Only for the first request that matches (after those skipped). */
    public FaultRule once() {
        return times(1);
    }

    /** Only for this many requests that match (after those skipped). */
    public FaultRule times(long count) {
        return new FaultRule(match, skip, OptionalLong.of(count), chance, duration, faults);
    }

    /** Lets the first {@code count} requests that match pass. */
    public FaultRule afterSkipping(long count) {
        return new FaultRule(match, count, times, chance, duration, faults);
    }

    /** Only for the n-th request that matches, counted from 1. */
    public FaultRule onlyNth(long n) {
        return afterSkipping(n - 1).once();
    }

    /** Only with this probability; requests that are spared count as matched, not as struck. */
    public FaultRule withProbability(double probability, long seed) {
        return new FaultRule(match, skip, times, new Chance(probability, seed), duration, faults);
    }

    /** Only for this long after the rule was added. */
    public FaultRule lasting(Duration time) {
        return new FaultRule(match, skip, times, chance, Optional.of(time), faults);
    }
}
