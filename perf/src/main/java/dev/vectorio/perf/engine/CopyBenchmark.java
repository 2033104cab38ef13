package dev.vectorio.perf.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The same backend with one copy into one buffer and no engine: what {@link EngineBenchmark} cannot go below. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CopyBenchmark {
    private static final int LARGEST = 1 << 20;
    private static final ObjectLocation LOCATION = ObjectLocation.parse("instant://bucket/key");

    /** Length of the range in bytes. */
    @Param({"4096", "65536", "1048576"})
    public int bytes;

    private final InstantBackend backend = new InstantBackend(LARGEST);
    private final ByteBuffer target = ByteBuffer.allocateDirect(LARGEST);

    /** One request. */
    @Benchmark
    public ByteBuffer copy() {
        target.clear();
        GetRequest request = new GetRequest(LOCATION, GetRange.of(ByteRange.of(0, bytes)), Optional.empty());
        backend.get(request, new ResponseSink() {
            @Override
            public boolean onHead(ResponseHead head) {
                return true;
            }

            @Override
            public void onBytes(ByteBuffer chunk) {
                target.put(chunk);
            }
        });
        return target;
    }
}
