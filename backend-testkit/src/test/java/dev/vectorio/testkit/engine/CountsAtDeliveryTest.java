package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.testkit.InMemoryBackend;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever has a range finds it counted: a program that reads its totals after its last range must not print too few. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CountsAtDeliveryTest {
    private static final ObjectLocation OBJECT = ObjectLocation.parse("mem://bucket/object");
    private static final int LENGTH = 1 << 20;
    private static final int READS = 2_000;
    private static final ReadOptions ON_THE_DELIVERING_THREAD =
            ReadOptions.defaults().withCallbacks(Runnable::run);

    @Test
    void bytesAndRoundsAreCountedWhenTheirRangeIsDelivered() {
        try (InMemoryBackend store = InMemoryBackend.create();
                VectorIo io = VectorIo.builder()
                        .options(VectorIoOptions.defaults().withWholeObjectBytes(0))
                        .backend("mem", store)
                        .build();
                RangeReader reader = io.open(KnownObject.at(OBJECT).withLength(LENGTH))) {
            store.put(OBJECT, new byte[LENGTH]);
            readOn(reader, 0).join();
            assertThat(reader.stats().fetchedBytes()).isEqualTo(READS * 100L);
        }
    }

    /** Each read is begun by the delivery of the one before it. */
    private static CompletableFuture<Void> readOn(RangeReader reader, int done) {
        if (done == READS) {
            return CompletableFuture.completedFuture(null);
        }
        VectoredRead read = reader.readVectored(List.of(ByteRange.of(done * 200L, 100)), ON_THE_DELIVERING_THREAD);
        return read.result(0).thenComposeAsync(result -> {
            assertThat(reader.stats().fetchedBytes()).isEqualTo((done + 1) * 100L);
            assertThat(reader.stats().rounds()).isEqualTo(done + 1);
            result.close();
            return readOn(reader, done + 1);
        });
    }
}
