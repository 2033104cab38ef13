package dev.vectorio.gcs;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.cloud.storage.StorageOptions;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On the service, in a bucket of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(
        named = LiveContractTest.VARIABLE,
        matches = ".+",
        disabledReason = LiveContractTest.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveServiceRowsTest extends ServiceRows {
    private static final String PAYING = "VECTORIO_LIVE_GCS_PROJECT";

    private final String bucket =
            Optional.ofNullable(System.getenv(LiveContractTest.VARIABLE)).orElse("");
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";
    private final GoogleWriter writer =
            new GoogleWriter(StorageOptions.http().build().getService(), bucket);

    @AfterAll
    void close() {
        writer.close();
    }

    @Override
    GcsOptions options() {
        return GcsOptions.defaults();
    }

    @Override
    GcsOptions withoutCredentials() {
        return GcsOptions.defaults();
    }

    @Override
    GoogleWriter writer() {
        return writer;
    }

    @Override
    String bucket() {
        return bucket;
    }

    @Override
    String prefix() {
        return prefix;
    }

    @Override
    String payingProject() {
        Optional<String> project = Optional.ofNullable(System.getenv(PAYING));
        assumeTrue(project.isPresent(), PAYING + " names no project that may be billed");
        return project.orElse("");
    }
}
