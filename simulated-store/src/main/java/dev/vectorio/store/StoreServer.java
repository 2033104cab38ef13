package dev.vectorio.store;

import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts a store from a shell and keeps it until the process is ended. */
public final class StoreServer {
    private static final String USAGE = String.join(
            System.lineSeparator(),
            "usage: StoreServer [--port N] [--bucket NAME] [--root DIR] [--synthetic KEY=BYTES] [--ttfb-ms MS] [--sigma S]",
            "                   [--connection-mbps MB/s] [--total-mbps MB/s] [--seed N] [--threads N]",
            "  --root DIR       serves every file below DIR, its path as key, in the bucket (default: data)",
            "  --synthetic K=B  serves an object of B bytes under key K; several are separated by commas",
            "  --ttfb-ms MS     median time to first byte, log-normal with --sigma (default 0)",
            "  --…-mbps         bandwidth in 10^6 bytes per second (default: no limit)");
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MEGABYTE = 1e6;

    private static final List<String> FLAGS = List.of(
            "--port",
            "--bucket",
            "--root",
            "--synthetic",
            "--ttfb-ms",
            "--sigma",
            "--connection-mbps",
            "--total-mbps",
            "--seed",
            "--threads");

    private final Map<String, String> flags = new LinkedHashMap<>();

    private StoreServer(String... arguments) {
        for (int i = 0; i < arguments.length; i += 2) {
            if (!FLAGS.contains(arguments[i])) {
                throw new IllegalArgumentException("unknown flag " + arguments[i]);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException("no value for " + arguments[i]);
            }
            flags.put(arguments[i], arguments[i + 1]);
        }
    }

    /** Runs a store until the process is ended; without arguments a bare one, with wrong ones exit code 2 and the usage. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (SimulatedStore store = start(arguments)) {
            PrintStream out = System.out;
            out.println("listening on " + store.uri() + ", " + store.timing());
            Thread.currentThread().join();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            System.exit(2);
        }
    }

    /**
     * Starts the store that the flags describe.
     *
     * @throws IllegalArgumentException if they describe none
     */
    static SimulatedStore start(String... arguments) throws IOException {
        return new StoreServer(arguments).start();
    }

    private SimulatedStore start() throws IOException {
        StoreSettings settings = StoreSettings.defaults()
                .withPort(Integer.parseInt(flags.getOrDefault("--port", "0")))
                .withThreads(Integer.parseInt(flags.getOrDefault("--threads", "2")))
                .withTiming(timing());
        SimulatedStore store = SimulatedStore.start(settings);
        try {
            fill(store, flags.getOrDefault("--bucket", "data"));
            return store;
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private void fill(SimulatedStore store, String bucket) throws IOException {
        store.bucket(bucket);
        if (flags.containsKey("--root")) {
            preload(store, bucket, Path.of(flags.getOrDefault("--root", "")));
        }
        for (String synthetic : flags.getOrDefault("--synthetic", "").split(",", -1)) {
            int equals = synthetic.lastIndexOf('=');
            if (equals > 0) {
                long length = Long.parseLong(synthetic.substring(equals + 1));
                store.putSynthetic(bucket, synthetic.substring(0, equals), length, seed());
            }
        }
    }

    private TimingModel timing() {
        double millis = Double.parseDouble(flags.getOrDefault("--ttfb-ms", "0"));
        return TimingModel.none()
                .withFirstByte(
                        Duration.ofNanos((long) (millis * NANOS_PER_MILLI)),
                        Double.parseDouble(flags.getOrDefault("--sigma", "0")))
                .withBandwidth(bytesPerSecond("--connection-mbps"), bytesPerSecond("--total-mbps"))
                .withSeed(seed());
    }

    private long bytesPerSecond(String flag) {
        String megabytes = flags.getOrDefault(flag, "");
        return megabytes.isEmpty()
                ? TimingModel.UNLIMITED
                : (long) (Double.parseDouble(megabytes) * BYTES_PER_MEGABYTE);
    }

    private long seed() {
        return Long.parseLong(flags.getOrDefault("--seed", "1"));
    }

    private static void preload(SimulatedStore store, String bucket, Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String key = root.relativize(file)
                        .toString()
                        .replace(root.getFileSystem().getSeparator(), "/");
                store.putFile(bucket, key, file);
            }
        }
    }
}
