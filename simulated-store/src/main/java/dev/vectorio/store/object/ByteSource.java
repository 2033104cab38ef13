package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;

/** Immutable bytes of an object, handed out as views: serving a range copies nothing. Safe for all threads. */
public interface ByteSource {

    /** Length in bytes. */
    long length();

    /**
     * A view of the bytes from {@code offset} on: at least one byte, at most {@code maxBytes}, possibly fewer where the
     * storage is in pieces. The taker releases it.
     *
     * @param offset first byte, in [0, length)
     * @param maxBytes most bytes wanted, at least 1; {@code offset + maxBytes} is at most the length
     */
    ByteBuf view(long offset, int maxBytes);

    /** No bytes. */
    static ByteSource empty() {
        return StoredBytes.EMPTY;
    }
}
