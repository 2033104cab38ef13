package dev.vectorio.parquet;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A value that one thread fetches while the others wait for it, without a lock held meanwhile. A failure is given to those
 * who waited and then forgotten: the next call tries again.
 */
final class Once<T> {
    /** Fetches the value. */
    @FunctionalInterface
    interface Fetch<T> {
        T fetch() throws IOException;
    }

    private final AtomicReference<@Nullable CompletableFuture<T>> current = new AtomicReference<>();

    /** The value, if it is there. */
    Optional<T> value() {
        CompletableFuture<T> future = current.get();
        return future != null && future.isDone() && !future.isCompletedExceptionally()
                ? Optional.of(future.join())
                : Optional.empty();
    }

    /** The value, fetched by this thread or another. */
    T get(Fetch<T> fetch) throws IOException {
        CompletableFuture<T> mine = new CompletableFuture<>();
        CompletableFuture<T> other = current.compareAndExchange(null, mine);
        if (other != null) {
            return join(other);
        }
        try {
            T value = fetch.fetch();
            mine.complete(value);
            return value;
        } catch (Throwable t) {
            current.compareAndSet(mine, null);
            mine.completeExceptionally(t);
            throw t;
        }
    }

    /** Drops the value. */
    void forget() {
        current.set(null);
    }

    /** Waits; an interrupt stays set. */
    static <T> T join(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while reading");
            interrupted.initCause(e);
            throw interrupted;
        } catch (ExecutionException e) {
            throw Failures.asIoException(e);
        }
    }
}
