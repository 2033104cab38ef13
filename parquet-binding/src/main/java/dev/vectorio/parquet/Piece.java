package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;

/**
 * Bytes of the file that are in memory.
 *
 * @param range where they lie in the file
 * @param bytes the bytes themselves, from position 0 to limit; never changed
 */
record Piece(ByteRange range, ByteBuffer bytes) {
    /** True if the piece has this byte of the file. */
    boolean holds(long position) {
        return position >= range.offset() && position < range.end();
    }

    /** The byte at a position of the file, 0 to 255. */
    int at(long position) {
        return bytes.get(Math.toIntExact(position - range.offset())) & 0xFF;
    }

    /** Copies what the piece has from a position of the file on, as much as fits, and says how much that was. */
    int copy(long position, ByteBuffer target) {
        int from = Math.toIntExact(position - range.offset());
        int length = Math.min(target.remaining(), bytes.limit() - from);
        target.put(bytes.slice(from, length));
        return length;
    }
}
