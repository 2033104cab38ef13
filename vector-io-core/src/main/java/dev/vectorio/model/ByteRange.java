package dev.vectorio.model;

/**
 * Bytes {@code [offset, offset + length)} of an object: half-open, both values in bytes.
 *
 * @param offset first byte, at least 0
 * @param length number of bytes, at least 0; {@code offset + length} fits a {@code long}
 */
public record ByteRange(long offset, long length) implements Comparable<ByteRange> {
    /**
     * @throws IllegalArgumentException if a value is negative or the end overflows
     */
    public ByteRange {
        if (offset < 0 || length < 0 || offset + length < 0) {
            throw new IllegalArgumentException("not a byte range: offset " + offset + ", length " + length);
        }
    }

    /** The range of {@code length} bytes from {@code offset}. */
    public static ByteRange of(long offset, long length) {
        return new ByteRange(offset, length);
    }

    /** The range {@code [offset, end)}. */
    public static ByteRange between(long offset, long end) {
        return new ByteRange(offset, Math.subtractExact(end, offset));
    }

    /** First byte after the range. */
    public long end() {
        return offset + length;
    }

    /** True if the range holds no byte. */
    public boolean isEmpty() {
        return length == 0;
    }

    /** True if every byte of {@code other} lies in this range; an empty range is contained where it starts. */
    public boolean contains(ByteRange other) {
        return other.offset >= offset && other.end() <= end();
    }

    /** True if the two share at least one byte. */
    public boolean overlaps(ByteRange other) {
        return Math.max(offset, other.offset) < Math.min(end(), other.end());
    }

    /** The shared bytes; empty, at this range's side, if there are none. */
    public ByteRange intersection(ByteRange other) {
        long from = Math.max(offset, other.offset);
        long to = Math.min(end(), other.end());
        return from < to ? between(from, to) : new ByteRange(Math.min(from, end()), 0);
    }

    /** Orders by offset, then longest first. */
    @Override
    public int compareTo(ByteRange other) {
        int byOffset = Long.compare(offset, other.offset);
        return byOffset != 0 ? byOffset : Long.compare(other.length, length);
    }

    /** {@code [offset, end)}, the form used in messages. */
    @Override
    public String toString() {
        return "[" + offset + ", " + end() + ")";
    }
}
