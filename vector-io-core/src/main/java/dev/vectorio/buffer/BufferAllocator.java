package dev.vectorio.buffer;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Gives the buffers that ranges are delivered in and takes them back. Called on the engine's own threads, one call at a
 * time per allocator, so an implementation need not be thread-safe: the engine holds the allocator's own monitor meanwhile,
 * and {@code allocate} must not wait for a {@code release}. A buffer may be larger than asked, have any position,
 * be heap or direct: the engine fills {@code [position, position + length)}.
 */
public interface BufferAllocator {
    /**
     * A writable buffer with at least {@code length} bytes between position and capacity.
     *
     * @param length bytes, at least 0
     */
    ByteBuffer allocate(int length);

    /** Takes back a buffer that {@link #allocate} gave, the very object, once. */
    void release(ByteBuffer buffer);

    /** Plain heap buffers, left to the garbage collector. */
    static BufferAllocator heap() {
        return HeapAllocator.INSTANCE;
    }

    /** Direct buffers from Netty's pool; the pool is Netty's own and shared by the process. */
    static BufferAllocator pooledDirect() {
        return new PooledDirectAllocator();
    }

    /** The pair of functions that Hadoop's vectored reads take. */
    static BufferAllocator of(IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release) {
        return new BufferAllocator() {
            @Override
            public ByteBuffer allocate(int length) {
                return allocate.apply(length);
            }

            @Override
            public void release(ByteBuffer buffer) {
                release.accept(buffer);
            }
        };
    }
}
