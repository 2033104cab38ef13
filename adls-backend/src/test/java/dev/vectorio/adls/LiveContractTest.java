package dev.vectorio.adls;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.ObjectStoreBackendContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract on the service, in a container of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(named = LiveAccount.VARIABLE, matches = ".+", disabledReason = LiveAccount.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveContractTest extends ObjectStoreBackendContract {
    private static final int POOL = 16;

    private final LiveAccount account = LiveAccount.fromEnvironment();
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";
    private final BlobContainerClient client = account.blockingClient().getBlobContainerClient(account.container());

    @Override
    protected ObjectStoreBackend openBackend() {
        return AdlsBackend.create(account.options().withMaxConnections(POOL));
    }

    /** What needs no fault and no second account; versions where the environment says that the account keeps them. */
    @Override
    protected ContractFeatures features() {
        ContractFeatures always = ContractFeatures.of(
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.MISSING_NAMED,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.CODE_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.RANGE_BEHIND_END_REFUSED,
                StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.SUPPLIED_CLIENT);
        return "true".equals(System.getenv("VECTORIO_LIVE_ADLS_VERSIONS"))
                ? always.with(StoreFeature.VERSION_IDS)
                : always;
    }

    @Override
    protected ObjectLocation location(String name) {
        return new ObjectLocation(
                "abfss", account.container() + "@" + account.name() + ".dfs.core.windows.net", prefix + name);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", UUID.randomUUID() + "@" + account.name() + ".dfs.core.windows.net", "key");
    }

    @Override
    protected void put(String name, byte[] content) {
        client.getBlobClient(prefix + name).upload(BinaryData.fromBytes(content), true);
    }

    @Override
    protected void replace(String name, byte[] content) {
        put(name, content);
    }

    @Override
    protected void putEncoded(String name, byte[] content, String contentEncoding) {
        var unused = client.getBlobClient(prefix + name)
                .uploadWithResponse(
                        new BlobParallelUploadOptions(BinaryData.fromBytes(content))
                                .setHeaders(new BlobHttpHeaders().setContentEncoding(contentEncoding)),
                        null,
                        com.azure.core.util.Context.NONE);
    }

    @Override
    protected void delete(String name) {
        client.getBlobClient(prefix + name).deleteIfExists();
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return AdlsBackend.of(account.client().buildAsyncClient(), POOL);
    }

    @Override
    protected boolean suppliedClientWorks() {
        return Boolean.TRUE.equals(client.exists());
    }

    @Override
    protected List<String> secrets() {
        return List.of(account.key());
    }
}
