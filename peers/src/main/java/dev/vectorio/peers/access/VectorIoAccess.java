package dev.vectorio.peers.access;

import dev.vectorio.VectorIo;
import dev.vectorio.parquet.VectorIoInputFile;
import dev.vectorio.parquet.VectorIoParquet;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/** This library by itself: with everything planned when a file is opened, or as an input file that is told nothing. */
final class VectorIoAccess implements Access {
    private final ObjectStoreBackend backend;
    private final VectorIo io;
    private final boolean planned;

    VectorIoAccess(StoreKind kind, URI endpoint, boolean planned) {
        this.backend = kind.backend(endpoint);
        this.io = VectorIo.builder().backend(kind.scheme(), backend).build();
        this.planned = planned;
    }

    @Override
    public InputFile parquet(RemoteFile file) {
        return new VectorIoInputFile(io, file.known());
    }

    @Override
    public ParquetFileReader open(RemoteFile file, ParquetReadOptions options, MessageType columns) throws IOException {
        return planned
                ? VectorIoParquet.open(io, file.known(), options, Optional.of(columns))
                : Access.super.open(file, options, columns);
    }

    @Override
    public Closeable announce(List<RemoteFile> files) {
        return planned && files.size() > 1
                ? io.lookAhead(files.stream().map(RemoteFile::known).toList())
                : () -> {};
    }

    @Override
    public void close() {
        io.close();
        backend.close();
    }
}
