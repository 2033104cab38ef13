package dev.vectorio.testkit;

import dev.vectorio.spi.ObjectStoreBackend;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;

/** The contract over a network: a small HTTP backend on the simulated store. */
class HttpBackendContractTest extends SimulatedStoreContract {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    protected ContractFeatures features() {
        return super.features()
                .with(StoreFeature.SUPPLIED_CLIENT)
                .without(
                        StoreFeature.CODE_IN_ERRORS,
                        StoreFeature.REQUEST_ID,
                        StoreFeature.MISSING_NAMED,
                        StoreFeature.VERSION_IDS);
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return new HttpBackend(simulatedStore().uri(), client, Executors.newCachedThreadPool());
    }

    @Override
    protected ObjectStoreBackend openOnSuppliedClient() {
        return openBackend();
    }

    @Override
    protected boolean suppliedClientWorks() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(simulatedStore().uri()).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    }
}
