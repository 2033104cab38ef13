package dev.vectorio.engine;

import java.nio.ByteBuffer;

/**
 * Bytes of a window on their way into a range's buffer.
 *
 * @param source the window's buffer; its position is not used
 * @param from index in {@code source}
 * @param offset where they go in the range
 * @param length how many
 */
record HeldCopy(ByteBuffer source, int from, long offset, int length) {
    void into(Destination destination) {
        destination.write(offset, source, from, length);
    }
}
