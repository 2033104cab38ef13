package dev.vectorio.adls;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.common.StorageSharedKeyCredential;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.ObjectStoreBackendContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract against an account and a container of the user's, whose objects it writes and deletes again. */
@EnabledIfEnvironmentVariable(
        named = LiveContractTest.ACCOUNT,
        matches = ".+",
        disabledReason = "no account is named: see docs/backends.md, \"Against the real store\"")
class LiveContractTest extends ObjectStoreBackendContract {
    static final String ACCOUNT = "VECTORIO_LIVE_ADLS_ACCOUNT";

    private static final int POOL = 16;

    private final String account = setting(ACCOUNT);
    private final String key = setting("VECTORIO_LIVE_ADLS_KEY");
    private final String container = setting("VECTORIO_LIVE_ADLS_CONTAINER");
    private final BlobContainerClient client = new BlobServiceClientBuilder()
            .endpoint("https://" + account + ".blob.core.windows.net")
            .credential(new StorageSharedKeyCredential(account, key))
            .buildClient()
            .getBlobContainerClient(container);

    private static String setting(String name) {
        return Objects.requireNonNull(System.getenv(name), () -> name + " is not set");
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return AdlsBackend.create(
                AdlsOptions.defaults().withAccountKey(account, key).withMaxConnections(POOL));
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.CODE_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.RANGE_BEHIND_END_REFUSED,
                StoreFeature.ENCODED_DELIVERED_AS_STORED);
    }

    @Override
    protected ObjectLocation location(String name) {
        return new ObjectLocation("abfss", container + "@" + account + ".dfs.core.windows.net", name);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", "no-such-container-here@" + account + ".dfs.core.windows.net", "key");
    }

    @Override
    protected void put(String name, byte[] content) {
        client.getBlobClient(name).upload(BinaryData.fromBytes(content), true);
    }

    @Override
    protected void replace(String name, byte[] content) {
        put(name, content);
    }

    @Override
    protected void putEncoded(String name, byte[] content, String contentEncoding) {
        var unused = client.getBlobClient(name)
                .uploadWithResponse(
                        new BlobParallelUploadOptions(BinaryData.fromBytes(content))
                                .setHeaders(new BlobHttpHeaders().setContentEncoding(contentEncoding)),
                        null,
                        com.azure.core.util.Context.NONE);
    }

    @Override
    protected void delete(String name) {
        client.getBlobClient(name).deleteIfExists();
    }

    @Override
    protected List<String> secrets() {
        return List.of(key);
    }
}
