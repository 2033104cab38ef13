package dev.vectorio;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Ranges on their way. Every stage ends: with its range, as soon as that range's own last byte is in, or with an
 * {@link ObjectReadException}; one may fail alone. Thread-safe.
 */
public final class VectoredRead implements AutoCloseable {
    private final StagedRead read;

    VectoredRead(StagedRead read) {
        this.read = read;
    }

    /** Number of ranges. */
    public int size() {
        return read.size();
    }

    /**
     * The stage of the range at {@code index} of the list that was asked for. Cancelling it gives that range up: its buffer
     * goes back, and a request that serves nothing else is aborted.
     */
    public CompletableFuture<RangeResult> result(int index) {
        return read.result(index);
    }

    /**
     * Waits for all ranges. If one fails, waits for the others no longer: the failure is thrown, the rest goes on until
     * {@link #close()}.
     *
     * @return the results in the order of the ranges
     * @throws ObjectReadException the first failure in that order
     * @throws InterruptedIOException if this thread is interrupted: the read is cancelled, the interrupt flag kept
     */
    public List<RangeResult> await() throws IOException {
        List<RangeResult> results = new ArrayList<>(read.size());
        for (int i = 0; i < read.size(); i++) {
            results.add(await(i));
        }
        return results;
    }

    /**
     * Waits for one range; as {@link #await()}.
     */
    public RangeResult await(int index) throws IOException {
        try {
            return read.result(index).get();
        } catch (InterruptedException e) {
            read.cancel();
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException(name(index) + ": interrupted while waiting for it");
            interrupted.initCause(e);
            throw interrupted;
        } catch (CancellationException e) {
            throw new ObjectReadException(
                    Kind.CANCELLED,
                    name(index) + ": " + Kind.CANCELLED + ": the stage was cancelled by its holder",
                    StoreAnswer.none(),
                    e);
        } catch (ExecutionException e) {
            throw rethrown(name(index), e.getCause() == null ? e : e.getCause());
        }
    }

    private String name(int index) {
        return read.location() + " " + read.asked(index);
    }

    /** The failure with the waiting thread's stack beside that of the thread where it happened. */
    private static ObjectReadException rethrown(String name, Throwable cause) {
        if (cause instanceof ObjectReadException e) {
            return new ObjectReadException(e.kind(), String.valueOf(e.getMessage()), e.answer(), e);
        }
        return new ObjectReadException(
                Kind.INTERNAL,
                name + ": " + Kind.INTERNAL + ": the stage was completed by its holder with " + cause,
                StoreAnswer.none(),
                cause);
    }

    /** Gives up what has not arrived: those stages fail with CANCELLED, their buffers go back, requests are aborted. */
    public void cancel() {
        read.cancel();
    }

    /**
     * Cancels, closes the results that were neither closed nor detached, and returns when every buffer of this read is back
     * with its allocator or with its new owner. Idempotent.
     */
    @Override
    public void close() {
        read.close();
    }
}
