package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.HedgePolicy;
import dev.vectorio.testkit.FaultSchedule;
import java.time.Duration;
import java.util.Optional;
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

    @Test
    void everyReadEndsRightWhileLateRequestsAreSentTwice() {
        long[] sent = new long[2];
        forSeeds(5_000_000, seed -> {
            FaultSchedule faults = seed % 3 == 0
                    ? FaultSchedule.none()
                    : seed % 3 == 1 ? SimulatedFaults.mendable(seed, 0.2) : SimulatedFaults.hostile(seed, 0.2);
            FaultSchedule calm = seed % 3 == 0 || seed % 7 == 0 ? faults : SimulatedFaults.calm(faults);
            HedgePolicy often = new HedgePolicy(
                    true,
                    seed % 2 == 0 ? 1 : 0.3,
                    Optional.of(Duration.ofMillis(10 + seed % 30)).filter(d -> seed % 5 > 0));
            EngineSimulation simulation = new EngineSimulation(seed, calm, seed % 4 == 0, often);
            simulation.run();
            sent[0] += simulation.hedges();
            sent[1] += simulation.hedgesWon();
        });
        System.out.println(sent[0] + " duplicates, " + sent[1] + " of them the first to answer");
        assertThat(sent[1]).as("duplicates that won").isGreaterThan(SEEDS / 3);
        assertThat(sent[0] - sent[1]).as("duplicates that did not").isGreaterThan(SEEDS / 3);
    }
}
