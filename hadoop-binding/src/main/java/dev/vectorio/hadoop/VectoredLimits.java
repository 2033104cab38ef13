package dev.vectorio.hadoop;

import dev.vectorio.VectorIoOptions;

/**
 * The numbers that callers of Hadoop's interface may ask a stream for; nothing here is planned by them.
 *
 * @param minSeek gap limit in bytes, exclusive as Hadoop's is
 * @param maxRead longest request in bytes
 */
public record VectoredLimits(int minSeek, int maxRead) {
    /** What comes nearest to the options. */
    public static VectoredLimits of(VectorIoOptions options) {
        long gap = Math.max(0, options.maxGapBytes() + 1);
        return new VectoredLimits(
                (int) Math.min(gap, Integer.MAX_VALUE), (int) Math.min(options.maxRequestBytes(), Integer.MAX_VALUE));
    }
}
