package dev.vectorio.testkit;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * An object whose every byte follows from seed and offset, so that it may be as long as a test needs (many GiB) without
 * taking memory. All byte values occur, also those above 127; two offsets or two seeds rarely agree over 8 bytes.
 *
 * @param seed tells one content from another
 * @param length in bytes
 */
public record SyntheticBytes(long seed, long length) implements ObjectContent {
    /**
     * @throws IllegalArgumentException if the length is negative
     */
    public SyntheticBytes {
        if (length < 0) {
            throw new IllegalArgumentException("negative length: " + length);
        }
    }

    /** The byte at an offset. */
    public byte at(long offset) {
        Objects.checkIndex(offset, length);
        return (byte) (word(offset >>> 3) >>> ((offset & 7) << 3));
    }

    @Override
    public void read(long offset, ByteBuffer destination) {
        Objects.checkFromIndexSize(offset, (long) destination.remaining(), length);
        ByteOrder order = destination.order();
        destination.order(ByteOrder.LITTLE_ENDIAN);
        long next = offset;
        while (destination.hasRemaining()) {
            if ((next & 7) == 0 && destination.remaining() >= Long.BYTES) {
                destination.putLong(word(next >>> 3));
                next += Long.BYTES;
            } else {
                destination.put(at(next++));
            }
        }
        destination.order(order);
    }

    /** A copy of a range that fits an array. */
    public byte[] bytes(ByteRange range) {
        byte[] copy = new byte[Math.toIntExact(range.length())];
        read(range.offset(), ByteBuffer.wrap(copy));
        return copy;
    }

    /** A copy of the whole object, where it fits an array. */
    public byte[] bytes() {
        return bytes(ByteRange.of(0, length));
    }

    /**
     * Where the buffer's remaining bytes first differ from the object's bytes from {@code offset} on: the offset in the
     * object, or nothing if all are equal. The buffer's position does not move. Bytes past the object's end differ.
     */
    public OptionalLong firstDifference(long offset, ByteBuffer actual) {
        for (int i = 0; i < actual.remaining(); i++) {
            long here = offset + i;
            if (here >= length || at(here) != actual.get(actual.position() + i)) {
                return OptionalLong.of(here);
            }
        }
        return OptionalLong.empty();
    }

    /**
     * Requires that the buffer holds the object's bytes from {@code offset} on.
     *
     * @throws AssertionError naming the first offset that differs
     */
    public void requireEqual(long offset, ByteBuffer actual) {
        OptionalLong difference = firstDifference(offset, actual);
        if (difference.isPresent()) {
            long at = difference.getAsLong();
            throw new AssertionError("byte " + at + " of " + this + " is wrong: "
                    + (actual.get(actual.position() + Math.toIntExact(at - offset)) & 0xff) + " instead of "
                    + (at < length ? String.valueOf(at(at) & 0xff) : "nothing (past the end)"));
        }
    }

    /** SplitMix64's finalizer (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
    long word(long index) {
        long z = seed + (index + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
