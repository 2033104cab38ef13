package dev.vectorio.testkit.engine;

import dev.vectorio.testkit.FaultSchedule;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many short runs of the whole engine on one thread; a failure names its seed, and {@code -Dvectorio.seed} repeats it. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineSimulationTest {
    private static final int SEEDS = Integer.getInteger("vectorio.simulation.seeds", 150);

    private static void forSeeds(long first, LongConsumer run) {
        Long only = Long.getLong("vectorio.seed");
        for (long seed = only == null ? first : only; seed <= (only == null ? first + SEEDS : only); seed++) {
            try {
                run.accept(seed);
            } catch (Throwable t) {
                throw new AssertionError("seed " + seed + ": -Dvectorio.seed=" + seed, t);
            }
        }
    }

    @Test
    void everyReadEndsRightOnAStoreThatNeverFails() {
        forSeeds(1_000, seed -> new EngineSimulation(seed, FaultSchedule.none(), false).run());
    }

    @Test
    void everyReadEndsRightWhileObjectsAreReplaced() {
        forSeeds(2_000_000, seed -> new EngineSimulation(seed, FaultSchedule.none(), true).run());
    }

    @Test
    void everyReadEndsRightOnAStoreThatFailsAndRecovers() {
        forSeeds(3_000_000, seed -> new EngineSimulation(seed, SimulatedFaults.mendable(seed, 0.2), false).run());
    }

    @Test
    void everyReadEndsOnAHostileStore() {
        forSeeds(4_000_000, seed -> new EngineSimulation(seed, SimulatedFaults.hostile(seed, 0.2), true).run());
    }
}
