package dev.vectorio.spi;

import java.util.concurrent.CompletionStage;

/** One GET under way. */
public interface Transfer {
    /**
     * Completes when the last byte was handed to the sink, or with an
     * {@link dev.vectorio.model.ObjectReadException} (any other exception counts as {@code INTERNAL}). It always
     * completes, also after {@link #cancel()}, and only when no call into the sink is under way or to come.
     */
    CompletionStage<Void> done();

    /** Stops the GET and frees its connection within a second. Idempotent, from any thread, never blocks. */
    void cancel();
}
