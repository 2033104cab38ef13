package dev.vectorio.adls;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * CPU time of this side per request and per MB, against a store in another process: {@code ReadCost URI RANGE-BYTES COUNT
 * IN-FLIGHT}, where the URI ends in account, container and blob.
 */
final class ReadCost {
    private static final int SETS = 5;

    private ReadCost() {}

    private static final class Discard implements ResponseSink {
        @Override
        public boolean onHead(ResponseHead head) {
            return true;
        }

        @Override
        public void onBytes(ByteBuffer chunk) {}
    }

    /** Prints one line per set; the first ones warm up. */
    public static void main(String[] arguments) throws InterruptedException {
        URI server = URI.create(arguments[0]);
        int rangeBytes = Integer.parseInt(arguments[1]);
        int count = Integer.parseInt(arguments[2]);
        int inFlight = Integer.parseInt(arguments[3]);
        ObjectLocation blob = new ObjectLocation("abfs", "data@devstoreaccount1.dfs.core.windows.net", "big");
        AdlsOptions options =
                AdlsOptions.defaults().withEndpoint(server).withAnonymous(true).withMaxConnections(inFlight);
        try (AdlsBackend backend = AdlsBackend.create(options)) {
            for (int set = 0; set < SETS; set++) {
                measure(backend, blob, rangeBytes, count, inFlight);
            }
        }
    }

    private static void measure(AdlsBackend backend, ObjectLocation blob, int rangeBytes, int count, int inFlight)
            throws InterruptedException {
        Semaphore slots = new Semaphore(inFlight);
        long cpu = cpuNanos();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            slots.acquire();
            ByteRange range = ByteRange.of((long) i * 100_000, rangeBytes);
            backend.get(new GetRequest(blob, GetRange.of(range), Optional.empty()), new Discard())
                    .done()
                    .whenComplete((ok, failure) -> {
                        if (failure != null) {
                            System.out.println(failure);
                        }
                        slots.release();
                    });
        }
        slots.acquire(inFlight);
        double seconds = (System.nanoTime() - start) / 1e9;
        double cpuSeconds = (cpuNanos() - cpu) / 1e9;
        double megabytes = (double) count * rangeBytes / 1e6;
        System.out.printf(
                "%,.0f requests/s, %,.0f MB/s, %.0f us CPU per request, %.2f ms CPU per MB%n",
                count / seconds, megabytes / seconds, cpuSeconds * 1e6 / count, cpuSeconds * 1e3 / megabytes);
    }

    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
