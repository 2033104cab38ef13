package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.StoreFeature;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract on the service, in a bucket of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(named = LiveBucket.VARIABLE, matches = ".+", disabledReason = LiveBucket.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveContractTest extends S3ContractFixture {
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";
    private final TestBucket bucket = LiveBucket.open();
    private final boolean versions = bucket.keepsVersions();

    @AfterAll
    void close() {
        bucket.close();
    }

    @Override
    S3Options options() {
        return LiveBucket.options();
    }

    @Override
    TestBucket bucket() {
        return bucket;
    }

    /** What needs no fault and no second account. */
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
        return versions ? always.with(StoreFeature.VERSION_IDS) : always;
    }

    @Override
    protected ObjectLocation location(String key) {
        return super.location(prefix + key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("s3", "vector-io-" + UUID.randomUUID(), "key");
    }

    @Override
    protected void put(String key, byte[] content) {
        super.put(prefix + key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        super.replace(prefix + key, content);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        super.putEncoded(prefix + key, content, contentEncoding);
    }

    @Override
    protected void delete(String key) {
        super.delete(prefix + key);
    }
}
