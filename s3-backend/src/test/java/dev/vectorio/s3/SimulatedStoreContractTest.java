package dev.vectorio.s3;

import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.s3.S3Settings;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.SimulatedStoreContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** The contract on the simulated store, which checks signatures here: every fault and every count. */
class SimulatedStoreContractTest extends SimulatedStoreContract {
    private static final String ACCESS_KEY = "AKIDCONTRACT";
    private static final String SECRET_KEY = "contract-secret-key";
    private static final int POOL = 16;

    private final List<S3AsyncClient> supplied = new ArrayList<>();

    SimulatedStoreContractTest() {
        super(StoreSettings.defaults()
                .withS3(S3Settings.defaults()
                        .withSecrets(Map.of(ACCESS_KEY, SECRET_KEY))
                        .withAnonymousAllowed(false)));
    }

    S3Options options() {
        return S3Options.defaults()
                .withEndpoint(simulatedStore().uri())
                .withPathStyle(true)
                .withKeys(ACCESS_KEY, SECRET_KEY)
                .withMaxConnections(POOL);
    }

    @AfterEach
    void closeSupplied() {
        supplied.forEach(S3AsyncClient::close);
    }

    @Override
    protected ContractFeatures features() {
        return ContractFeatures.of(StoreFeature.values()).without(StoreFeature.ENCODED_REFUSED);
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return S3Backend.create(options());
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        S3Clients clients = S3Clients.of(options());
        S3AsyncClient client = clients.builder(clients.source()).build();
        supplied.add(client);
        return S3Backend.of(client, POOL);
    }

    @Override
    protected boolean suppliedClientWorks() {
        return supplied.get(0)
                .listObjectsV2(request -> request.bucket(BUCKET))
                .join()
                .sdkHttpResponse()
                .isSuccessful();
    }

    @Override
    protected List<String> secrets() {
        return List.of(SECRET_KEY);
    }
}
