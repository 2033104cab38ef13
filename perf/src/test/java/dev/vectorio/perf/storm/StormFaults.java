package dev.vectorio.perf.storm;

import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.FaultScript;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.request.Operation;
import dev.vectorio.store.request.RequestFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What the store does to reads: each kind of fault to one in twenty. A read suffers one kind at most: an answer that both
 * ignores the range and ends early looks like a shorter object, and nobody could tell.
 */
final class StormFaults {
    /** How many of the reads each kind harms. */
    static final double RATE = 0.05;

    private static final int SLOW_BYTES_PER_SECOND = 400_000;

    private final Random random;
    private final ThreadLocal<Double> drawn = ThreadLocal.withInitial(() -> 1.0);

    private StormFaults(long seed) {
        this.random = new Random(seed);
    }

    static void install(FaultScript script, long seed) {
        StormFaults faults = new StormFaults(seed);
        // The first rule is asked first about every request, on the thread that asks the others: it draws for them all.
        script.add(FaultRule.when(faults::drawNext, Fault.delay(Duration.ZERO)));
        double from = 0;
        for (List<Fault> kind : kinds()) {
            for (Fault one : kind) {
                double to = from + RATE / kind.size();
                script.add(FaultRule.when(faults.drawnBetween(from, to), one));
                from = to;
            }
        }
    }

    private boolean drawNext(RequestFacts facts) {
        synchronized (random) {
            drawn.set(facts.operation() == Operation.READ ? random.nextDouble() : 1.0);
        }
        return false;
    }

    private RequestMatch drawnBetween(double from, double to) {
        return facts -> drawn.get() >= from && drawn.get() < to;
    }

    private static List<List<Fault>> kinds() {
        return List.of(
                List.of(
                        Fault.resetAfter(0),
                        Fault.resetAfter(3_000),
                        Fault.resetAfter(70_000),
                        Fault.resetBeforeHead()),
                List.of(
                        Fault.stallBeforeHead(),
                        Fault.stallAfter(0),
                        Fault.stallAfter(5_000),
                        Fault.stallAfter(80_000)),
                List.of(Fault.closeAfter(100), Fault.closeAfter(66_000), Fault.truncated(4_000), Fault.emptyBody()),
                List.of(
                        Fault.error(503, "SlowDown"),
                        Fault.error(503, "SlowDown", Map.of("Retry-After", "1")),
                        Fault.error(429, "TooManyRequests"),
                        Fault.error(429, "TooManyRequests", Map.of("Retry-After", "1"))),
                List.of(Fault.contentRangeOff(7, 0), Fault.headerMissing("Content-Range")),
                List.of(Fault.rangeIgnored()),
                List.of(
                        Fault.slowBody(SLOW_BYTES_PER_SECOND),
                        Fault.dribble(2_000, Duration.ofMillis(5)),
                        Fault.delay(Duration.ofMillis(150))));
    }
}
