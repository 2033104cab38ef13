package dev.vectorio.adls;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.TlsContract;

/** The contract over TLS with a certificate that only the JVM's trust store knows. */
class TlsContractTest extends TlsContract {
    private static final int POOL = 16;

    @Override
    protected ObjectStoreBackend openBackend() {
        return AdlsBackend.create(AdlsOptions.defaults()
                .withEndpoint(simulatedStore().uri())
                .withAccountKey(TestContainer.ACCOUNT, SimulatedAccount.KEY)
                .withMaxConnections(POOL));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", BUCKET + "@devstoreaccount1.dfs.core.windows.net", key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", "no-such-container@devstoreaccount1.dfs.core.windows.net", "key");
    }
}
