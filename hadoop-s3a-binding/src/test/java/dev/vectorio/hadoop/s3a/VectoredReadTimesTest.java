package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.hadoop.VectorIoFileSystem;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectInputStream;
import org.apache.hadoop.fs.s3a.impl.streams.ObjectReadParameters;
import org.apache.hadoop.util.functional.FutureIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * 100 ranges in an object of 64 MiB, on a store with a latency. The floor is one latency and the bytes at full bandwidth. How
 * near a run comes to it depends on the machine, which runs the store too; so what S3A's client can do at best is measured
 * in the same run: as many threads as ranges, and nothing but its {@code getObject}.
 */
@Timeout(120)
class VectoredReadTimesTest {
    private static final long MIB = 1 << 20;
    private static final int RANGES = 100;
    private static final int LENGTH = 64 << 10;
    private static final int GAP = 600_000;
    private static final long LATENCY_MILLIS = 100;
    private static final long BYTES_PER_SECOND = 800 * MIB;
    private static final double FLOOR_MILLIS = LATENCY_MILLIS + RANGES * LENGTH * 1e3 / BYTES_PER_SECOND;
    private static final int WARM_UPS = 150;
    private static final int RUNS = 21;

    /** One way to read the ranges. */
    private interface Route {
        void read() throws Exception;
    }

    /** Remembers what S3A gives the streams. */
    public static final class Remembering extends VectorIoStreamFactory {
        private static final AtomicReference<@Nullable ObjectReadParameters> LAST = new AtomicReference<>();

        /** Created by S3A. */
        public Remembering() {}

        static ObjectReadParameters last() {
            return Objects.requireNonNull(LAST.get());
        }

        @Override
        public ObjectInputStream readObject(ObjectReadParameters parameters) throws IOException {
            LAST.set(parameters);
            return super.readObject(parameters);
        }
    }

    @Test
    void aHundredRangesTakeLittleMoreThanOneLatency() throws Exception {
        Map<String, String> properties = Map.of(
                "vectorio.max-concurrent-requests",
                "128",
                "fs.s3a.input.stream.custom.factory",
                Remembering.class.getName());
        ExecutorService threads = Executors.newFixedThreadPool(RANGES);
        try (S3aStore s3 = new S3aStore();
                FileSystem stream = s3.vectorIo(properties);
                FileSystem ownClient = ownClient(s3);
                FileSystem classic = s3.classic()) {
            s3.store.putSynthetic(S3aStore.BUCKET, "big", 64 * MIB, 7);
            FileStatus status = stream.getFileStatus(S3aStore.path("big"));
            Map<String, Route> routes = new LinkedHashMap<>();
            routes.put("vector-io's stream of S3A", () -> readVectored(stream, status));
            routes.put("S3A's getObject in " + RANGES + " threads", () -> getObjects(threads, Remembering.last()));
            routes.put("VectorIoFileSystem, its own client", () -> readVectored(ownClient, status));
            double cold = millis(() -> readVectored(stream, status));
            for (int i = 0; i < WARM_UPS; i++) {
                for (Route route : routes.values()) {
                    route.read();
                }
            }
            s3.store.timing(TimingModel.none()
                    .withFirstByte(Duration.ofMillis(LATENCY_MILLIS), 0)
                    .withBandwidth(80 * MIB, BYTES_PER_SECOND));
            Map<String, List<Double>> times = inTurns(routes);
            double classicMillis = millis(() -> readVectored(classic, status));
            times.forEach(VectoredReadTimesTest::print);
            System.out.printf(
                    "S3A's classic stream: %.0f ms; floor %.0f ms; first read of the process, without latency: %.0f ms%n",
                    classicMillis, FLOOR_MILLIS, cold);
            List<Double> best = times.values().stream().map(list -> list.get(0)).toList();
            assertThat(best.get(0)).isLessThan(classicMillis);
            assertThat(best.get(0)).isLessThanOrEqualTo(1.25 * Math.max(FLOOR_MILLIS, best.get(1)));
        } finally {
            threads.shutdownNow();
        }
    }

    private static FileSystem ownClient(S3aStore s3) throws IOException {
        Configuration conf = s3.configuration();
        conf.set("mapreduce.outputcommitter.factory.scheme.s3a", "");
        conf.set("vectorio.max-concurrent-requests", "128");
        VectorIoFileSystem files = new VectorIoFileSystem();
        files.initialize(URI.create("s3a://" + S3aStore.BUCKET), conf);
        return files;
    }

    // in turns, so that all have the same share of a busy machine; sorted
    private static Map<String, List<Double>> inTurns(Map<String, Route> routes) throws Exception {
        Map<String, List<Double>> times = new LinkedHashMap<>();
        for (int run = 0; run < RUNS; run++) {
            for (Map.Entry<String, Route> route : routes.entrySet()) {
                times.computeIfAbsent(route.getKey(), name -> new ArrayList<>()).add(millis(route.getValue()));
            }
        }
        times.values().forEach(list -> list.sort(null));
        return times;
    }

    private static void print(String route, List<Double> times) {
        double median = times.get(RUNS / 2);
        System.out.printf(
                "100 ranges of 64 KiB, %s: median %.0f ms = %.2f x floor, best %.0f ms = %.2f x floor of %d%n",
                route, median, median / FLOOR_MILLIS, times.get(0), times.get(0) / FLOOR_MILLIS, RUNS);
    }

    private static double millis(Route route) throws Exception {
        long start = System.nanoTime();
        route.read();
        return (System.nanoTime() - start) / 1e6;
    }

    private static List<FileRange> ranges() {
        return IntStream.range(0, RANGES)
                .mapToObj(i -> FileRange.createFileRange((long) i * (LENGTH + GAP), LENGTH))
                .toList();
    }

    private static void readVectored(FileSystem files, FileStatus status) throws IOException {
        List<FileRange> wanted = ranges();
        try (FSDataInputStream in = FutureIO.awaitFuture(
                files.openFile(status.getPath()).withFileStatus(status).build())) {
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                FutureIO.awaitFuture(range.getData());
            }
        }
    }

    private static void getObjects(ExecutorService threads, ObjectReadParameters parameters) throws Exception {
        List<Future<byte[]>> reads = new ArrayList<>();
        for (FileRange range : ranges()) {
            reads.add(threads.submit(() -> getObject(parameters, range)));
        }
        for (Future<byte[]> read : reads) {
            assertThat(read.get()).hasSize(LENGTH);
        }
    }

    private static byte[] getObject(ObjectReadParameters parameters, FileRange range) throws IOException {
        GetObjectRequest request = parameters
                .getCallbacks()
                .newGetRequestBuilder(parameters.getObjectAttributes().getKey())
                .range("bytes=" + range.getOffset() + "-" + (range.getOffset() + range.getLength() - 1))
                .build();
        try (ResponseInputStream<GetObjectResponse> body =
                parameters.getCallbacks().getObject(request)) {
            return body.readNBytes(LENGTH);
        }
    }
}
