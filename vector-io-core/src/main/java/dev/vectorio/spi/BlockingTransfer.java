package dev.vectorio.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A {@link Transfer} for clients that block: the body runs on an executor, {@link #cancel()} closes what the body
 * registered, and {@link #done()} completes from the worker, when it has left the sink for good.
 */
public final class BlockingTransfer implements Transfer {
    /** The work of one GET, on a thread of the executor. */
    public interface Body {
        /**
         * Reads and feeds the sink. Registers through {@code transfer} what must be closed to stop it.
         *
         * @throws Exception an {@link dev.vectorio.model.ObjectReadException}, as the store's answer demands
         */
        void run(BlockingTransfer transfer) throws Exception;
    }

    private static final AutoCloseable CANCELLED = new Marker();
    private static final AutoCloseable NOTHING = new Marker();

    private static final class Marker implements AutoCloseable {
        @Override
        public void close() {}
    }

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicReference<AutoCloseable> abort = new AtomicReference<>(NOTHING);

    private BlockingTransfer() {}

    /** Starts {@code body} on {@code executor}; a rejection fails {@link #done()}. */
    public static Transfer start(Executor executor, Body body) {
        BlockingTransfer transfer = new BlockingTransfer();
        try {
            executor.execute(() -> transfer.run(body));
        } catch (RejectedExecutionException e) {
            transfer.done.completeExceptionally(e);
        }
        return transfer;
    }

    private void run(Body body) {
        try {
            if (!isCancelled()) {
                body.run(this);
            }
            done.complete(null);
        } catch (Throwable t) {
            done.completeExceptionally(t);
        }
    }

    /** True if the body should stop. */
    public boolean isCancelled() {
        return abort.get() == CANCELLED;
    }

    /** Registers what {@link #cancel()} closes, in place of what was registered before; closes it now if already cancelled. */
    public void onCancel(AutoCloseable resource) {
        AutoCloseable before;
        do {
            before = abort.get();
            if (before == CANCELLED) {
                closeQuietly(resource);
                return;
            }
        } while (!abort.compareAndSet(before, resource));
    }

    @Override
    public CompletionStage<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        closeQuietly(abort.getAndSet(CANCELLED));
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // The transfer is being thrown away: its connection is gone either way.
        }
    }
}
