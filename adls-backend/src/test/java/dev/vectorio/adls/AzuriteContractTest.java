package dev.vectorio.adls;

import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.StoreFeature;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract against Azurite, which checks shared keys. */
@EnabledIfEnvironmentVariable(named = AzuriteServer.ENDPOINT, matches = ".+", disabledReason = AzuriteServer.ABSENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AzuriteContractTest extends ContainerContract {
    private AzuriteServer server;
    private TestContainer container;

    @BeforeAll
    void createContainer() {
        server = AzuriteServer.fromEnvironment();
        container = server.container("contract");
    }

    @Override
    AdlsOptions options() {
        return server.options();
    }

    @Override
    TestContainer container() {
        return container;
    }

    @Override
    String host() {
        return TestContainer.ACCOUNT + ".dfs.core.windows.net";
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(
                StoreFeature.MISSING_CONTAINER,
                StoreFeature.STATUS_IN_ERRORS,
                StoreFeature.CODE_IN_ERRORS,
                StoreFeature.REQUEST_ID,
                StoreFeature.ENCODED_DELIVERED_AS_STORED,
                StoreFeature.SUPPLIED_CLIENT);
    }

    @Override
    protected List<String> secrets() {
        return List.of(server.key());
    }
}
