package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.parquet.bytes.ByteBufferAllocator;

/**
 * The allocator of a reader's options, made safe for two parties: parquet-java calls it on the reading thread while the
 * engine allocates for row groups to come. It also keeps the books that parquet-java does not keep: buffers of vectored
 * reads are never released there (GH-3237), so the reader releases them when their row group is closed. Should a later
 * parquet-java release them first, nothing is left to do.
 */
final class TrackedAllocator implements ByteBufferAllocator {
    private final ByteBufferAllocator allocator;
    private final Set<ByteBuffer> live = Collections.newSetFromMap(new IdentityHashMap<>());
    private final BufferAllocator vectored = BufferAllocator.of(this::allocateVectored, this::releaseVectored);
    private List<ByteBuffer> delivered = new ArrayList<>();

    TrackedAllocator(ByteBufferAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public synchronized ByteBuffer allocate(int size) {
        return allocator.allocate(size);
    }

    @Override
    public synchronized void release(ByteBuffer buffer) {
        live.remove(buffer);
        allocator.release(buffer);
    }

    @Override
    public boolean isDirect() {
        return allocator.isDirect();
    }

    /** What the engine allocates from. */
    BufferAllocator vectored() {
        return vectored;
    }

    private synchronized ByteBuffer allocateVectored(int size) {
        ByteBuffer buffer = allocator.allocate(size);
        live.add(buffer);
        return buffer;
    }

    private synchronized void releaseVectored(ByteBuffer buffer) {
        if (live.remove(buffer)) {
            allocator.release(buffer);
        }
    }

    /** A buffer of the row group that is being read. */
    synchronized void delivered(ByteBuffer buffer) {
        if (live.contains(buffer)) {
            delivered.add(buffer);
        }
    }

    /** True until the buffer is given back. */
    synchronized boolean isLive(ByteBuffer buffer) {
        return live.contains(buffer);
    }

    /** The buffers delivered since the last call. */
    synchronized List<ByteBuffer> takeDelivered() {
        List<ByteBuffer> taken = delivered;
        delivered = new ArrayList<>();
        return taken;
    }

    /** Gives back what parquet-java has not given back itself. */
    void releaseAll(List<ByteBuffer> buffers) {
        buffers.forEach(this::releaseVectored);
    }
}
