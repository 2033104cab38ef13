package dev.vectorio.adls;

import com.azure.storage.blob.BlobContainerClient;
import java.util.UUID;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** On the service, in a container of the user's, below a prefix of its own that is deleted again. */
@EnabledIfEnvironmentVariable(named = LiveAccount.VARIABLE, matches = ".+", disabledReason = LiveAccount.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveServiceRowsTest extends ServiceRows {
    private final LiveAccount account = LiveAccount.fromEnvironment();
    private final String prefix = "vector-io-" + UUID.randomUUID() + "/";

    @Override
    AdlsOptions options() {
        return account.options();
    }

    @Override
    AdlsOptions withoutKey() {
        return AdlsOptions.defaults();
    }

    @Override
    String account() {
        return account.name();
    }

    @Override
    BlobContainerClient container() {
        return account.blockingClient().getBlobContainerClient(account.container());
    }

    @Override
    String prefix() {
        return prefix;
    }
}
