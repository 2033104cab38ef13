package dev.vectorio.s3;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.BucketAlreadyOwnedByYouException;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;

/** A bucket and a plain SDK client to fill it, apart from the code under test. */
final class TestBucket implements AutoCloseable {
    private final S3AsyncClient client;
    private final String name;

    TestBucket(S3Options options, String name) {
        S3Clients clients = S3Clients.of(options.withHttpClient(S3HttpClient.NETTY));
        this.client = clients.builder(clients.source()).build();
        this.name = name;
    }

    /** Creates the bucket, unless it is there. */
    TestBucket create() {
        try {
            client.createBucket(request -> request.bucket(name)).join();
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof BucketAlreadyOwnedByYouException)) {
                throw e;
            }
        }
        return this;
    }

    TestBucket keepVersions() {
        client.putBucketVersioning(request -> request.bucket(name)
                        .versioningConfiguration(versioning -> versioning.status(BucketVersioningStatus.ENABLED)))
                .join();
        return this;
    }

    boolean keepsVersions() {
        return client.getBucketVersioning(request -> request.bucket(name))
                        .join()
                        .status()
                == BucketVersioningStatus.ENABLED;
    }

    String name() {
        return name;
    }

    S3AsyncClient client() {
        return client;
    }

    void put(String key, byte[] content) {
        put(key, content, Optional.empty());
    }

    void put(String key, byte[] content, Optional<String> encoding) {
        client.putObject(
                        request -> request.bucket(name).key(key).contentEncoding(encoding.orElse(null)),
                        AsyncRequestBody.fromBytes(content))
                .join();
    }

    void put(String key, String content) {
        put(key, content.getBytes(StandardCharsets.UTF_8));
    }

    void delete(String key) {
        client.deleteObject(request -> request.bucket(name).key(key)).join();
    }

    @Override
    public void close() {
        client.close();
    }
}
