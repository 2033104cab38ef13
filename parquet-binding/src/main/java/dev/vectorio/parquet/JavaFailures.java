package dev.vectorio.parquet;

import dev.vectorio.model.ObjectReadException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;

/** The exceptions of Java's own libraries that callers of the bindings know, with the engine's own as their cause. */
public final class JavaFailures {
    private JavaFailures() {}

    /** What a failure of the engine is to such a caller. */
    public static IOException of(IOException failure) {
        if (!(failure instanceof ObjectReadException read)) {
            return failure;
        }
        String message = String.valueOf(read.getMessage());
        IOException translated = switch (read.kind()) {
            case NOT_FOUND -> new FileNotFoundException(message);
            case ACCESS_DENIED -> new AccessDeniedException(message);
            case OUT_OF_BOUNDS -> new EOFException(message);
            case CANCELLED -> new InterruptedIOException(message);
            default -> read;
        };
        if (translated != read) {
            translated.initCause(read);
        }
        return translated;
    }
}
