package dev.vectorio;

import dev.vectorio.buffer.BufferAllocator;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How one read is delivered.
 *
 * @param allocator gives the buffers and gets them back
 * @param callbacks where stages complete; the library's own threads if absent. Those may be blocked: others take over
 * @param deadline for the whole read; what has not arrived by then fails with {@code TIMEOUT}. If absent, the option
 *     {@code vectorio.deadline} holds
 * @param maxRequestBytes no request of this read is longer than this, nor than {@code vectorio.max-request-bytes}, unless
 *     it fetches a small object whole. Shorter requests bring the first ranges sooner where later ones compete for the same
 *     bandwidth. {@link Long#MAX_VALUE} for no limit of its own
 */
public record ReadOptions(
        BufferAllocator allocator, Optional<Executor> callbacks, Optional<Duration> deadline, long maxRequestBytes) {
    private static final ReadOptions DEFAULTS =
            new ReadOptions(BufferAllocator.heap(), Optional.empty(), Optional.empty(), Long.MAX_VALUE);

    /**
     * @throws IllegalArgumentException if the deadline or the limit is not positive
     */
    public ReadOptions {
        if (deadline.isPresent()
                && (deadline.get().isNegative() || deadline.get().isZero())) {
            throw new IllegalArgumentException("the deadline of a read must be positive: " + deadline.get());
        }
        if (maxRequestBytes < 1) {
            throw new IllegalArgumentException("the limit of a request must be positive: " + maxRequestBytes);
        }
    }

    /** Heap buffers, the library's own threads, no deadline of its own. */
    public static ReadOptions defaults() {
        return DEFAULTS;
    }

    /** With buffers of this allocator. */
    public ReadOptions withAllocator(BufferAllocator allocator) {
        return new ReadOptions(allocator, callbacks, deadline, maxRequestBytes);
    }

    /** With stages that complete on this executor. */
    public ReadOptions withCallbacks(Executor executor) {
        return new ReadOptions(allocator, Optional.of(executor), deadline, maxRequestBytes);
    }

    /** With a deadline for the whole read. */
    public ReadOptions withDeadline(Duration deadline) {
        return new ReadOptions(allocator, callbacks, Optional.of(deadline), maxRequestBytes);
    }

    /** With requests of at most so many bytes. */
    public ReadOptions withMaxRequestBytes(long bytes) {
        return new ReadOptions(allocator, callbacks, deadline, bytes);
    }
}
