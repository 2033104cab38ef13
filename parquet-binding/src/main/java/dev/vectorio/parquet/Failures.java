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

    /** What went wrong in one line: parquet-java's messages hold whole Thrift structs and the addresses of Java objects. */
    static String words(Throwable failure) {
        String text = failure.getMessage();
        return text == null
                ? failure.getClass().getSimpleName()
                : text.replaceAll("(?s)\\s*,?\\s*Struct:.*", "")
                        .replaceAll("^can not read class [\\w.$]+: ", "")
                        .replaceAll("\\b(?:[a-z]\\w*\\.)+(\\w[\\w$]*)@[0-9a-f]{1,8}\\b", "$1")
                        .replaceAll("\\s+", " ")
                        .strip();
    }

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
