package dev.vectorio.s3;

/** S3Proxy checks signatures, version 4. */
class S3ProxySignatureTest extends SignatureChecks {
    private static final TestBucket BUCKET = new TestBucket(S3ProxyServer.get().options(), "signed").create();

    @Override
    S3Options options() {
        return S3ProxyServer.get().options();
    }

    @Override
    TestBucket bucket() {
        return BUCKET;
    }
}
