package dev.vectorio.adls;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.common.StorageSharedKeyCredential;
import java.net.URI;

/** A container and the SDK's plain client to fill it, apart from the code under test. */
final class TestContainer {
    /** The account of the emulators. */
    static final String ACCOUNT = "devstoreaccount1";

    private final BlobServiceClientBuilder builder;
    private final BlobServiceClient client;
    private final String name;

    /**
     * A container on a server that has accounts in the path.
     *
     * @param server its address without the account
     */
    TestContainer(URI server, String key, String name) {
        builder = new BlobServiceClientBuilder()
                .endpoint(server + "/" + ACCOUNT)
                .credential(new StorageSharedKeyCredential(ACCOUNT, key));
        client = builder.buildClient();
        this.name = name;
    }

    /** Creates the container, unless it is there. */
    TestContainer create() {
        client.createBlobContainerIfNotExists(name);
        return this;
    }

    String name() {
        return name;
    }

    BlobServiceClient client() {
        return client;
    }

    BlobServiceAsyncClient asyncClient() {
        return builder.buildAsyncClient();
    }

    void put(String blob, byte[] content) {
        client.getBlobContainerClient(name).getBlobClient(blob).upload(BinaryData.fromBytes(content), true);
    }

    void putEncoded(String blob, byte[] content, String encoding) {
        BlobParallelUploadOptions options = new BlobParallelUploadOptions(BinaryData.fromBytes(content))
                .setHeaders(new BlobHttpHeaders().setContentEncoding(encoding));
        var unused = client.getBlobContainerClient(name)
                .getBlobClient(blob)
                .uploadWithResponse(options, null, com.azure.core.util.Context.NONE);
    }

    void delete(String blob) {
        client.getBlobContainerClient(name).getBlobClient(blob).deleteIfExists();
    }
}
