package dev.vectorio.s3;

import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.TlsContract;

/** The contract over TLS with a certificate that only the JVM's trust store knows; the CRT client asks the system's instead. */
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
