package dev.vectorio.store.object;

/**
 * How a bucket behaves.
 *
 * @param versioned whether writes keep the versions before
 * @param requesterPays whether requests must say that they pay
 * @param region the region the bucket says it lives in
 */
public record BucketSettings(boolean versioned, boolean requesterPays, String region) {

    /** Unversioned, the owner pays, {@code us-east-1}. */
    public static BucketSettings defaults() {
        return new BucketSettings(false, false, "us-east-1");
    }

    public BucketSettings withVersioned(boolean changed) {
        return new BucketSettings(changed, requesterPays, region);
    }

    public BucketSettings withRequesterPays(boolean changed) {
        return new BucketSettings(versioned, changed, region);
    }

    public BucketSettings withRegion(String changed) {
        return new BucketSettings(versioned, requesterPays, changed);
    }
}
