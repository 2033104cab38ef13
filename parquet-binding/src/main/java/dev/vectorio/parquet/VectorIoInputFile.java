package dev.vectorio.parquet;

import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.util.Optional;
import org.apache.parquet.io.InputFile;

/**
 * An object as parquet-java's {@code InputFile}; names no Hadoop class. Its streams share one reader, which lives as long
 * as one of them is open, and so share the end of the file: opening costs one GET and no HEAD, and a second stream does
 * not fetch the footer again. Thread-safe; its streams are not.
 *
 * <p>Plain, it learns from the first row group which columns are read. {@link VectorIoParquet} knows them from the start.
 */
public final class VectorIoInputFile implements InputFile {
    private final ParquetSource source;
    private final Optional<ReadIntent> intent;

    /** An object of which nothing is known but the place. No I/O. */
    public VectorIoInputFile(VectorIo io, ObjectLocation location) {
        this(io, KnownObject.at(location));
    }

    /**
     * An object and what is known of it. No I/O.
     *
     * @param object a trusted length saves nothing but {@link #getLength()}'s request; a length that proves wrong is
     *     corrected by the first answer, unless the options say otherwise
     */
    public VectorIoInputFile(VectorIo io, KnownObject object) {
        this(new ParquetSource(io, object), Optional.empty());
    }

    VectorIoInputFile(ParquetSource source, Optional<ReadIntent> intent) {
        this.source = source;
        this.intent = intent;
    }

    /**
     * Length of the object in bytes. Without I/O if it is trusted; else it comes with the end of the file, which a reader
     * needs anyhow.
     */
    @Override
    public long getLength() throws IOException {
        Optional<Long> certain = source.lengthIfCertain();
        if (certain.isPresent()) {
            return certain.get();
        }
        source.acquire();
        try {
            return source.length();
        } finally {
            source.release();
        }
    }

    /** A stream at position 0. No I/O; closing the last one lets go of all that they share but the footer. */
    @Override
    public VectorIoInputStream newStream() {
        source.acquire();
        return new VectorIoInputStream(source, intent);
    }

    /** A stream whose reader announces itself what it will read. */
    VectorIoInputStream plannedStream() {
        source.acquire();
        return VectorIoInputStream.planned(source);
    }

    ParquetSource source() {
        return source;
    }

    /** The object's location. */
    @Override
    public String toString() {
        return source.file();
    }
}
