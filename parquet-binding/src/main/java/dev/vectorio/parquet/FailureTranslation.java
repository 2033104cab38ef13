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
        CompletableFuture<ByteBuffer> arrival = new Arrival(given, this);
        given.whenComplete((buffer, failure) -> {
            if (given.isCancelled()) {
                arrival.cancel(false);
            }
        });
        return arrival;
    }

    /** Completes the caller's future before itself: whoever finds this one done may tell the caller that it is over. */
    final class Arrival extends CompletableFuture<ByteBuffer> {
        private final CompletableFuture<ByteBuffer> given;
        private final FailureTranslation failures;

        Arrival(CompletableFuture<ByteBuffer> given, FailureTranslation failures) {
            this.given = given;
            this.failures = failures;
        }

        /** False if the caller does not get the buffer. */
        @Override
        public boolean complete(ByteBuffer buffer) {
            boolean taken = given.complete(buffer);
            super.complete(buffer);
            return taken;
        }

        @Override
        public boolean completeExceptionally(Throwable failure) {
            if (!given.isDone()) {
                given.completeExceptionally(failures.of(failure));
            }
            return super.completeExceptionally(failure);
        }
    }
}
