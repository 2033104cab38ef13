package dev.vectorio.plan;

/**
 * The fixed numbers of {@link CoalescingPlanner}, all in bytes but the ratio.
 *
 * @param maxGapBytes two ranges share a request when the gap between them is at most this; 0 joins touching ranges only,
 *     -1 not even those (ranges that overlap always share, or bytes would be fetched twice)
 * @param maxWasteRatio a request's gap bytes are at most this many times its useful bytes
 * @param wasteExemptGapBytes gaps up to this size do not count as waste
 * @param maxRequestBytes a longer request is cut, unless it is the whole object
 * @param wholeObjectBytes an object of at most this length is fetched whole, once; 0 turns it off
 * @param alignmentBytes merged requests start and end at multiples of this, clipped to the object; cuts inside them do
 *     not; 1 for none
 */
public record CoalescingPolicy(
        long maxGapBytes,
        double maxWasteRatio,
        long wasteExemptGapBytes,
        long maxRequestBytes,
        long wholeObjectBytes,
        long alignmentBytes) {
    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public CoalescingPolicy {
        require(maxGapBytes >= -1, "max-gap-bytes", maxGapBytes);
        require(maxWasteRatio >= 0, "max-waste-ratio", maxWasteRatio);
        require(wasteExemptGapBytes >= 0, "waste-exempt-gap-bytes", wasteExemptGapBytes);
        require(maxRequestBytes > 0, "max-request-bytes", maxRequestBytes);
        require(wholeObjectBytes >= 0, "whole-object-bytes", wholeObjectBytes);
        require(alignmentBytes > 0, "alignment-bytes", alignmentBytes);
    }

    /** 512 KiB gaps, waste ratio 1 beyond gaps of 128 KiB, 8 MiB requests, 3 MiB whole objects, no alignment. */
    public static CoalescingPolicy defaults() {
        return new CoalescingPolicy(512 << 10, 1.0, 128 << 10, 8 << 20, 3 << 20, 1);
    }

    /** With another gap limit. */
    public CoalescingPolicy withMaxGapBytes(long bytes) {
        return new CoalescingPolicy(
                bytes, maxWasteRatio, wasteExemptGapBytes, maxRequestBytes, wholeObjectBytes, alignmentBytes);
    }

    /** With another waste bound. */
    public CoalescingPolicy withWaste(double ratio, long exemptGapBytes) {
        return new CoalescingPolicy(
                maxGapBytes, ratio, exemptGapBytes, maxRequestBytes, wholeObjectBytes, alignmentBytes);
    }

    /** With another request limit. */
    public CoalescingPolicy withMaxRequestBytes(long bytes) {
        return new CoalescingPolicy(
                maxGapBytes, maxWasteRatio, wasteExemptGapBytes, bytes, wholeObjectBytes, alignmentBytes);
    }

    /** With another whole-object limit. */
    public CoalescingPolicy withWholeObjectBytes(long bytes) {
        return new CoalescingPolicy(
                maxGapBytes, maxWasteRatio, wasteExemptGapBytes, maxRequestBytes, bytes, alignmentBytes);
    }

    /** With another alignment. */
    public CoalescingPolicy withAlignmentBytes(long bytes) {
        return new CoalescingPolicy(
                maxGapBytes, maxWasteRatio, wasteExemptGapBytes, maxRequestBytes, wholeObjectBytes, bytes);
    }

    private static void require(boolean holds, String name, Object value) {
        if (!holds) {
            throw new IllegalArgumentException(name + " out of range: " + value);
        }
    }
}
