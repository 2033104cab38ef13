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
 */
public record ReadSettings(BufferAllocator allocator, Optional<Executor> callbacks, Optional<Duration> deadline) {
    static final ReadSettings WINDOW = new ReadSettings(BufferAllocator.heap(), Optional.empty(), Optional.empty());
}
