package dev.vectorio.s3;

import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.StoreFeature;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract against a Ceph RADOS Gateway, on a bucket that keeps versions. */
@EnabledIfEnvironmentVariable(named = RgwServer.ENDPOINT, matches = ".+", disabledReason = "no RADOS Gateway is named")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RgwContractTest extends S3ContractFixture {
    private RgwServer server;
    private TestBucket bucket;

    @BeforeAll
    void createBucket() {
        server = RgwServer.fromEnvironment();
        bucket = new TestBucket(server.options(), "contract").create().keepVersions();
    }

    @Override
    S3Options options() {
        return server.options();
    }

    @Override
    TestBucket bucket() {
        return bucket;
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                StoreFeature.RANGE_BEHIND_END_REFUSED,
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.CODE_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.VERSION_IDS,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.SUPPLIED_CLIENT);
    }

    @Override
    protected List<String> secrets() {
        return List.of(server.secretKey());
    }
}
