package dev.vectorio.s3;

import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.TlsContract;

/** The contract over TLS on the Netty client, with a certificate that only the JVM's trust store knows. */
class TlsContractTest extends TlsContract {
    private static final int POOL = 16;

    @Override
    protected ObjectStoreBackend openBackend() {
        return S3Backend.create(S3Options.defaults()
                .withEndpoint(simulatedStore().uri())
                .withPathStyle(true)
                .withKeys("key", "secret")
                .withHttpClient(S3HttpClient.NETTY)
                .withMaxConnections(POOL));
    }
}
