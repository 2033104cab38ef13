package dev.vectorio.adls;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A simulated store with one account, its key checked, and one container. */
final class SimulatedAccount implements AutoCloseable {
    static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));
    static final String CONTAINER = "data";
    static final String AUTHORITY = CONTAINER + "@devstoreaccount1.dfs.core.windows.net";

    private final SimulatedStore store;

    /**
     * Starts it.
     *
     * @param anonymousAllowed whether the container is public
     */
    SimulatedAccount(boolean anonymousAllowed) {
        store = SimulatedStore.start(StoreSettings.defaults()
                .withAzure(AzureSettings.defaults()
                        .withKeys(Map.of(TestContainer.ACCOUNT, KEY))
                        .withAnonymousAllowed(anonymousAllowed)));
        store.bucket(CONTAINER);
    }

    SimulatedStore store() {
        return store;
    }

    /** Options without credentials. */
    AdlsOptions options() {
        return AdlsOptions.defaults().withEndpoint(store.uri()).withMaxConnections(8);
    }

    AdlsOptions withKey() {
        return options().withAccountKey(TestContainer.ACCOUNT, KEY);
    }

    static ObjectLocation location(String key) {
        return new ObjectLocation("abfs", AUTHORITY, key);
    }

    static GetRequest get(ObjectLocation location, long offset, long length) {
        return new GetRequest(location, GetRange.of(ByteRange.of(offset, length)), Optional.empty());
    }

    static byte[] content(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Override
    public void close() {
        store.close();
    }
}
