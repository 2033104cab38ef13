package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.io.IOException;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The Transfer Manager in both directions against the simulated store. */
class SimulatedStoreObjectsTest extends DownloadChecks {
    private static final SimulatedStore STORE = SimulatedStore.start(StoreSettings.defaults());
    private static final S3Options OPTIONS = S3Options.defaults()
            .withEndpoint(STORE.uri())
            .withPathStyle(true)
            .withKeys("AKIDSTAGING", "staging-secret");
    private static final TestBucket BUCKET = new TestBucket(OPTIONS, "staging").create();

    @AfterAll
    static void stop() {
        BUCKET.close();
        STORE.close();
    }

    @Override
    S3Options options() {
        return OPTIONS;
    }

    @Override
    TestBucket bucket() {
        return BUCKET;
    }

    @Test
    void customerKeyGoesBothWays() throws IOException {
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        try (S3Objects encrypted = S3Objects.create(OPTIONS.with("vectorio.s3.sse-c-key", key))) {
            encrypted
                    .upload(write("plain", 1_000), location("encrypted"), StagingProgress.none())
                    .join();
            encrypted
                    .download(location("encrypted"), folder.resolve("back"), StagingProgress.none())
                    .join();
        }
        assertThat(failureOf(objects.download(location("encrypted"), folder.resolve("no"), StagingProgress.none())))
                .as("without the key")
                .hasMessageContaining("HTTP 400");
    }

    @Test
    void userAgentNamesTheProduct() throws IOException {
        STORE.log().clear();
        objects.upload(write("agent", 10), location("agent"), StagingProgress.none())
                .join();
        assertThat(STORE.log().records().stream().map(request -> request.facts().userAgent()))
                .isNotEmpty()
                .allMatch(agent -> agent.startsWith("vector-io/"));
    }
}
