package dev.vectorio.s3;

import java.util.Objects;
import java.util.Optional;

/** A bucket of the user's on the service, named in the environment, with credentials from the usual places. */
final class LiveBucket {
    /** The variable without which tests on the service are skipped. */
    static final String VARIABLE = "VECTORIO_LIVE_S3_BUCKET";

    static final String ABSENT = VARIABLE + " names no bucket to test on: see docs/backends.md";

    private LiveBucket() {}

    static TestBucket open() {
        return new TestBucket(options(), Objects.requireNonNull(System.getenv(VARIABLE), ABSENT));
    }

    static S3Options options() {
        return Optional.ofNullable(System.getenv("VECTORIO_LIVE_S3_REGION"))
                .map(S3Options.defaults()::withRegion)
                .orElse(S3Options.defaults());
    }
}
