package dev.vectorio.perf.storm;

import dev.vectorio.buffer.BufferAllocator;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Has no memory for one of its calls. */
final class FailingAllocator implements BufferAllocator {
    /** What its error says. */
    static final String MESSAGE = "no memory, says the storm";

    private final BufferAllocator behind;
    private final int failsAt;
    private final AtomicInteger calls = new AtomicInteger();

    FailingAllocator(BufferAllocator behind, int failsAt) {
        this.behind = behind;
        this.failsAt = failsAt;
    }

    @Override
    public ByteBuffer allocate(int length) {
        if (calls.getAndIncrement() == failsAt) {
            throw new OutOfMemoryError(MESSAGE);
        }
        synchronized (behind) { // which has other callers
            return behind.allocate(length);
        }
    }

    @Override
    public void release(ByteBuffer buffer) {
        synchronized (behind) {
            behind.release(buffer);
        }
    }
}
