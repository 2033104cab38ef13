package dev.vectorio.plan;

/**
 * Bytes that go from a request's body, or from memory, into a range's buffer.
 *
 * @param rangeIndex index of the range in the list that was planned
 * @param sourceOffset first byte in the object
 * @param destinationOffset where that byte lies in the range, from its start
 * @param length bytes, at least 1
 */
public record PlannedSlice(int rangeIndex, long sourceOffset, long destinationOffset, long length) {
    /** First byte of the object after the slice. */
    public long sourceEnd() {
        return sourceOffset + length;
    }
}
