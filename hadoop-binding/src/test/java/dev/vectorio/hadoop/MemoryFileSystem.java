package dev.vectorio.hadoop;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/** Files in memory that count what is asked of them; read-only. */
public class MemoryFileSystem extends FileSystem {
    static final Map<String, byte[]> FILES = new ConcurrentHashMap<>();
    static final AtomicInteger STATUS_CALLS = new AtomicInteger();
    static final AtomicInteger OPEN_STREAMS = new AtomicInteger();

    /** Reads wait for it. */
    static volatile CountDownLatch gate = new CountDownLatch(0);

    private URI uri = URI.create("mem://none");

    /** Set up by {@code initialize}. */
    public MemoryFileSystem() {}

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        uri = URI.create(name.getScheme() + "://" + name.getAuthority());
    }

    @Override
    public String getScheme() {
        return "mem";
    }

    @Override
    public URI getUri() {
        return uri;
    }

    private static byte[] bytesOf(Path path) throws IOException {
        if (path.getName().equals("secret")) {
            throw new AccessControlException("not for you: " + path);
        }
        byte[] bytes = FILES.get(path.toUri().getPath());
        if (bytes == null) {
            throw new FileNotFoundException("no such file: " + path);
        }
        return bytes;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        OPEN_STREAMS.incrementAndGet();
        return new FSDataInputStream(new Stream(bytesOf(path)));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        STATUS_CALLS.incrementAndGet();
        if (path.getName().equals("folder")) {
            return new FileStatus(0, true, 1, 1, 7, path);
        }
        return new FileStatus(bytesOf(path).length, false, 1, 1, 7, path);
    }

    private static final class Stream extends FSInputStream {
        private final byte[] bytes;
        private long position;
        private boolean closed;

        Stream(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void seek(long to) {
            position = to;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long target) {
            return false;
        }

        @Override
        public int read() {
            return position < bytes.length ? bytes[(int) position++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int moved = read(position, target, offset, length);
            position += Math.max(0, moved);
            return moved;
        }

        @Override
        public int read(long from, byte[] target, int offset, int length) throws IOException {
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new java.io.InterruptedIOException("interrupted");
            }
            if (from >= bytes.length) {
                return -1;
            }
            try (ByteArrayInputStream rest = new ByteArrayInputStream(bytes, (int) from, bytes.length - (int) from)) {
                return rest.read(target, offset, length);
            }
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                throw new EOFException("closed twice");
            }
            closed = true;
            OPEN_STREAMS.decrementAndGet();
        }
    }

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
        throw new IOException("read-only");
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) throws IOException {
        throw new IOException("read-only");
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        throw new IOException("read-only");
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        throw new IOException("read-only");
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return new FileStatus[] {getFileStatus(path)};
    }

    @Override
    public void setWorkingDirectory(Path folder) {}

    @Override
    public Path getWorkingDirectory() {
        return new Path(uri + "/");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        throw new IOException("read-only");
    }
}
