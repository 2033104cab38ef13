package dev.vectorio.store.timing;

import java.time.Duration;
import java.util.SplittableRandom;

/**
 * When answers begin and how fast they flow.
 *
 * <p>Time to first byte is log-normal and counts from the arrival of the whole request: the n-th request of a store
 * waits the n-th draw of the seed, whichever thread serves it. Bandwidth is fluid: of n answers that flow at a moment each
 * gets min(connection, total ÷ n), and none is ever ahead of its share, counted from its first byte. An answer whose
 * client does not take its bytes leaves its share to the others meanwhile. Uploads are not slowed.
 *
 * @param firstByteMedian median time to first byte; zero for none
 * @param firstByteSigma standard deviation of the logarithm of that time; zero for always the median
 * @param connectionBytesPerSecond most bytes per second of one connection, or {@link #UNLIMITED}
 * @param totalBytesPerSecond most bytes per second of all connections together, or {@link #UNLIMITED}
 * @param seed of the draws
 */
public record TimingModel(
        Duration firstByteMedian,
        double firstByteSigma,
        long connectionBytesPerSecond,
        long totalBytesPerSecond,
        long seed) {
    /** No limit of bandwidth. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    public TimingModel {
        if (firstByteMedian.isNegative() || !(firstByteSigma >= 0)) {
            throw new IllegalArgumentException(
                    "negative time to first byte: " + firstByteMedian + ", sigma " + firstByteSigma);
        }
        if (connectionBytesPerSecond <= 0 || totalBytesPerSecond <= 0) {
            throw new IllegalArgumentException("bandwidth must be positive: connection " + connectionBytesPerSecond
                    + ", total " + totalBytesPerSecond);
        }
    }

    /** As fast as it goes. */
    public static TimingModel none() {
        return new TimingModel(Duration.ZERO, 0, UNLIMITED, UNLIMITED, 0);
    }

    /** The same with this time to first byte. */
    public TimingModel withFirstByte(Duration median, double sigma) {
        return new TimingModel(median, sigma, connectionBytesPerSecond, totalBytesPerSecond, seed);
    }

    /** The same with these bandwidths. */
    public TimingModel withBandwidth(long connectionBytesPerSecond, long totalBytesPerSecond) {
        return new TimingModel(firstByteMedian, firstByteSigma, connectionBytesPerSecond, totalBytesPerSecond, seed);
    }

    /** The same with another seed. */
    public TimingModel withSeed(long seed) {
        return new TimingModel(firstByteMedian, firstByteSigma, connectionBytesPerSecond, totalBytesPerSecond, seed);
    }

    /** The time to first byte of the request with this sequence number, in nanoseconds. */
    public long firstByteNanos(long sequence) {
        long median = firstByteMedian.toNanos();
        if (median == 0 || firstByteSigma == 0) {
            return median;
        }
        SplittableRandom random = new SplittableRandom(mix(seed + sequence * 0x9E3779B97F4A7C15L));
        return (long) (median * Math.exp(firstByteSigma * random.nextGaussian()));
    }

    /** Spreads neighbouring numbers over all longs (finalizer of splitmix64, Steele and others 2014). */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }

    /** Whether the body of an answer may be held back. */
    public boolean limitsBandwidth() {
        return connectionBytesPerSecond != UNLIMITED || totalBytesPerSecond != UNLIMITED;
    }
}
