package dev.vectorio.peers.access;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.iceberg.io.FileIO;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/** One peer, set up as its users set it up. Thread-safe. */
public interface Access extends Closeable {
    /** What a plan has before a task begins, such as the status of each file from a listing; not measured. */
    default void prepare(List<RemoteFile> files) throws IOException {}

    /** The file as parquet-java reads it through this peer. */
    InputFile parquet(RemoteFile file) throws IOException;

    /**
     * An open reader that will be asked for these columns.
     *
     * @param columns the projection
     */
    default ParquetFileReader open(RemoteFile file, ParquetReadOptions options, MessageType columns)
            throws IOException {
        ParquetFileReader reader = ParquetFileReader.open(parquet(file), options);
        reader.setRequestedSchema(columns);
        return reader;
    }

    /** Tells the peer what one task will read, in that order, until the result is closed; most have no ear for it. */
    default Closeable announce(List<RemoteFile> files) {
        return () -> {};
    }

    /**
     * As Iceberg reads files through this peer.
     *
     * @throws UnsupportedOperationException if it is no way for Iceberg
     */
    default FileIO fileIO() {
        throw new UnsupportedOperationException("not a FileIO");
    }
}
