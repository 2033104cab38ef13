package dev.vectorio.plan;

import java.time.Duration;

/**
 * What the GETs that run anyway have shown of a bucket or container lately. A figure counts for as much as the number of its
 * samples: {@link StoreProfile#learned} weighs it against what is assumed. Immutable.
 *
 * @param firstBytes how many times to first byte were seen; 0: the next two say nothing
 * @param firstByte their median
 * @param firstByteTail what 99 of 100 of them took at most, or the longest where there are fewer
 * @param loneBodies bodies that were long enough to tell and had the connections nearly for themselves; 0: the next says
 *     nothing
 * @param connectionBytesPerSecond the median of their bandwidths
 * @param busyMoments for how many fiftieths of a second many bodies came at once, slower than as many connections can be; 0:
 *     the next says nothing
 * @param totalBytesPerSecond the bandwidth of all together then: the upper quartile of those moments
 * @param mostBytesPerSecond the greatest bandwidth of all together that was seen, whatever bound it; 0 if none was
 */
public record StoreEstimate(
        int firstBytes,
        Duration firstByte,
        Duration firstByteTail,
        int loneBodies,
        long connectionBytesPerSecond,
        int busyMoments,
        long totalBytesPerSecond,
        long mostBytesPerSecond) {
    private static final StoreEstimate NONE = new StoreEstimate(0, Duration.ZERO, Duration.ZERO, 0, 0, 0, 0, 0);

    /** Nothing was seen. */
    public static StoreEstimate none() {
        return NONE;
    }
}
