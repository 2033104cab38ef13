package dev.vectorio.adls;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SimulatedStoreCases;
import java.util.Optional;

/** The cases on the simulated store, in the dialect of Azure. */
class AdlsCasesTest extends SimulatedStoreCases {
    private static final String ACCOUNT = "@devstoreaccount1.dfs.core.windows.net";

    AdlsCasesTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        return AdlsBackend.create(AdlsOptions.defaults()
                .withEndpoint(simulatedStore().uri())
                .withAccountKey(TestContainer.ACCOUNT, SimulatedAccount.KEY)
                .withMaxConnections(pool));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", BUCKET + ACCOUNT, key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("abfss", "no-such-container" + ACCOUNT, "key");
    }

    @Override
    protected StoreAnswer throttledAnswer() {
        return StoreAnswer.ofStatus(503).withCode(Optional.of("ServerBusy"), Optional.empty());
    }
}
