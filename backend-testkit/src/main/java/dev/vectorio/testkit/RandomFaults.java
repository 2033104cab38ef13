package dev.vectorio.testkit;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * Faults by chance. The fault of a GET follows from the seed and the number of the GET alone, so that threads do not
 * change it.
 *
 * @param seed printed by {@code toString}
 * @param rate the share of GETs with a fault, 0 to 1
 * @param makers the kinds of faults, all as likely; each is given a source of chance and the length of the range
 */
public record RandomFaults(long seed, double rate, List<BiFunction<SplittableRandom, Long, Fault>> makers)
        implements FaultSchedule {
    /**
     * @throws IllegalArgumentException if the rate is no share or there is nothing to choose from
     */
    public RandomFaults {
        makers = List.copyOf(makers);
        if (!(rate >= 0 && rate <= 1) || makers.isEmpty()) {
            throw new IllegalArgumentException("rate " + rate + " of " + makers.size() + " kinds of faults");
        }
    }

    /** Faults that a reader must mend: every byte arrives in the end. */
    public static RandomFaults mendable(long seed, double rate) {
        return new RandomFaults(
                seed,
                rate,
                List.of(
                        (random, length) -> Fault.throttled(Optional.empty()),
                        (random, length) -> Fault.failure(Kind.TRANSIENT),
                        (random, length) -> Fault.failure(Kind.TIMEOUT),
                        (random, length) -> new Fault.ShortBody(random.nextLong(length)),
                        (random, length) -> new Fault.Reset(random.nextLong(length + 1)),
                        (random, length) -> new Fault.Dribble(1 + random.nextInt(4_096), Duration.ZERO),
                        (random, length) -> new Fault.OtherThreads()));
    }

    /** Faults that no reader can trust: it must mend them or fail, and never deliver wrong bytes. */
    public static RandomFaults hostile(long seed, double rate) {
        return new RandomFaults(
                seed,
                rate,
                List.of(
                        (random, length) -> new Fault.ExtraBytes(1 + random.nextInt(100)),
                        (random, length) -> new Fault.WrongContentRange(1 + random.nextInt(100)),
                        (random, length) -> new Fault.MissingContentRange(),
                        (random, length) -> new Fault.RangeIgnored(),
                        (random, length) -> new Fault.WrongVersion(),
                        (random, length) -> new Fault.ThrowFromGet(() -> new IllegalStateException("injected")),
                        (random, length) -> new Fault.FailDone(
                                () -> new UnsupportedOperationException("injected"), random.nextLong(length + 1) - 1),
                        (random, length) ->
                                new Fault.FailDone(() -> new StackOverflowError("injected"), random.nextLong(length))));
    }

    @Override
    public Optional<Fault> faultFor(long number, GetRequest request) {
        SplittableRandom random = new SplittableRandom(new SyntheticBytes(seed, Long.MAX_VALUE).word(number));
        if (random.nextDouble() >= rate) {
            return Optional.empty();
        }
        long length = Math.max(1, request.range().length());
        return Optional.of(makers.get(random.nextInt(makers.size())).apply(random, length));
    }

    @Override
    public String toString() {
        return "random faults, seed " + seed + ", rate " + rate;
    }
}
