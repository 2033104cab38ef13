package dev.vectorio.s3;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The Transfer Manager in both directions against a RADOS Gateway. */
@EnabledIfEnvironmentVariable(named = RgwServer.ENDPOINT, matches = ".+", disabledReason = "no RADOS Gateway is named")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RgwObjectsTest extends DownloadChecks {
    private RgwServer server;
    private TestBucket bucket;

    @BeforeAll
    void createBucket() {
        server = RgwServer.fromEnvironment();
        bucket = new TestBucket(server.options(), "staging").create();
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
