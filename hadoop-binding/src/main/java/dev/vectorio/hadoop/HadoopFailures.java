package dev.vectorio.hadoop;

import dev.vectorio.model.ObjectReadException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;

/** The exceptions that Hadoop's callers know, with the engine's own as their cause. */
final class HadoopFailures {
    private HadoopFailures() {}

    /** What a failure of the engine is to a caller of Hadoop. */
    static IOException of(IOException failure) {
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
