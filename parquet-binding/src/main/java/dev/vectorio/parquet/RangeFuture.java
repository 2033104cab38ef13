package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The future of one range. It knows whether anybody ever asked for its buffer: one that nobody asked for is given back
 * when the stream closes (parquet-java forgets all later ranges of a read once one has failed). Whoever waits, or hangs a
 * stage on it, owns the buffer from then on.
 */
final class RangeFuture extends CompletableFuture<ByteBuffer> {
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final BufferAllocator allocator;
    private final Set<RangeFuture> unclaimed;

    /**
     * Enters itself into the set until somebody claims it: from then on nothing here refers to the buffer.
     *
     * @param allocator takes the buffer back if nobody ever asks for it
     */
    RangeFuture(BufferAllocator allocator, Set<RangeFuture> unclaimed) {
        this.allocator = allocator;
        this.unclaimed = unclaimed;
        unclaimed.add(this);
    }

    private void claim() {
        if (claimed.compareAndSet(false, true)) {
            unclaimed.remove(this);
        }
    }

    /** Gives the buffer back if it is there and nobody asked for it; a caller that comes later gets an error. */
    void reclaim() {
        if (!claimed.compareAndSet(false, true)) {
            return;
        }
        Optional<ByteBuffer> buffer =
                isDone() && !isCompletedExceptionally() ? Optional.of(super.join()) : Optional.empty();
        obtrudeException(new IOException("the stream is closed"));
        buffer.ifPresent(allocator::release);
    }

    /** A buffer that came too late. */
    void giveBack(ByteBuffer buffer) {
        allocator.release(buffer);
    }

    @Override
    public ByteBuffer get() throws InterruptedException, ExecutionException {
        claim();
        try {
            return super.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    // parquet-java waits here; it turns an interrupt into an InterruptedIOException but forgets to keep the flag
    @Override
    public ByteBuffer get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        claim();
        try {
            return super.get(timeout, unit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    @Override
    public ByteBuffer join() {
        claim();
        return super.join();
    }

    @Override
    public ByteBuffer getNow(ByteBuffer valueIfAbsent) {
        claim();
        return super.getNow(valueIfAbsent);
    }

    // every dependent stage is made here
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        claim();
        return super.newIncompleteFuture();
    }
}
