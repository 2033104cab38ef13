package dev.vectorio.gcs;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.SimulatedStoreContract;
import dev.vectorio.testkit.StoreFeature;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;

/** The contract on the simulated store's JSON dialect, filled by Google's own client. */
class SimulatedStoreContractTest extends SimulatedStoreContract {
    private static final int POOL = 16;
    private static final String TOKEN = "a-very-secret-token";

    private final GoogleWriter writer = GoogleWriter.on(simulatedStore().uri(), BUCKET);

    @Override
    protected ObjectStoreBackend openBackend() {
        Date inAnHour = Date.from(Instant.now().plusSeconds(3_600));
        GcsOptions options =
                GcsOptions.defaults().withEndpoint(simulatedStore().uri()).withMaxConnections(POOL);
        return GcsBackend.create(options, GoogleCredentials.create(new AccessToken(TOKEN, inAnHour)));
    }

    /** All; but a refused download is a line of text, which has no code. */
    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(StoreFeature.values())
                .without(StoreFeature.ENCODED_REFUSED, StoreFeature.CODE_IN_ERRORS);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }

    @Override
    protected void put(String key, byte[] content) {
        writer.put(key, content);
    }

    @Override
    protected void replace(String key, byte[] content) {
        writer.put(key, content);
    }

    @Override
    protected void delete(String key) {
        writer.delete(key);
    }

    @Override
    protected void putEncoded(String key, byte[] content, String contentEncoding) {
        writer.put(key, content, Optional.of(contentEncoding));
    }

    @Override
    protected List<String> secrets() {
        return List.of(TOKEN);
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return GcsBackend.of(writer.client(), GcsOptions.defaults().withMaxConnections(POOL));
    }

    @Override
    protected boolean suppliedClientWorks() {
        return writer.client().list(BUCKET).iterateAll().iterator().hasNext();
    }

    @Override
    protected void closeStore() {
        writer.close();
        super.closeStore();
    }
}
