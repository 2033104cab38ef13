package dev.vectorio.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** What failures of {@link FileReads} are to the callers of one interface, such as a stream of Hadoop or Iceberg. */
@FunctionalInterface
public interface FailureTranslation {
    /**
     * The exception that the caller gets; called once for each failure, on the thread that fails.
     *
     * @return an {@link IOException} or a {@link RuntimeException}
     */
    Exception of(Throwable failure);

    /** A call into the reads. */
    @FunctionalInterface
    interface Call<T> {
        /** Reads. */
        T call() throws IOException;
    }

    /** Makes the call; its failure is thrown as what it is to the caller. */
    default <T> T call(Call<T> call) throws IOException {
        try {
            return call.call();
        } catch (IOException e) {
            Exception known = of(e);
            if (known instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw known instanceof IOException io ? io : new IOException(known);
        }
    }

    /**
     * The future for a range in {@link FileReads#readRanges} that completes the caller's own, whose cancelling gives the range
     * up.
     *
     * @param given what the caller has in hand
     */
    default CompletableFuture<ByteBuffer> arrivalFor(CompletableFuture<ByteBuffer> given) {
        CompletableFuture<ByteBuffer> arrival = new CompletableFuture<>();
        arrival.whenComplete((buffer, failure) -> {
            if (failure != null) {
                given.completeExceptionally(of(failure));
            } else {
                given.complete(buffer);
            }
        });
        given.whenComplete((buffer, failure) -> {
            if (given.isCancelled()) {
                arrival.cancel(false);
            }
        });
        return arrival;
    }
}
