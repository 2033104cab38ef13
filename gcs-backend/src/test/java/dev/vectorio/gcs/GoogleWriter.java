package dev.vectorio.gcs;

import com.google.cloud.NoCredentials;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageOptions;
import java.net.URI;
import java.util.Optional;

/** Fills a bucket with Google's own client, apart from the code under test. */
final class GoogleWriter implements AutoCloseable {
    private final Storage client;
    private final String bucket;

    GoogleWriter(Storage client, String bucket) {
        this.client = client;
        this.bucket = bucket;
    }

    /** On a store that asks for no credentials. */
    static GoogleWriter on(URI store, String bucket) {
        return new GoogleWriter(
                StorageOptions.http()
                        .setHost(store.toString())
                        .setProjectId("simulated")
                        .setCredentials(NoCredentials.getInstance())
                        .build()
                        .getService(),
                bucket);
    }

    Storage client() {
        return client;
    }

    void put(String key, byte[] content) {
        put(key, content, Optional.empty());
    }

    void put(String key, byte[] content, Optional<String> encoding) {
        BlobInfo.Builder info = BlobInfo.newBuilder(bucket, key);
        encoding.ifPresent(info::setContentEncoding);
        client.create(info.build(), content);
    }

    void delete(String key) {
        client.delete(BlobId.of(bucket, key));
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (Exception e) {
            throw new AssertionError("the client cannot be closed", e);
        }
    }
}
