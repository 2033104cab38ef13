package dev.vectorio.store.object;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Checksum;

/** Passes over all bytes of a source. */
public final class ByteSums {
    private static final int STEP_BYTES = 1 << 20;

    private ByteSums() {}

    /** The value of {@code sum} after all bytes. */
    public static long of(Checksum sum, ByteSource bytes) {
        for (long offset = 0; offset < bytes.length(); ) {
            ByteBuf view = bytes.view(offset, (int) Math.min(STEP_BYTES, bytes.length() - offset));
            offset += view.readableBytes();
            sum.update(view.nioBuffer());
            view.release();
        }
        return sum.getValue();
    }

    /** All bytes on the heap; for documents, not for large objects. */
    public static byte[] onHeap(ByteSource bytes) {
        ByteArrayOutputStream heap = new ByteArrayOutputStream();
        for (long offset = 0; offset < bytes.length(); ) {
            ByteBuf view = bytes.view(offset, (int) Math.min(STEP_BYTES, bytes.length() - offset));
            offset += view.readableBytes();
            try {
                view.readBytes(heap, view.readableBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                view.release();
            }
        }
        return heap.toByteArray();
    }
}
