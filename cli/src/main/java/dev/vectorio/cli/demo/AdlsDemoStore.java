package dev.vectorio.cli.demo;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobRange;
import com.azure.storage.blob.models.BlobStorageException;
import dev.vectorio.VectorIo;
import dev.vectorio.model.ObjectLocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Azure Data Lake Storage, read with the Azure SDK. */
final class AdlsDemoStore extends DemoStore implements PlainClient {
    private static final String ACCOUNT = "devstoreaccount1";

    private final BlobServiceClient client;
    private final BlobServiceAsyncClient asyncClient;

    AdlsDemoStore() {
        super("ADLS", 30, 60_000_000);
        BlobServiceClientBuilder builder = new BlobServiceClientBuilder().endpoint(store().uri() + "/" + ACCOUNT);
        client = builder.buildClient();
        asyncClient = builder.buildAsyncClient();
    }

    @Override
    ObjectLocation location(String key) {
        return new ObjectLocation("abfs", BUCKET + "@" + ACCOUNT + ".dfs.core.windows.net", key);
    }

    @Override
    PlainClient plain() {
        return this;
    }

    private BlobClient blob(String key) {
        return client.getBlobContainerClient(BUCKET).getBlobClient(key);
    }

    @Override
    public long length(String key) throws IOException {
        try {
            return blob(key).getProperties().getBlobSize();
        } catch (BlobStorageException e) {
            throw new IOException(e);
        }
    }

    @Override
    public ByteBuffer get(String key, long offset, int bytes) throws IOException {
        ByteArrayOutputStream target = new ByteArrayOutputStream(bytes);
        try {
            blob(key)
                    .downloadStreamWithResponse(
                            target, new BlobRange(offset, (long) bytes), null, null, false, null, Context.NONE);
        } catch (BlobStorageException e) {
            throw new IOException(e);
        }
        return ByteBuffer.wrap(target.toByteArray());
    }

    @Override
    VectorIo library() {
        return VectorIo.builder()
                .attach(BlobServiceAsyncClient.class, asyncClient)
                .build();
    }

    /** The SDK's clients share what they run on with the JVM, and have no end. */
    @Override
    void closeClient() {}
}
