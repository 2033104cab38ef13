package dev.vectorio.s3;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The RADOS Gateway checks signatures. */
@EnabledIfEnvironmentVariable(named = RgwServer.ENDPOINT, matches = ".+", disabledReason = "no RADOS Gateway is named")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RgwSignatureTest extends SignatureChecks {
    private RgwServer server;
    private TestBucket bucket;

    @BeforeAll
    void createBucket() {
        server = RgwServer.fromEnvironment();
        bucket = new TestBucket(server.options(), "signed").create();
    }

    @Override
    S3Options options() {
        return server.options();
    }

    @Override
    TestBucket bucket() {
        return bucket;
    }
}
