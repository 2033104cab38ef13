package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * How one read is delivered.
 *
 * @param allocator gives its buffers
 * @param callbacks where stages complete; the engine's own executor if absent
 * @param deadline for the whole read, if there is one
 * @param maxRequestBytes the read's own limit for a request; {@link Long#MAX_VALUE} if it has none
 */
public record ReadSettings(
        BufferAllocator allocator, Optional<Executor> callbacks, Optional<Duration> deadline, long maxRequestBytes) {
    static final ReadSettings WINDOW =
            new ReadSettings(BufferAllocator.heap(), Optional.empty(), Optional.empty(), Long.MAX_VALUE);
}
