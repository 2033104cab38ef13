package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Lets the engine write one range into a buffer that the caller brought. */
final class CallerBuffer implements BufferAllocator {
    private final ByteBuffer bytes;
    private @Nullable ByteBuffer given;

    /**
     * @param bytes gets the range, from its position on
     */
    CallerBuffer(ByteBuffer bytes) {
        this.bytes = bytes.slice();
    }

    @Override
    public ByteBuffer allocate(int length) {
        ByteBuffer part = bytes.duplicate().limit(length);
        given = part;
        return part;
    }

    @Override
    public void release(ByteBuffer buffer) {}

    // a range that was fetched before comes in another buffer; which one it is matters, not what it holds
    @SuppressWarnings("ReferenceEquality")
    void accept(RangeResult result) {
        ByteBuffer buffer = result.detach();
        if (buffer != given) {
            bytes.duplicate().put(buffer);
        }
    }
}
