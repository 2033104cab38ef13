package dev.vectorio.gcs;

import com.google.cloud.storage.StorageOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.ObjectStoreBackendContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The contract on the real store: {@code mvn verify -Plive -pl gcs-backend -am}, with a bucket of the user's in {@code
 * VECTORIO_LIVE_GCS_BUCKET} and the application default credentials. Writes below a prefix of its own and deletes it all.
 */
@Tag("live")
@EnabledIfEnvironmentVariable(
        named = LiveContractTest.VARIABLE,
        matches = ".+",
        disabledReason = LiveContractTest.VARIABLE + " names no bucket to test on")
class LiveContractTest extends ObjectStoreBackendContract {
    static final String VARIABLE = "VECTORIO_LIVE_GCS_BUCKET";

    private static final int POOL = 16;

    private final String bucket = Optional.ofNullable(System.getenv(VARIABLE)).orElse("");
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";
    private final GoogleWriter writer =
            new GoogleWriter(StorageOptions.http().build().getService(), bucket);

    @Override
    protected void closeStore() {
        writer.close();
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return GcsBackend.create(GcsOptions.defaults().withMaxConnections(POOL));
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.SUPPLIED_CLIENT);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", bucket, prefix + key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("gs", "vector-io-" + UUID.randomUUID(), "key");
    }

    @Override
    protected void put(String key, byte[] content) {
        writer.put(prefix + key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        writer.put(prefix + key, content);
    }

    @Override
    protected void delete(String key) {
        writer.delete(prefix + key);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        writer.put(prefix + key, content, Optional.of(contentEncoding));
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return GcsBackend.of(writer.client(), GcsOptions.defaults().withMaxConnections(POOL));
    }

    @Override
    protected boolean suppliedClientWorks() {
        return writer.client().get(bucket) != null;
    }
}
