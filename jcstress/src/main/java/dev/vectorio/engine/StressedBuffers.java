package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An allocator and books that notice a write into a buffer that is back, and a buffer that is given back twice. */
final class StressedBuffers implements BufferAllocator, BufferBooks {
    private final Queue<Lent> lent = new ConcurrentLinkedQueue<>();
    final AtomicInteger allocations = new AtomicInteger();
    final AtomicInteger releases = new AtomicInteger();
    final AtomicInteger delivered = new AtomicInteger();
    final AtomicInteger gone = new AtomicInteger();

    /** A buffer, its memory, and what that held when it came back. */
    private static final class Lent {
        private final byte[] memory;
        private final ByteBuffer buffer;
        private volatile byte @Nullable [] atReturn;

        Lent(int length) {
            memory = new byte[length];
            buffer = ByteBuffer.wrap(memory);
        }
    }

    @Override
    public ByteBuffer allocate(int length) {
        Lent one = new Lent(length);
        lent.add(one);
        allocations.incrementAndGet();
        return one.buffer;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the very buffer, not one of equal bytes
    public void release(ByteBuffer buffer) {
        for (Lent one : lent) {
            if (one.buffer == buffer) {
                one.atReturn = one.memory.clone();
            }
        }
        releases.incrementAndGet();
    }

    /** Buffers that were written to after they had been given back. */
    int writtenLate() {
        int late = 0;
        for (Lent one : lent) {
            byte[] before = one.atReturn;
            late += before != null && !Arrays.equals(before, one.memory) ? 1 : 0;
        }
        return late;
    }

    @Override
    public void delivered(Destination destination) {
        delivered.incrementAndGet();
    }

    @Override
    public void gone(Destination destination) {
        gone.incrementAndGet();
    }
}
