package dev.vectorio.cli.demo;

import com.google.cloud.NoCredentials;
import com.google.cloud.ReadChannel;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageException;
import com.google.cloud.storage.StorageOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.model.ObjectLocation;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Google Cloud Storage, read with Google's client. */
final class GcsDemoStore extends DemoStore implements PlainClient {
    private final Storage client;

    GcsDemoStore() {
        super("GCS", 60, 50_000_000);
        client = StorageOptions.http()
                .setHost(store().uri().toString())
                .setProjectId(BUCKET)
                .setCredentials(NoCredentials.getInstance())
                .build()
                .getService();
    }

    @Override
    ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }

    @Override
    PlainClient plain() {
        return this;
    }

    @Override
    public long length(String key) throws IOException {
        try {
            Blob blob = client.get(BlobId.of(BUCKET, key));
            return blob.getSize();
        } catch (StorageException e) {
            throw new IOException(e);
        }
    }

    @Override
    public ByteBuffer get(String key, long offset, int bytes) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(bytes);
        try (ReadChannel channel = client.reader(BlobId.of(BUCKET, key))) {
            channel.setChunkSize(0); // no reading ahead
            channel.seek(offset);
            channel.limit(offset + bytes);
            while (target.hasRemaining()) {
                if (channel.read(target) < 0) {
                    throw new EOFException(key + " ends early");
                }
            }
        }
        return target.flip();
    }

    @Override
    VectorIo library() {
        return VectorIo.builder().attach(Storage.class, client).build();
    }

    @Override
    void closeClient() {
        try {
            client.close();
        } catch (Exception e) {
            throw new IllegalStateException("a client over HTTP has nothing that can fail to close", e);
        }
    }
}
