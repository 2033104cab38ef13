package dev.vectorio.parquet;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Turns whatever went wrong after I/O began into an {@link IOException}. parquet-java answers an
 * {@link IllegalArgumentException} or {@link UnsupportedOperationException} by reading everything again into buffers that
 * hold half of it already (GH-3719), so neither may leave a stream then.
 */
final class Failures {
    private Failures() {}

    static IOException asIoException(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof IOException io) {
            return io;
        }
        return new IOException(cause.getClass().getSimpleName() + " while reading: " + cause.getMessage(), cause);
    }
}
