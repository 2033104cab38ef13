package dev.vectorio.s3;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.s3.S3Settings;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;

/** On the simulated store, which checks signatures here. */
class SimulatedServiceRowsTest extends ServiceRows {
    private static final SimulatedStore STORE = SimulatedStore.start(StoreSettings.defaults()
            .withS3(S3Settings.defaults()
                    .withSecrets(Map.of("AKIDROWS", "rows-secret"))
                    .withAnonymousAllowed(false)));
    private static final S3Options OPTIONS =
            S3Options.defaults().withEndpoint(STORE.uri()).withPathStyle(true).withKeys("AKIDROWS", "rows-secret");
    private static final TestBucket BUCKET =
            new TestBucket(OPTIONS, "rows").create().keepVersions();

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

    @Override
    String prefix() {
        return "rows/";
    }
}
