package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;

/**
 * A parquet-java allocator for the engine. parquet-java's allocators are not thread-safe: calls are made under the
 * allocator's own monitor, so that those of several streams exclude each other, and a caller's that holds it as well.
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
    public ByteBuffer allocate(int length) {
        synchronized (allocator) {
            return allocator.allocate(length);
        }
    }

    @Override
    public void release(ByteBuffer buffer) {
        synchronized (allocator) {
            allocator.release(buffer);
        }
    }
}
