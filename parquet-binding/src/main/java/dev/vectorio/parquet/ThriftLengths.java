package dev.vectorio.parquet;

import java.nio.ByteBuffer;

/**
 * Lengths that a Thrift structure (compact protocol) states about itself, held against the bytes that are there. A decoder
 * makes room for a string or a list before it reads it, and takes whatever length up to 100 MB from the file; a damaged or
 * hostile footer of a kilobyte would cost as much. Also refuses structures nested deeper than any that Parquet has, which
 * a decoder skips by recursion. What is wrong in another way is left to the decoder to tell.
 *
 * @see <a href="https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md">compact protocol</a>
 */
final class ThriftLengths {
    private static final int DEEPEST = 64;
    private static final int LONG_LIST = 15;
    private static final int UUID_BYTES = 16;
    private static final int BITS_PER_VARINT_BYTE = 7;
    private static final int LONGEST_VARINT_BITS = 63;

    private final ByteBuffer bytes;
    private final String what;

    private ThriftLengths(ByteBuffer bytes, String what) {
        this.bytes = bytes;
        this.what = what;
    }

    /**
     * Checks one structure; bytes behind it are not looked at.
     *
     * @param bytes from position to limit; not changed
     * @param what names file and structure in the message
     * @throws ParquetLayoutException if a length reaches behind the last byte
     */
    static void check(ByteBuffer bytes, String what) throws ParquetLayoutException {
        try {
            new ThriftLengths(bytes.slice(), what).skipStruct(0);
        } catch (Unreadable e) {
            // the decoder says it better
            return;
        }
    }

    /** The bytes end, or are no compact Thrift. */
    private static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable() {
            super("not a structure", null, false, false);
        }
    }

    private void skipStruct(int depth) throws ParquetLayoutException, Unreadable {
        for (int field = next(); type(field) != 0; field = next()) {
            if (high(field) == 0) {
                varint();
            }
            if (type(field) > 2) { // a boolean is its own type
                skip(type(field), depth + 1);
            }
        }
    }

    private void skip(int type, int depth) throws ParquetLayoutException, Unreadable {
        if (depth > DEEPEST) {
            throw new ParquetLayoutException(
                    what + " is damaged: nested deeper than " + DEEPEST + " at its byte " + bytes.position());
        }
        switch (type) {
            case 1, 2, 3 -> move(1);
            case 4, 5, 6 -> varint();
            case 7 -> move(Double.BYTES);
            case 8 -> move(fits(varint(), "a string"));
            case 9, 10 -> skipList(depth);
            case 11 -> skipMap(depth);
            case 12 -> skipStruct(depth);
            case 13 -> move(UUID_BYTES);
            default -> throw new Unreadable();
        }
    }

    private void skipList(int depth) throws ParquetLayoutException, Unreadable {
        int head = next();
        int count = fits(high(head) == LONG_LIST ? varint() : high(head), "a list");
        for (int i = 0; i < count; i++) {
            skip(type(head), depth + 1);
        }
    }

    private void skipMap(int depth) throws ParquetLayoutException, Unreadable {
        int count = fits(varint(), "a map");
        int types = count == 0 ? 0 : next();
        for (int i = 0; i < count; i++) {
            skip(high(types), depth + 1);
            skip(type(types), depth + 1);
        }
    }

    /** No element takes less than a byte. */
    private int fits(long length, String of) throws ParquetLayoutException {
        if (length < 0 || length > bytes.remaining()) {
            throw new ParquetLayoutException(what + " is damaged: " + of + " of length " + length + " at its byte "
                    + bytes.position() + ", where " + bytes.remaining() + " bytes are left");
        }
        return (int) length;
    }

    private static int type(int head) {
        return head & 0x0F;
    }

    private static int high(int head) {
        return head >>> 4;
    }

    private int next() throws Unreadable {
        if (!bytes.hasRemaining()) {
            throw new Unreadable();
        }
        return bytes.get() & 0xFF;
    }

    private void move(int count) throws Unreadable {
        if (count > bytes.remaining()) {
            throw new Unreadable();
        }
        bytes.position(bytes.position() + count);
    }

    private long varint() throws Unreadable {
        long value = 0;
        for (int shift = 0; shift <= LONGEST_VARINT_BITS; shift += BITS_PER_VARINT_BYTE) {
            int next = next();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new Unreadable();
    }
}
