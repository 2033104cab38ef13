package dev.vectorio.iceberg;

import dev.vectorio.parquet.JavaFailures;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.iceberg.exceptions.NotFoundException;

/** The exceptions that Iceberg's own streams throw, with the engine's as their cause. */
final class IcebergFailures {
    private IcebergFailures() {}

    /**
     * What a failure of the engine is to a caller of Iceberg.
     *
     * @return an {@link IOException}, or {@link NotFoundException} where the object does not exist
     */
    static Exception of(String location, Throwable failure) {
        if (!(failure instanceof IOException io)) {
            return new IOException(failure);
        }
        IOException known = JavaFailures.of(io);
        return known instanceof FileNotFoundException
                ? new NotFoundException(io, "Location does not exist: %s", location)
                : known;
    }
}
