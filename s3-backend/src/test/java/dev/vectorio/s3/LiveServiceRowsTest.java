package dev.vectorio.s3;

import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On the service, in a bucket of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(named = LiveBucket.VARIABLE, matches = ".+", disabledReason = LiveBucket.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveServiceRowsTest extends ServiceRows {
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";
    private final TestBucket bucket = LiveBucket.open();

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

    @Override
    String prefix() {
        return prefix;
    }
}
