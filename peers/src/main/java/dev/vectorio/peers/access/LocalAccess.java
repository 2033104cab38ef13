package dev.vectorio.peers.access;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.Files;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/** The copies on the local disk: what decoding alone costs, and the oracle of all values. */
final class LocalAccess implements Access {
    private final Map<String, RemoteFile> byLocation = new ConcurrentHashMap<>();

    @Override
    public void prepare(java.util.List<RemoteFile> files) {
        files.forEach(file -> byLocation.put(file.location(), file));
    }

    @Override
    public InputFile parquet(RemoteFile file) {
        return new LocalInputFile(file.copy());
    }

    @Override
    public FileIO fileIO() {
        return new Copies(byLocation);
    }

    @Override
    public void close() {}

    private record Copies(Map<String, RemoteFile> byLocation) implements FileIO {
        private static final long serialVersionUID = 1;

        @Override
        public org.apache.iceberg.io.InputFile newInputFile(String location) {
            RemoteFile file = byLocation.get(location);
            if (file == null) {
                throw new IllegalArgumentException("no copy of " + location);
            }
            return new Copy(Files.localInput(file.copy().toFile()), location);
        }

        @Override
        public OutputFile newOutputFile(String location) {
            throw new UnsupportedOperationException("read only");
        }

        @Override
        public void deleteFile(String location) {
            throw new UnsupportedOperationException("read only");
        }
    }
    /** Goes by the location in the store, by which Iceberg's scans look their files up. */
    private record Copy(org.apache.iceberg.io.InputFile file, String location)
            implements org.apache.iceberg.io.InputFile {
        @Override
        public long getLength() {
            return file.getLength();
        }

        @Override
        public SeekableInputStream newStream() {
            return file.newStream();
        }

        @Override
        public boolean exists() {
            return file.exists();
        }
    }
}
