package dev.vectorio.testkit;

import java.nio.ByteBuffer;

/** The bytes of an object, without a promise that they lie in memory. Immutable and thread-safe. */
public interface ObjectContent {
    /** Length in bytes. */
    long length();

    /**
     * Fills the buffer's remaining bytes from {@code offset} on.
     *
     * @throws IndexOutOfBoundsException if the object ends before the buffer is full
     */
    void read(long offset, ByteBuffer destination);

    /** The given bytes; the array is copied. */
    static ObjectContent of(byte[] bytes) {
        byte[] copy = bytes.clone();
        return new ObjectContent() {
            @Override
            public long length() {
                return copy.length;
            }

            @Override
            public void read(long offset, ByteBuffer destination) {
                destination.put(copy, Math.toIntExact(offset), destination.remaining());
            }
        };
    }
}
