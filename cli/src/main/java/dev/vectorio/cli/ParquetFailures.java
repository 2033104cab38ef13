package dev.vectorio.cli;

import dev.vectorio.model.ObjectLocation;
import java.io.IOException;

/** parquet-java throws what a damaged file leads it into, and does not always say which file that was. */
final class ParquetFailures {
    /** Work on a file. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException;
    }

    private ParquetFailures() {}

    /** Does the work; whatever it throws names the file and is an {@link IOException}. */
    static <T> T naming(ObjectLocation file, Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IOException | RuntimeException e) {
            boolean named = String.valueOf(e.getMessage()).contains(file.toString());
            if (named && e instanceof IOException io) {
                throw io;
            }
            String message = named ? words(e) : file + ": " + words(e);
            throw new IOException(message, e);
        } catch (NoClassDefFoundError e) {
            throw new IOException(
                    file + ": UNSUPPORTED: needs a class that is not on the class path, as a rule that of a codec: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String words(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : FailureLines.oneLine(e.getMessage());
    }
}
