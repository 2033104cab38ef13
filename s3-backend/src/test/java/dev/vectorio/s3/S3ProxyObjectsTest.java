package dev.vectorio.s3;

/** S3Proxy takes parts but serves none (501 to {@code partNumber}), so uploads only. */
class S3ProxyObjectsTest extends UploadChecks {
    private static final TestBucket BUCKET = new TestBucket(S3ProxyServer.get().options(), "staging").create();

    @Override
    S3Options options() {
        return S3ProxyServer.get().options();
    }

    @Override
    TestBucket bucket() {
        return BUCKET;
    }
}
