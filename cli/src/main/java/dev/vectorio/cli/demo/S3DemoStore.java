package dev.vectorio.cli.demo;

import dev.vectorio.VectorIo;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.s3.S3Objects;
import dev.vectorio.s3.S3Options;
import dev.vectorio.s3.StagedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** S3, read with the AWS SDK. */
final class S3DemoStore extends DemoStore implements PlainClient {
    private static final int CONNECTIONS = 64;

    private final S3AsyncClient client;

    S3DemoStore() {
        super("S3", 30, 60_000_000);
        client = S3AsyncClient.builder()
                .endpointOverride(store().uri())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(CONNECTIONS))
                .build();
    }

    @Override
    ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    @Override
    PlainClient plain() {
        return this;
    }

    @Override
    public long length(String key) throws IOException {
        return joined(client.headObject(head -> head.bucket(BUCKET).key(key))).contentLength();
    }

    @Override
    public ByteBuffer get(String key, long offset, int bytes) throws IOException {
        String range = "bytes=" + offset + "-" + (offset + bytes - 1);
        return joined(client.getObject(
                        get -> get.bucket(BUCKET).key(key).range(range), AsyncResponseTransformer.toBytes()))
                .asByteBuffer();
    }

    private static <T> T joined(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw new IOException(e.getCause() == null ? e : e.getCause());
        }
    }

    @Override
    VectorIo library() {
        return VectorIo.builder().attach(S3AsyncClient.class, client).build();
    }

    @Override
    String stage(List<Path> files, LongConsumer moved) throws IOException {
        S3Options options = S3Options.defaults()
                .withEndpoint(store().uri())
                .withPathStyle(true)
                .withAnonymous(true);
        List<StagedFile> staged = files.stream()
                .map(file -> new StagedFile(file, location(file.getFileName().toString())))
                .toList();
        Map<StagedFile, Long> movedByFile = new ConcurrentHashMap<>();
        try (S3Objects objects = S3Objects.create(options)) {
            objects.uploadAll(staged, (file, bytes, total) -> {
                        movedByFile.put(file, bytes);
                        moved.accept(movedByFile.values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
                    })
                    .join();
        } catch (CompletionException e) {
            throw new IOException("staging failed", e.getCause());
        }
        return "staged with the S3 Transfer Manager";
    }

    @Override
    void closeClient() {
        client.close();
    }
}
