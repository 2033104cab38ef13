package dev.vectorio.perf.engine;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads of 64 ranges through the whole engine: plan, slots, memory, scatter, stages. An operation is one range. Run it with
 * {@code -prof gc} for allocation and {@code -prof dev.vectorio.perf.engine.CpuProfiler} for processor time: wall time says
 * little where several threads share two processors.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 2,
        jvmArgs = {"-Xms2g", "-Xmx2g"})
public class EngineBenchmark {
    static final int RANGES = 64;

    private static final ObjectLocation LOCATION = ObjectLocation.parse("instant://bucket/key");
    private static final long FAR = 64L << 20;

    /** Length of each range in bytes. */
    @Param({"4096", "65536", "1048576"})
    public int bytes;

    /**
     * {@code far}: every range is a request of its own. {@code near}: 16 KiB of gap between neighbours, so that requests carry
     * many ranges and the bytes between them pass by.
     */
    @Param({"far", "near"})
    public String layout = "far";

    private final BufferAllocator pooled = BufferAllocator.pooledDirect();
    private final List<ByteRange> ranges = new ArrayList<>();
    private final InstantBackend backend = new InstantBackend(FAR * RANGES);
    private final VectorIo io = VectorIo.builder()
            .options(VectorIoOptions.defaults().withMemoryBudgetBytes(512L << 20))
            .backend("instant", backend)
            .build();
    private final RangeReader reader = io.open(KnownObject.at(LOCATION).withLength(FAR * RANGES));

    /** Lays the ranges out. */
    @Setup(Level.Trial)
    public void layOut() {
        long step = "far".equals(layout) ? FAR : bytes + (16L << 10);
        for (int i = 0; i < RANGES; i++) {
            ranges.add(ByteRange.of(i * step, bytes));
        }
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void close() {
        reader.close();
        io.close();
    }

    /** Into buffers of a pool. */
    @Benchmark
    @OperationsPerInvocation(RANGES)
    public int pooledBuffers() throws IOException {
        return read(ReadOptions.defaults().withAllocator(pooled));
    }

    /** Into heap buffers, which the JVM clears first. */
    @Benchmark
    @OperationsPerInvocation(RANGES)
    public int heapBuffers() throws IOException {
        return read(ReadOptions.defaults());
    }

    private int read(ReadOptions options) throws IOException {
        int read = 0;
        try (VectoredRead all = reader.readVectored(ranges, options)) {
            for (RangeResult result : all.await()) {
                read += result.buffer().remaining();
            }
        }
        return read;
    }
}
