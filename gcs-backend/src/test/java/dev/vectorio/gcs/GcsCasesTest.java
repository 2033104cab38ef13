package dev.vectorio.gcs;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SimulatedStoreCases;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;

/** The cases on the simulated store, in the dialect of Google Cloud Storage. */
class GcsCasesTest extends SimulatedStoreCases {
    GcsCasesTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        Date inAnHour = Date.from(Instant.now().plusSeconds(3_600));
        GcsOptions options =
                GcsOptions.defaults().withEndpoint(simulatedStore().uri()).withMaxConnections(pool);
        return GcsBackend.create(options, GoogleCredentials.create(new AccessToken("token", inAnHour)));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }

    @Override
    protected StoreAnswer throttledAnswer() {
        return StoreAnswer.ofStatus(429).withCode(Optional.of("rateLimitExceeded"), Optional.empty());
    }
}
