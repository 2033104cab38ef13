package dev.vectorio.peers.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.inmemory.InMemoryInputFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** What many build for themselves: each file is read whole, front to back, into one array when it is opened. */
final class WholeFileIO extends ReadOnlyFileIO {
    private static final long serialVersionUID = 1;

    WholeFileIO(FileIO files) {
        super(files);
    }

    @Override
    SeekableInputStream open(InputFile file) {
        byte[] bytes = new byte[Math.toIntExact(file.getLength())];
        try (SeekableInputStream in = file.newStream()) {
            IOUtil.readFully(in, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new InMemoryInputFile(file.location(), bytes).newStream();
    }
}
