package dev.vectorio.adls;

import com.azure.storage.blob.BlobContainerClient;
import org.junit.jupiter.api.AfterAll;

/** On the simulated store, which checks keys and the time of signatures here. */
class SimulatedServiceRowsTest extends ServiceRows {
    private static final SimulatedAccount ACCOUNT = new SimulatedAccount(false);

    @AfterAll
    static void stop() {
        ACCOUNT.close();
    }

    @Override
    AdlsOptions options() {
        return ACCOUNT.withKey();
    }

    @Override
    AdlsOptions withoutKey() {
        return ACCOUNT.options();
    }

    @Override
    String account() {
        return TestContainer.ACCOUNT;
    }

    @Override
    BlobContainerClient container() {
        return new TestContainer(ACCOUNT.store().uri(), SimulatedAccount.KEY, SimulatedAccount.CONTAINER)
                .client()
                .getBlobContainerClient(SimulatedAccount.CONTAINER);
    }

    @Override
    String prefix() {
        return "rows/";
    }
}
