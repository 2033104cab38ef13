package dev.vectorio.perf;

import dev.vectorio.perf.store.StoreKind;
import org.junit.jupiter.api.Nested;

/** The same workloads, with the same counts, on each dialect of the simulated store. */
final class WorkloadCountsTest {
    @Nested
    final class OnS3 extends WorkloadCounts {
        OnS3() {
            super(StoreKind.S3);
        }
    }

    @Nested
    final class OnGcs extends WorkloadCounts {
        OnGcs() {
            super(StoreKind.GCS);
        }
    }

    @Nested
    final class OnAdls extends WorkloadCounts {
        OnAdls() {
            super(StoreKind.ADLS);
        }
    }
}
