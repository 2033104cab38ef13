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
 */
public record ReadOptions(BufferAllocator allocator, Optional<Executor> callbacks, Optional<Duration> deadline) {
    private static final ReadOptions DEFAULTS =
            new ReadOptions(BufferAllocator.heap(), Optional.empty(), Optional.empty());

    /**
     * @throws IllegalArgumentException if the deadline is not positive
     */
    public ReadOptions {
        if (deadline.isPresent()
                && (deadline.get().isNegative() || deadline.get().isZero())) {
            throw new IllegalArgumentException("the deadline of a read must be positive: " + deadline.get());
        }
    }

    /** Heap buffers, the library's own threads, no deadline of its own. */
    public static ReadOptions defaults() {
        return DEFAULTS;
    }

    /** With buffers of this allocator. */
    public ReadOptions withAllocator(BufferAllocator allocator) {
        return new ReadOptions(allocator, callbacks, deadline);
    }

    /** With stages that complete on this executor. */
    public ReadOptions withCallbacks(Executor executor) {
        return new ReadOptions(allocator, Optional.of(executor), deadline);
    }

    /** With a deadline for the whole read. */
    public ReadOptions withDeadline(Duration deadline) {
        return new ReadOptions(allocator, callbacks, Optional.of(deadline));
    }
}
