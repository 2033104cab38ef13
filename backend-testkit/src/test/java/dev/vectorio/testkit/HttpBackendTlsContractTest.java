package dev.vectorio.testkit;

import dev.vectorio.spi.ObjectStoreBackend;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** The contract of the small HTTP backend over TLS, with a certificate that only the JVM's trust store knows. */
class HttpBackendTlsContractTest extends TlsContract {
    @Override
    protected ContractFeatures features() {
        return super.features()
                .without(
                        StoreFeature.CODE_IN_ERRORS,
                        StoreFeature.REQUEST_ID,
                        StoreFeature.MISSING_NAMED,
                        StoreFeature.VERSION_IDS);
    }

    /** On a client of its own: the JVM's default keeps the trust store that it found at its first use. */
    @Override
    protected ObjectStoreBackend openBackend() throws GeneralSecurityException {
        SSLContext trust = SSLContext.getInstance("TLS");
        trust.init(null, null, null);
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(trust)
                .build();
        return new HttpBackend(simulatedStore().uri(), client, Executors.newCachedThreadPool());
    }
}
