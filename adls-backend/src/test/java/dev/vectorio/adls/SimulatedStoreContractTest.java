package dev.vectorio.adls;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.SimulatedStoreContract;
import dev.vectorio.testkit.StoreFeature;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The contract on the simulated store, whose blobs the SDK's own client writes; shared keys are checked. */
class SimulatedStoreContractTest extends SimulatedStoreContract {
    private static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));
    private static final int POOL = 16;

    private final TestContainer container = new TestContainer(simulatedStore().uri(), KEY, BUCKET);

    SimulatedStoreContractTest() {
        super(StoreSettings.defaults()
                .withAzure(AzureSettings.defaults()
                        .withKeys(Map.of(TestContainer.ACCOUNT, KEY))
                        .withAnonymousAllowed(false)));
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return AdlsBackend.create(AdlsOptions.defaults()
                .withEndpoint(simulatedStore().uri())
                .withAccountKey(TestContainer.ACCOUNT, KEY)
                .withMaxConnections(POOL));
    }

    @Override
    protected ContractFeatures features() {
        return super.features().with(StoreFeature.SUPPLIED_CLIENT);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", BUCKET + "@devstoreaccount1.dfs.core.windows.net", key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", "no-such-container@devstoreaccount1.dfs.core.windows.net", "key");
    }

    @Override
    protected void put(String key, byte[] content) {
        container.put(key, content);
        simulatedStore().log().clear();
    }

    @Override
    protected void replace(String key, byte[] content) {
        put(key, content);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        container.putEncoded(key, content, contentEncoding);
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return AdlsBackend.of(container.asyncClient(), POOL);
    }

    @Override
    protected boolean suppliedClientWorks() {
        return Boolean.TRUE.equals(container
                .asyncClient()
                .getBlobContainerAsyncClient(BUCKET)
                .exists()
                .block());
    }

    @Override
    protected List<String> secrets() {
        return List.of(KEY);
    }
}
