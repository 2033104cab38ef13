package dev.vectorio.testkit.engine;

import dev.vectorio.testkit.FaultSchedule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** About 12 s of storm, or as long as {@code vectorio.storm.seconds} says. */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineStormTest {
    private static final int SECONDS = Integer.getInteger("vectorio.storm.seconds", 12);
    private static final int ROUND_SECONDS = 3;

    @Test
    void nothingIsLostAndNothingHangsInAStorm() throws Exception {
        Long only = Long.getLong("vectorio.seed");
        long first = only == null ? System.nanoTime() / 1_000_000 : only;
        for (int round = 0; round < Math.max(1, SECONDS / ROUND_SECONDS); round++) {
            long seed = first + round;
            FaultSchedule faults = round % 3 == 0
                    ? FaultSchedule.none()
                    : round % 3 == 1 ? SimulatedFaults.mendable(seed, 0.15) : SimulatedFaults.hostile(seed, 0.1);
            int workers = 16 << (round % 3);
            String done = new EngineStorm(seed, seed % 4 == 0 ? SimulatedFaults.calm(faults) : faults)
                    .run(workers, Duration.ofSeconds(ROUND_SECONDS));
            System.out.println("storm, seed " + seed + ", " + workers + " readers: " + done);
        }
    }
}
