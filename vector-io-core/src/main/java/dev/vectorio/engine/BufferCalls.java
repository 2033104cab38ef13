package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;

/** Calls a caller's allocator: one call at a time, since parquet-java's allocators are not thread-safe. */
final class BufferCalls {
    private BufferCalls() {}

    static ByteBuffer allocate(BufferAllocator allocator, int length) {
        if (allocator == BufferAllocator.heap()) {
            return allocator.allocate(length);
        }
        synchronized (allocator) {
            return allocator.allocate(length);
        }
    }

    static void release(BufferAllocator allocator, ByteBuffer buffer) {
        if (allocator == BufferAllocator.heap()) {
            return;
        }
        synchronized (allocator) {
            allocator.release(buffer);
        }
    }
}
