package dev.vectorio.s3;

import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.StoreFeature;
import java.util.List;

/** The contract against a real S3 server that checks signatures. */
class S3ProxyContractTest extends S3ContractFixture {
    private static final TestBucket BUCKET = new TestBucket(S3ProxyServer.get().options(), "contract").create();

    @Override
    S3Options options() {
        return S3ProxyServer.get().options();
    }

    @Override
    TestBucket bucket() {
        return BUCKET;
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                        StoreFeature.RANGE_BEHIND_END_REFUSED,
                        StoreFeature.MISSING_CONTAINER,
                        StoreFeature.STATUS_IN_ERRORS,
                        StoreFeature.CODE_IN_ERRORS,
                        StoreFeature.REQUEST_ID,
                        StoreFeature.ENCODED_DELIVERED_AS_STORED,
                        StoreFeature.SUPPLIED_CLIENT)
                .withImpossibleKeys("a//b"); // it keeps objects in a file system of its own
    }

    @Override
    protected List<String> secrets() {
        return List.of(S3ProxyServer.SECRET_KEY);
    }
}
