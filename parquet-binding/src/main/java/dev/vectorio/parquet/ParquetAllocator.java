package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;

/**
 * A parquet-java allocator for the engine. parquet-java's allocators are not thread-safe: calls through here exclude each
 * other, and a thread-safe wrapper ({@link TrackedAllocator}) excludes parquet-java's own as well.
 */
final class ParquetAllocator implements BufferAllocator {
    private final ByteBufferAllocator allocator;

    ParquetAllocator(ByteBufferAllocator allocator) {
        this.allocator = allocator;
    }

    /** True if its buffers are the plain heap buffers that anybody can make, and never come back. */
    static boolean isPlainHeap(ByteBufferAllocator allocator) {
        return allocator.getClass() == HeapByteBufferAllocator.class;
    }

    boolean isFor(ByteBufferAllocator other) {
        return allocator == other;
    }

    @Override
    public synchronized ByteBuffer allocate(int length) {
        return allocator.allocate(length);
    }

    @Override
    public synchronized void release(ByteBuffer buffer) {
        allocator.release(buffer);
    }
}
