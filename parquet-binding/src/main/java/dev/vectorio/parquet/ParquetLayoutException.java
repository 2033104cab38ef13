package dev.vectorio.parquet;

import java.io.IOException;

/**
 * The object is not a Parquet file, or its metadata points to bytes that cannot be what it says. The message names the
 * file and, where they apply, row group, column, offsets and file length.
 *
 * <p>It is an {@link IOException} and never an {@link UnsupportedOperationException} or
 * {@link IllegalArgumentException}: parquet-java takes those as "read it again, one range after another".
 */
public final class ParquetLayoutException extends IOException {
    private static final long serialVersionUID = 1;

    /** A fault found in the metadata. */
    public ParquetLayoutException(String message) {
        super(message);
    }

    /** A fault found by a lower layer. */
    public ParquetLayoutException(String message, Throwable cause) {
        super(message, cause);
    }
}
