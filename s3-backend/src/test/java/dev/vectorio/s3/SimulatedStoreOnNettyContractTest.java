package dev.vectorio.s3;

/** The same on the other HTTP client. */
class SimulatedStoreOnNettyContractTest extends SimulatedStoreContractTest {
    @Override
    S3Options options() {
        return super.options().withHttpClient(S3HttpClient.NETTY);
    }
}
