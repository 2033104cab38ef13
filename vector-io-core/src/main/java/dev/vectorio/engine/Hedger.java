package dev.vectorio.engine;

import dev.vectorio.model.HedgePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Which GETs of one bucket or container get a duplicate, and when: those whose first byte is later than the later of the 95th
 * percentile and three medians of the last times to first byte, or than a fixed delay. Three things bound it. Duplicates
 * are paid for by requests: each adds {@code maxRatio} of one, and no more is put by than a hundred requests bring. If more
 * than a quarter of the last 64 requests were late, it is the store that is slow, not a connection, and duplicates would
 * only add to its load. And {@link RequestScheduler#hedge} gives a slot only where no demanded request could use it and the
 * store does not throttle.
 *
 * <p>Thread-safe; calls nobody while its lock is held but the clock.
 */
final class Hedger {
    /** What became of the attempt to send a duplicate. */
    enum Outcome {
        SENT,
        /** There may be a slot later. */
        NOT_NOW,
        /** It is of no use any more. */
        TOO_LATE
    }

    private static final int MIN_SAMPLES = 20; // with fewer a 95th percentile says nothing
    private static final int SAMPLES = 128;
    private static final int MEDIANS = 3;
    private static final int PUT_BY_REQUESTS = 100;
    private static final int MOST_LATE_OF_64 = 16;
    private static final double ROUNDING = 1e-9; // twenty times a twentieth is one

    private final HedgePolicy policy;
    private final EngineClock clock;
    private final Executor executor;

    // Guarded by the lock of this.
    private final Set<Race> waiting = new LinkedHashSet<>(); // in the order of their hedgeFromNanos
    private final long[] samples = new long[SAMPLES];
    private int sampled;
    private long delayNanos;
    private double credit;
    private long verdicts; // a bit for each of the last 64 requests, set for a late one
    private @Nullable Runnable cancelTimer;
    private long timerNanos;

    Hedger(HedgePolicy policy, EngineClock clock, Executor executor) {
        this.policy = policy;
        this.clock = clock;
        this.executor = executor;
        this.delayNanos = policy.delay().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** A request that is no duplicate is about to be sent. */
    void sent(Race race) {
        if (!policy.enabled()) {
            return;
        }
        synchronized (this) {
            credit = Math.min(PUT_BY_REQUESTS * policy.maxRatio(), credit + policy.maxRatio());
            race.hedgeFromNanos = clock.nanoTime();
            waiting.add(race);
            watch();
        }
    }

    /**
     * The race has an answer, or ends without one, and needs no duplicate any more.
     *
     * @param firstByteNanos the time that its first byte took, or has been waited for in vain; absent if it failed before
     */
    void over(Race race, OptionalLong firstByteNanos) {
        if (!policy.enabled()) {
            return;
        }
        synchronized (this) {
            if (race.hedgeOver) {
                return;
            }
            race.hedgeOver = true;
            waiting.remove(race);
            if (firstByteNanos.isPresent()) {
                verdict(race, false);
                sample(firstByteNanos.getAsLong());
            }
            watch();
        }
    }

    private void sample(long firstByteNanos) {
        samples[sampled++ % SAMPLES] = firstByteNanos;
        if (policy.delay().isEmpty() && sampled >= MIN_SAMPLES) {
            long[] sorted = Arrays.copyOf(samples, Math.min(sampled, SAMPLES));
            Arrays.sort(sorted);
            long median = sorted[(sorted.length - 1) / 2];
            long p95 = sorted[(sorted.length * 95 + 99) / 100 - 1];
            delayNanos = Math.max(p95, MEDIANS * median);
        }
    }

    /** One for each request: the first counts. */
    private void verdict(Race race, boolean late) {
        if (!race.judged) {
            race.judged = true;
            verdicts = verdicts << 1 | (late ? 1 : 0);
        }
    }

    /** Sets the timer for the request that waits longest, if it is not set for that or an earlier moment. */
    private void watch() {
        Runnable cancel = cancelTimer;
        if (waiting.isEmpty() || delayNanos == Long.MAX_VALUE) {
            if (cancel != null) {
                cancel.run();
                cancelTimer = null;
            }
            return;
        }
        long due = waiting.iterator().next().hedgeFromNanos + delayNanos;
        if (cancel == null || due - timerNanos < 0) {
            if (cancel != null) {
                cancel.run();
            }
            timerNanos = due;
            cancelTimer = clock.schedule(this::look, Duration.ofNanos(Math.max(0, due - clock.nanoTime())));
        }
    }

    private void look() {
        List<Race> chosen = new ArrayList<>(1);
        synchronized (this) {
            cancelTimer = null;
            long now = clock.nanoTime();
            List<Race> late = waiting.stream()
                    .takeWhile(race -> now - race.hedgeFromNanos >= delayNanos)
                    .toList();
            late.forEach(race -> verdict(race, true)); // all of them, before the first is hedged
            for (Race race : late) {
                waiting.remove(race);
                if (credit + ROUNDING >= 1 && Long.bitCount(verdicts) <= MOST_LATE_OF_64) {
                    credit -= 1;
                    chosen.add(race);
                } else {
                    waitAgain(race, now);
                }
            }
            watch();
        }
        chosen.forEach(race -> executor.execute(() -> hedge(race)));
    }

    /** Looks at it again after another delay. */
    private void waitAgain(Race race, long now) {
        race.hedgeFromNanos = now;
        waiting.add(race);
    }

    private void hedge(Race race) {
        Outcome outcome = race.hedge();
        if (outcome == Outcome.SENT) {
            return;
        }
        synchronized (this) {
            credit += 1;
            if (outcome == Outcome.NOT_NOW && !race.hedgeOver) {
                waitAgain(race, clock.nanoTime());
                watch();
            }
        }
    }
}
