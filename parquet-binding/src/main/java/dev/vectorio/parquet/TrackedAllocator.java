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
 * engine allocates for row groups to come. All is done under the given allocator's own monitor, so that readers that share
 * one exclude each other too. It also keeps the books that parquet-java does not keep: buffers of vectored
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
    public ByteBuffer allocate(int size) {
        synchronized (allocator) {
            return allocator.allocate(size);
        }
    }

    @Override
    public void release(ByteBuffer buffer) {
        synchronized (allocator) {
            live.remove(buffer);
            allocator.release(buffer);
        }
    }

    @Override
    public boolean isDirect() {
        return allocator.isDirect();
    }

    /** What the engine allocates from. */
    BufferAllocator vectored() {
        return vectored;
    }

    private ByteBuffer allocateVectored(int size) {
        synchronized (allocator) {
            ByteBuffer buffer = allocator.allocate(size);
            live.add(buffer);
            return buffer;
        }
    }

    private void releaseVectored(ByteBuffer buffer) {
        synchronized (allocator) {
            if (live.remove(buffer)) {
                allocator.release(buffer);
            }
        }
    }

    /** A buffer of the row group that is being read. */
    void delivered(ByteBuffer buffer) {
        synchronized (allocator) {
            if (live.contains(buffer)) {
                delivered.add(buffer);
            }
        }
    }

    /** True until the buffer is given back. */
    boolean isLive(ByteBuffer buffer) {
        synchronized (allocator) {
            return live.contains(buffer);
        }
    }

    /** The buffers delivered since the last call. */
    List<ByteBuffer> takeDelivered() {
        synchronized (allocator) {
            List<ByteBuffer> taken = delivered;
            delivered = new ArrayList<>();
            return taken;
        }
    }

    /** Gives back what parquet-java has not given back itself. */
    void releaseAll(List<ByteBuffer> buffers) {
        buffers.forEach(this::releaseVectored);
    }
}
