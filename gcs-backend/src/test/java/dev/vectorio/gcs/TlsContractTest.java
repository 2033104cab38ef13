package dev.vectorio.gcs;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.StoreFeature;
import dev.vectorio.testkit.TlsContract;

/** The contract over TLS with a certificate that only the JVM's trust store knows. */
class TlsContractTest extends TlsContract {
    private static final int POOL = 16;

    @Override
    protected ObjectStoreBackend openBackend() {
        return GcsBackend.create(GcsOptions.defaults()
                .withEndpoint(simulatedStore().uri())
                .withAnonymous(true)
                .withMaxConnections(POOL));
    }

    @Override
    protected ContractFeatures features() {
        return super.features().without(StoreFeature.CODE_IN_ERRORS);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }
}
