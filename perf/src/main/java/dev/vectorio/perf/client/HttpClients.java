package dev.vectorio.perf.client;

import com.sun.management.OperatingSystemMXBean;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.s3.S3Backend;
import dev.vectorio.s3.S3HttpClient;
import dev.vectorio.s3.S3Options;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Requests per second, bandwidth and processor time of the S3 backend with each of its HTTP clients, against a store without
 * latency or limits in another process. Bodies are dropped: what shows is the client alone.
 */
public final class HttpClients {
    private static final int CONNECTIONS = 32;
    private static final long OBJECT_BYTES = 4L << 30;
    private static final int[] RANGE_BYTES = {64 << 10, 1 << 20, 8 << 20};
    private static final ObjectLocation LOCATION = ObjectLocation.parse("s3://" + StoreProcess.BUCKET + "/object");

    private final S3Backend backend;
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile boolean stopping;

    private HttpClients(S3Backend backend) {
        this.backend = backend;
    }

    /**
     * Prints the table.
     *
     * @param arguments seconds for each line, 5 if absent
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int seconds = arguments.length == 0 ? 5 : Integer.parseInt(arguments[0]);
        PrintStream out = System.out;
        out.println("| client | range | requests/s | MB/s | client CPU per request | client CPU per GB |");
        out.println("|---|---|---|---|---|---|");
        try (StoreProcess store = StoreProcess.start()) {
            store.putSynthetic("object", OBJECT_BYTES);
            for (S3HttpClient client : S3HttpClient.values()) {
                S3Options options = S3Options.defaults()
                        .withEndpoint(store.endpoint())
                        .withRegion("us-east-1")
                        .withPathStyle(true)
                        .withKeys("perf", "perf-secret")
                        .withMaxConnections(CONNECTIONS)
                        .withHttpClient(client);
                try (S3Backend backend = S3Backend.create(options)) {
                    for (int rangeBytes : RANGE_BYTES) {
                        out.printf("| %s %s%n", client, new HttpClients(backend).measure(rangeBytes, seconds));
                    }
                }
            }
        }
    }

    private String measure(int rangeBytes, int seconds) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(CONNECTIONS);
        for (int i = 0; i < CONNECTIONS; i++) {
            next(i * 1000L, rangeBytes, running);
        }
        TimeUnit.SECONDS.sleep(Math.max(3, seconds / 2));
        LongSupplier cpu = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)::getProcessCpuTime;
        long requestsBefore = requests.sum();
        long bytesBefore = bytes.sum();
        long cpuBefore = cpu.getAsLong();
        long begin = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        double elapsed = (System.nanoTime() - begin) / 1e9;
        double cpuSeconds = (cpu.getAsLong() - cpuBefore) / 1e9;
        double count = requests.sum() - requestsBefore;
        double gigabytes = (bytes.sum() - bytesBefore) / 1e9;
        stopping = true;
        running.await();
        return String.format(
                "| %d KiB | %,.0f | %,.0f | %,.0f us | %.2f s |",
                rangeBytes >> 10,
                count / elapsed,
                gigabytes * 1e3 / elapsed,
                cpuSeconds / count * 1e6,
                cpuSeconds / gigabytes);
    }

    /** Sends one request and, when it has ended, the next. */
    private void next(long offset, int rangeBytes, CountDownLatch running) {
        if (stopping) {
            running.countDown();
            return;
        }
        GetRequest request = new GetRequest(
                LOCATION,
                GetRange.of(ByteRange.of(offset % (OBJECT_BYTES - rangeBytes), rangeBytes)),
                Optional.empty());
        backend.get(request, new CountingSink())
                .done()
                .whenCompleteAsync(
                        (nothing, failure) -> {
                            if (failure != null) {
                                throw new IllegalStateException(
                                        "a request failed: the figures are worth nothing", failure);
                            }
                            requests.increment();
                            next(offset + rangeBytes, rangeBytes, running);
                        },
                        ForkJoinPool.commonPool());
    }

    private final class CountingSink implements ResponseSink {
        @Override
        public boolean onHead(ResponseHead head) {
            return true;
        }

        @Override
        public void onBytes(ByteBuffer chunk) {
            bytes.add(chunk.remaining());
        }
    }
}
