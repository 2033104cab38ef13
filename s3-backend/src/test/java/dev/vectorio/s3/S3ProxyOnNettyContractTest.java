package dev.vectorio.s3;

/** The same on the other HTTP client. */
class S3ProxyOnNettyContractTest extends S3ProxyContractTest {
    @Override
    S3Options options() {
        return super.options().withHttpClient(S3HttpClient.NETTY);
    }
}
