package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ObjectStoreBackendContract;
import java.util.Optional;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** What the contract needs of an S3 server, whichever it is. */
abstract class S3ContractFixture extends ObjectStoreBackendContract {
    private static final int POOL = 16;

    /** How to reach the server. */
    abstract S3Options options();

    /** A bucket on it. */
    abstract TestBucket bucket();

    @Override
    protected ObjectStoreBackend openBackend() {
        return S3Backend.create(options().withMaxConnections(POOL));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("s3", bucket().name(), key);
    }

    @Override
    protected void put(String key, byte[] content) {
        bucket().put(key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        bucket().put(key, content);
    }

    @Override
    protected void delete(String key) {
        bucket().delete(key);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        bucket().put(key, content, Optional.of(contentEncoding));
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("s3", "no-such-bucket-here", "key");
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return S3Backend.of(bucket().client(), POOL);
    }

    @Override
    protected boolean suppliedClientWorks() {
        S3AsyncClient client = bucket().client();
        return client.listObjectsV2(request -> request.bucket(bucket().name()))
                .join()
                .sdkHttpResponse()
                .isSuccessful();
    }
}
