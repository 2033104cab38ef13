package dev.vectorio.gcs;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.gcs.GcsSettings;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;

/** On the simulated store, which checks tokens here. */
class SimulatedServiceRowsTest extends ServiceRows {
    private static final String BUCKET = "rows";
    private static final SimulatedStore STORE = SimulatedStore.start(StoreSettings.defaults()
            .withGcs(GcsSettings.defaults().withTokens(Set.of("good")).withAnonymousAllowed(true)));
    private static final GoogleWriter WRITER = GoogleWriter.on(STORE.uri(), BUCKET);

    static {
        STORE.bucket(BUCKET);
    }

    @AfterAll
    static void stop() {
        WRITER.close();
        STORE.close();
    }

    @Override
    GcsOptions options() {
        return GcsOptions.defaults().withEndpoint(STORE.uri()).withAnonymous(true);
    }

    @Override
    GcsOptions withoutCredentials() {
        return GcsOptions.defaults().withEndpoint(STORE.uri());
    }

    @Override
    GoogleWriter writer() {
        return WRITER;
    }

    @Override
    String bucket() {
        return BUCKET;
    }

    @Override
    String prefix() {
        return "rows/";
    }

    @Override
    String payingProject() {
        return "mine";
    }
}
