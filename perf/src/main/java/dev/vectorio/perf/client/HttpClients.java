package dev.vectorio.perf.client;

import com.sun.management.OperatingSystemMXBean;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.s3.S3Backend;
import dev.vectorio.s3.S3HttpClient;
import dev.vectorio.s3.S3Options;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Requests per second, bandwidth and processor time of each backend, of S3's with each of its HTTP clients, against a store
 * without latency or limits in another process. Bodies are dropped: what shows is the client alone.
 */
public final class HttpClients {
    private static final int CONNECTIONS = 32;
    private static final long OBJECT_BYTES = 4L << 30;
    private static final int[] RANGE_BYTES = {64 << 10, 1 << 20, 8 << 20};

    private final ObjectStoreBackend backend;
    private final ObjectLocation location;
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile boolean stopping;

    private HttpClients(ObjectStoreBackend backend, ObjectLocation location) {
        this.backend = backend;
        this.location = location;
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
            List<Client> clients = clients(store.endpoint());
            run(clients, 1, line -> {}); // so that none is measured cold, wherever it stands in the table
            run(clients, seconds, line -> out.println("| " + line));
        }
    }

    private static void run(List<Client> clients, int seconds, Consumer<String> lines) throws InterruptedException {
        for (Client client : clients) {
            try (ObjectStoreBackend backend = client.backend().get()) {
                for (int rangeBytes : RANGE_BYTES) {
                    HttpClients measured =
                            new HttpClients(backend, client.store().location("object"));
                    lines.accept(client.name() + " " + measured.measure(rangeBytes, seconds));
                }
            }
        }
    }

    /** A backend on one HTTP client. */
    private record Client(String name, StoreKind store, Supplier<ObjectStoreBackend> backend) {}

    private static List<Client> clients(URI endpoint) {
        List<Client> clients = new ArrayList<>();
        for (S3HttpClient client : S3HttpClient.values()) {
            S3Options options = StoreKind.s3Options(endpoint)
                    .withMaxConnections(CONNECTIONS)
                    .withHttpClient(client);
            String name = "s3, " + client.name().toLowerCase(Locale.ROOT);
            clients.add(new Client(name, StoreKind.S3, () -> S3Backend.create(options)));
        }
        for (StoreKind kind : List.of(StoreKind.GCS, StoreKind.ADLS)) {
            clients.add(new Client(kind.toString(), kind, () -> kind.backend(endpoint)));
        }
        return clients;
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
                location,
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
