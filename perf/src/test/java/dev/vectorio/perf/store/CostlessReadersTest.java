package dev.vectorio.perf.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CostlessReadersTest {
    private static final StoreModel EVEN = new StoreModel(Duration.ofMillis(30), 0, 60_000_000, 400_000_000, 1);

    @Test
    void oneReaderWaitsAndFetchesInTurns() {
        assertThat(CostlessReaders.millis(EVEN, 1, 10, 600_000)).isCloseTo(10 * (30 + 10), within(0.01));
    }

    @Test
    void readersInStepShareTheBandwidthAndThenLeaveItUnused() {
        // 16 x 1 MB at 400 MB/s after every wait of 30 ms; the last turn has 8 files at the 50 MB/s each that are left
        assertThat(CostlessReaders.millis(EVEN, 16, 200, 1_000_000)).isCloseTo(12 * (30 + 40) + 30 + 20, within(0.01));
    }

    @Test
    void moreReadersThanFilesChangeNothing() {
        assertThat(CostlessReaders.millis(EVEN, 64, 4, 600_000))
                .isEqualTo(CostlessReaders.millis(EVEN, 4, 4, 600_000))
                .isCloseTo(40, within(0.01));
    }

    @Test
    void isNeverLessThanTheFloorOfTheBandwidth() {
        StoreModel scattered = new StoreModel(Duration.ofMillis(30), 0.1, 60_000_000, 400_000_000, 1);
        assertThat(CostlessReaders.millis(scattered, 16, 200, 1_003_600))
                .isBetween(
                        scattered.floorMillis(1, 200 * 1_003_600L, 16),
                        CostlessReaders.millis(EVEN, 16, 200, 1_003_600));
    }
}
