package dev.vectorio.peers.access;

import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** Another {@code FileIO} whose streams are opened in another way. */
abstract class ReadOnlyFileIO implements FileIO {
    private static final long serialVersionUID = 1;

    private final FileIO files;

    ReadOnlyFileIO(FileIO files) {
        this.files = files;
    }

    /** Opens a file that the {@code FileIO} behind has named. */
    abstract SeekableInputStream open(InputFile file);

    @Override
    public InputFile newInputFile(String location) {
        return new Wrapped(files.newInputFile(location), this);
    }

    @Override
    public InputFile newInputFile(String location, long length) {
        return new Wrapped(files.newInputFile(location, length), this);
    }

    @Override
    public OutputFile newOutputFile(String location) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public void deleteFile(String location) {
        throw new UnsupportedOperationException("read only");
    }

    @Override
    public void close() {
        files.close();
    }

    private record Wrapped(InputFile file, ReadOnlyFileIO opener) implements InputFile {
        @Override
        public long getLength() {
            return file.getLength();
        }

        @Override
        public SeekableInputStream newStream() {
            return opener.open(file);
        }

        @Override
        public String location() {
            return file.location();
        }

        @Override
        public boolean exists() {
            return file.exists();
        }
    }
}
