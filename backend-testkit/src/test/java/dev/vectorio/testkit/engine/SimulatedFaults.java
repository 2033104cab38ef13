package dev.vectorio.testkit.engine;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.RandomFaults;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Faults for a simulation: none that needs a thread of its own. */
final class SimulatedFaults {
    private SimulatedFaults() {}

    /** Faults that a reader must mend, stalls among them. */
    static RandomFaults mendable(long seed, double rate) {
        return new RandomFaults(
                seed,
                rate,
                List.of(
                        (random, length) -> Fault.throttled(
                                random.nextInt(3) == 0 ? Optional.of(Duration.ofSeconds(2)) : Optional.empty()),
                        (random, length) -> Fault.failure(Kind.TRANSIENT),
                        (random, length) -> new Fault.ShortBody(random.nextLong(length)),
                        (random, length) -> new Fault.Reset(random.nextLong(length + 1)),
                        (random, length) -> new Fault.Stall(random.nextLong(length + 1) - 1)));
    }

    /**
     * Faults that nothing can be trusted under, but for a shifted answer to a suffix: of an object of which nothing is known
     * a store can say what it likes.
     */
    static FaultSchedule hostile(long seed, double rate) {
        RandomFaults hostile = RandomFaults.hostile(seed, rate);
        return (number, request) -> hostile.faultFor(number, request)
                .filter(fault ->
                        !(request.range() instanceof GetRange.Suffix && fault instanceof Fault.WrongContentRange));
    }

    /** The same without a wish for fewer requests, after which none is sent twice for a while. */
    static FaultSchedule calm(FaultSchedule faults) {
        return (number, request) -> faults.faultFor(number, request)
                .filter(fault -> !(fault instanceof Fault.FailBeforeHead refusal && refusal.kind() == Kind.THROTTLED));
    }
}
