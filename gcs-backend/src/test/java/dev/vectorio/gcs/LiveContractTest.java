package dev.vectorio.gcs;

import com.google.cloud.storage.StorageOptions;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.ObjectStoreBackendContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract on the service, in a bucket of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(
        named = LiveContractTest.VARIABLE,
        matches = ".+",
        disabledReason = LiveContractTest.ABSENT)
class LiveContractTest extends ObjectStoreBackendContract {
    /** The variable without which tests on the service are skipped. */
    static final String VARIABLE = "VECTORIO_LIVE_GCS_BUCKET";

    static final String ABSENT = VARIABLE + " names no bucket to test on: see docs/backends.md";

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

    /**
     * What needs no fault and no second account. The service may say "no such object" of a bucket that is missing too, so which
     * of them it names is not asked.
     */
    @Override
    protected ContractFeatures features() {
        ContractFeatures always = ContractFeatures.of(
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.RANGE_BEHIND_END_REFUSED,
                StoreFeature.LENGTH_WHEN_OUT_OF_BOUNDS,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.SUPPLIED_CLIENT);
        boolean versions = Boolean.TRUE.equals(writer.client().get(bucket).versioningEnabled());
        return versions ? always.with(StoreFeature.VERSION_IDS) : always;
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
