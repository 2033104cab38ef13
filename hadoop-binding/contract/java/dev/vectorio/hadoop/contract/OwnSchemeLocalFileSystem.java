package dev.vectorio.hadoop.contract;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** The raw local file system under a scheme of its own, as {@code file} is never replaced. */
public class OwnSchemeLocalFileSystem extends RawLocalFileSystem {
    private static final URI NAME = URI.create("vlocal:///");

    /** Set up by {@code initialize}. */
    public OwnSchemeLocalFileSystem() {}

    @Override
    public String getScheme() {
        return NAME.getScheme();
    }

    @Override
    public URI getUri() {
        return NAME;
    }

    /** Without a buffer, so that the statistics of a stream count each byte as it is written. */
    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress)
                .close();
        return new FSDataOutputStream(createOutputStreamWithMode(path, false, permission), statistics);
    }

    // the status of the original asks for permissions by a path that must be of the scheme file
    private static FileStatus plain(FileStatus status) {
        return new FileStatus(
                status.getLen(),
                status.isDirectory(),
                status.getReplication(),
                status.getBlockSize(),
                status.getModificationTime(),
                status.getPath());
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return plain(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return Arrays.stream(super.listStatus(path))
                .map(OwnSchemeLocalFileSystem::plain)
                .toArray(FileStatus[]::new);
    }
}
