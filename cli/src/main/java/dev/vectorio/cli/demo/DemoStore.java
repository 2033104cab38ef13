package dev.vectorio.cli.demo;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.s3.S3Objects;
import dev.vectorio.s3.S3Options;
import dev.vectorio.s3.StagedFile;
import dev.vectorio.s3.StagingProgress;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestLog;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** The store in this process and the one client that both ways of reading use. */
final class DemoStore implements AutoCloseable {
    static final long SEED = 20_261_130;

    private static final String BUCKET = "demo";
    private static final Duration FIRST_BYTE = Duration.ofMillis(30);
    private static final double SIGMA = 0.1;
    private static final long CONNECTION_BYTES_PER_SECOND = 60_000_000;
    private static final long TOTAL_BYTES_PER_SECOND = 400_000_000;
    private static final int CONNECTIONS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final SimulatedStore store;
    private final S3AsyncClient client;

    DemoStore() {
        TimingModel timing = TimingModel.none()
                .withFirstByte(FIRST_BYTE, SIGMA)
                .withBandwidth(CONNECTION_BYTES_PER_SECOND, TOTAL_BYTES_PER_SECOND)
                .withSeed(SEED);
        store = SimulatedStore.start(StoreSettings.defaults().withTiming(timing));
        store.bucket(BUCKET);
        client = S3AsyncClient.builder()
                .endpointOverride(store.uri())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(CONNECTIONS))
                .build();
    }

    static String description() {
        return "a simulated S3 store in this process: " + FIRST_BYTE.toMillis()
                + " ms to first byte (log-normal, sigma "
                + SIGMA + ", seed " + SEED + "), " + CONNECTION_BYTES_PER_SECOND / 1_000_000 + " MB/s a connection, "
                + TOTAL_BYTES_PER_SECOND / 1_000_000 + " MB/s in all";
    }

    S3AsyncClient client() {
        return client;
    }

    RequestLog log() {
        return store.log();
    }

    ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    PlainInputFile plain(String key) {
        return new PlainInputFile(client, BUCKET, key);
    }

    /** Stages files with the Transfer Manager, each under its own name. */
    void stage(List<Path> files, StagingProgress progress) throws IOException {
        S3Options options = S3Options.from(Map.of(
                "vectorio.s3.endpoint", store.uri().toString(),
                "vectorio.s3.path-style", "true",
                "vectorio.s3.anonymous", "true"));
        List<StagedFile> staged = files.stream()
                .map(file -> new StagedFile(file, location(file.getFileName().toString())))
                .toList();
        try (S3Objects objects = S3Objects.create(options)) {
            objects.uploadAll(staged, progress).join();
        } catch (CompletionException e) {
            throw new IOException("staging failed", e.getCause());
        }
    }

    /** What the store saw since the log was cleared. */
    Reading.Requests requests() throws IOException {
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

    @Override
    public void close() {
        client.close();
        store.close();
    }
}
