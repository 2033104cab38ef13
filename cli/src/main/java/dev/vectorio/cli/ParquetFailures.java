package dev.vectorio.cli;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.parquet.ParquetDamage;
import dev.vectorio.parquet.ParquetLayoutException;
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
        } catch (ObjectReadException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw e instanceof ParquetLayoutException layout && isNamed(layout, file)
                    ? layout
                    : ParquetDamage.of(file.toString(), e);
        } catch (NoClassDefFoundError e) {
            throw new IOException(
                    file + ": UNSUPPORTED: needs a class that is not on the class path, as a rule that of a codec: "
                            + e.getMessage(),
                    e);
        }
    }

    private static boolean isNamed(ParquetLayoutException failure, ObjectLocation file) {
        return String.valueOf(failure.getMessage()).contains(file.toString());
    }
}
