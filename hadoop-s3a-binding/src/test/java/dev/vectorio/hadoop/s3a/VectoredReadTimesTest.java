package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * 100 ranges in an object of 64 MiB, on a store with a latency. The floor is one latency and the bytes at full bandwidth;
 * how near a run comes to it depends on the machine and is printed, what is asserted does not.
 */
@Timeout(120)
class VectoredReadTimesTest {
    private static final long MIB = 1 << 20;
    private static final int RANGES = 100;
    private static final int LENGTH = 64 << 10;
    private static final int GAP = 600_000;
    private static final long LATENCY_MILLIS = 100;
    private static final long BYTES_PER_SECOND = 800 * MIB;
    private static final int RUNS = 5;

    @Test
    void aHundredRangesAreReadSideBySideAndNotInTurns() throws Exception {
        try (S3aStore s3 = new S3aStore()) {
            s3.store.putSynthetic(S3aStore.BUCKET, "big", 64 * MIB, 7);
            s3.store.timing(TimingModel.none()
                    .withFirstByte(Duration.ofMillis(LATENCY_MILLIS), 0.1)
                    .withBandwidth(80 * MIB, BYTES_PER_SECOND)
                    .withSeed(3));
            long ours;
            long classic;
            try (FileSystem files = s3.vectorIo(Map.of("vectorio.max-concurrent-requests", "128"))) {
                ours = median(files, RUNS);
            }
            try (FileSystem files = s3.classic()) {
                classic = median(files, 1); // it takes too long for more
            }
            long floor = LATENCY_MILLIS + RANGES * LENGTH * 1000L / BYTES_PER_SECOND;
            System.out.println("100 ranges of 64 KiB: vector-io " + ours + " ms, S3A classic " + classic + " ms, floor "
                    + floor + " ms (vector-io: median of " + RUNS + ")");
            assertThat(ours).isLessThan(classic);
        }
    }

    private static long median(FileSystem files, int runs) throws IOException {
        FileStatus status = files.getFileStatus(S3aStore.path("big"));
        List<Long> times = new ArrayList<>();
        for (int run = 0; run <= runs; run++) {
            List<FileRange> wanted = IntStream.range(0, RANGES)
                    .mapToObj(i -> FileRange.createFileRange((long) i * (LENGTH + GAP), LENGTH))
                    .toList();
            try (FSDataInputStream in = FutureIO.awaitFuture(
                    files.openFile(status.getPath()).withFileStatus(status).build())) {
                long start = System.nanoTime();
                in.readVectored(wanted, ByteBuffer::allocate);
                for (FileRange range : wanted) {
                    FutureIO.awaitFuture(range.getData());
                }
                if (run > 0) { // the first one sets up connections
                    times.add((System.nanoTime() - start) / 1_000_000);
                }
            }
        }
        times.sort(null);
        return times.get(runs / 2);
    }
}
