package dev.vectorio.cli.demo;

import dev.vectorio.VectorIo;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestLog;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/** The store in this process and the one client that both ways of reading use. */
abstract class DemoStore implements AutoCloseable {
    static final long SEED = 20_261_130;
    static final String BUCKET = "demo";

    private static final double SIGMA = 0.1;
    private static final long TOTAL_BYTES_PER_SECOND = 400_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final SimulatedStore store;

    /**
     * Starts a store as fast as those of this kind are.
     *
     * @param name of the kind
     * @param firstByteMillis median time to first byte
     * @param connectionBytesPerSecond of one connection
     */
    DemoStore(String name, long firstByteMillis, long connectionBytesPerSecond) {
        this.name = name;
        TimingModel timing = TimingModel.none()
                .withFirstByte(Duration.ofMillis(firstByteMillis), SIGMA)
                .withBandwidth(connectionBytesPerSecond, TOTAL_BYTES_PER_SECOND)
                .withSeed(SEED);
        store = SimulatedStore.start(StoreSettings.defaults().withTiming(timing));
        store.bucket(BUCKET);
    }

    final String description() {
        TimingModel timing = store.timing();
        return "a simulated " + name + " store in this process: "
                + timing.firstByteMedian().toMillis()
                + " ms to first byte (log-normal, sigma " + SIGMA + ", seed " + SEED + "), "
                + timing.connectionBytesPerSecond() / 1_000_000 + " MB/s a connection, "
                + TOTAL_BYTES_PER_SECOND / 1_000_000 + " MB/s in all";
    }

    final String name() {
        return name;
    }

    final SimulatedStore store() {
        return store;
    }

    final RequestLog log() {
        return store.log();
    }

    /** Where a staged file lies. */
    abstract ObjectLocation location(String key);

    /** The client, used the plain way. */
    abstract PlainClient plain();

    /** The library on the same client. */
    abstract VectorIo library();

    /**
     * Stages files, each under its own name.
     *
     * @param moved hears how many bytes have moved in all
     * @return how it was done, for people
     */
    String stage(List<Path> files, LongConsumer moved) throws IOException {
        for (Path file : files) {
            store.putFile(BUCKET, file.getFileName().toString(), file);
        }
        return "put into the store";
    }

    /** What the store saw since the log was cleared. */
    final Reading.Requests requests() throws IOException {
        try {
            if (!log().awaitIdle(PATIENCE)) {
                throw new IOException("the store is still busy after " + PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        return new Reading.Requests(log().gets(), log().heads(), log().bytesSent(), log().maxInFlight());
    }

    /** Ends the client. */
    abstract void closeClient();

    @Override
    public final void close() {
        closeClient();
        store.close();
    }
}
