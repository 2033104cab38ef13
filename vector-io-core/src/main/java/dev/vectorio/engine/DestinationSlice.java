package dev.vectorio.engine;

/**
 * Bytes of a request's body on their way into a range's buffer.
 *
 * @param destination the range
 * @param sourceOffset first byte in the object
 * @param destinationOffset where that byte lies in the range, from its start
 * @param length bytes, at least 1
 */
record DestinationSlice(Destination destination, long sourceOffset, long destinationOffset, long length) {
    /** First byte of the object after the slice. */
    long sourceEnd() {
        return sourceOffset + length;
    }
}
