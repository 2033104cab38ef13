package dev.vectorio.plan;

import java.util.function.LongConsumer;

/** Runs a property over many seeds; a failure names its seed. */
final class Seeds {
    /** Runs one seed alone: {@code -Dtest.jvm.args=-Dvectorio.test.seed=n}. */
    private static final String REPLAY = "vectorio.test.seed";

    private Seeds() {}

    /** The property takes a seed and throws if it does not hold. */
    static void forEach(int count, LongConsumer property) {
        Long only = Long.getLong(REPLAY);
        for (long seed = only == null ? 0 : only; seed < (only == null ? count : only + 1); seed++) {
            try {
                property.accept(seed);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + "; replay: mvn -pl vector-io-core test -Dtest.jvm.args=-D" + REPLAY + "="
                                + seed + ": " + e.getMessage(),
                        e);
            }
        }
    }
}
