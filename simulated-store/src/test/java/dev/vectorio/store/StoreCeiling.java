package dev.vectorio.store;

import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures what the store can serve at most, with a client that does nothing but read: blocking sockets, one request after
 * another on each, bodies thrown away. Client and store share this process and its processors, as in tests and demo.
 */
final class StoreCeiling {
    private static final long OBJECT_BYTES = 4L << 30;
    private static final long WARM_UP_SECONDS = 2;
    private static final long MEASURED_SECONDS = 4;
    private static final double BYTES_PER_MEGABYTE = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final URI uri;
    private final long rangeBytes;

    private StoreCeiling(URI uri, long rangeBytes) {
        this.uri = uri;
        this.rangeBytes = rangeBytes;
    }

    /** Prints the table of the module's README. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        TimingModel model = TimingModel.none()
                .withFirstByte(Duration.ofMillis(30), 0.1)
                .withBandwidth(60_000_000, 400_000_000)
                .withSeed(1);
        out.println("| model | range | connections | requests/s | MB/s |");
        out.println("|---|---|---|---|---|");
        for (TimingModel timing : List.of(TimingModel.none(), model)) {
            try (SimulatedStore store = SimulatedStore.start(
                    StoreSettings.defaults().withTiming(timing).withLogLimit(10_000))) {
                store.putSynthetic("b", "k", OBJECT_BYTES, 1);
                for (int rangeBytes : new int[] {64 << 10, 8 << 20}) {
                    for (int connections : new int[] {1, 8, 32, 64}) {
                        double bytesPerSecond = new StoreCeiling(store.uri(), rangeBytes).measure(connections);
                        out.printf(
                                "| %s | %d KiB | %d | %,.0f | %,.0f |%n",
                                timing.limitsBandwidth() ? "30 ms, 60 MB/s, 400 MB/s" : "none",
                                rangeBytes >> 10,
                                connections,
                                bytesPerSecond / rangeBytes,
                                bytesPerSecond / BYTES_PER_MEGABYTE);
                    }
                }
            }
        }
    }

    private double measure(int connections) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        long begin = System.nanoTime() + TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS);
        long end = begin + TimeUnit.SECONDS.toNanos(MEASURED_SECONDS);
        List<Future<Long>> counts = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int number = i;
            counts.add(threads.submit(() -> bytesBetween(begin, end, number)));
        }
        long bytes = 0;
        for (Future<Long> count : counts) {
            bytes += count.get();
        }
        threads.shutdown();
        return bytes * NANOS_PER_SECOND / (end - begin);
    }

    /** Reads until {@code end}; returns the body bytes that came after {@code begin}. */
    private long bytesBetween(long begin, long end, int number) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(256 << 10);
        long counted = 0;
        try (SocketChannel socket = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()))) {
            long offset = number * 1000L;
            while (true) {
                offset = (offset + rangeBytes) % (OBJECT_BYTES - rangeBytes);
                socket.write(ByteBuffer.wrap(("GET /b/k HTTP/1.1\r\nHost: h\r\nRange: bytes=" + offset + "-"
                                + (offset + rangeBytes - 1) + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)));
                int count = skipHead(socket, buffer);
                for (long left = rangeBytes - count; ; left -= count) {
                    long now = System.nanoTime();
                    if (now > end) {
                        return counted;
                    }
                    counted += now > begin ? count : 0;
                    if (left == 0) {
                        break;
                    }
                    buffer.clear();
                    count = socket.read(buffer);
                }
            }
        }
    }

    /** Reads past the head; returns how many bytes of the body came with it. */
    private static int skipHead(SocketChannel socket, ByteBuffer buffer) throws IOException {
        buffer.clear();
        int matched = 0;
        while (true) {
            int from = buffer.position();
            if (socket.read(buffer) < 0) {
                throw new IOException("closed");
            }
            for (int i = from; i < buffer.position(); i++) {
                byte expected = (byte) (matched % 2 == 0 ? '\r' : '\n');
                matched = buffer.get(i) == expected ? matched + 1 : 0;
                if (matched == 4) {
                    return buffer.position() - i - 1;
                }
            }
        }
    }
}
