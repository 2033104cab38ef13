package dev.vectorio.hadoop;

import dev.vectorio.parquet.FileReads;
import dev.vectorio.parquet.FileToRead;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file system that keeps everything of another one (writes, listings, renames, tokens, statistics) and replaces what
 * {@code open} and {@code openFile} return. Configured by {@code fs.<scheme>.impl} with this class and
 * {@code fs.vectorio.wrapped.<scheme>.impl} with the other; see {@code docs/hadoop.md}.
 *
 * <p>File systems with equal {@code vectorio.} keys share one engine; a file system has no threads of its own, and closing
 * it stops no stream.
 */
public class VectorIoFileSystem extends DelegatingFileSystem {
    private static final Logger LOG = LoggerFactory.getLogger(VectorIoFileSystem.class);
    private static final AtomicBoolean TOLD_OLD_RELEASE = new AtomicBoolean();

    private @Nullable StreamOpener opener;
    private boolean plain;

    /** Set up by {@link #initialize}. */
    public VectorIoFileSystem() {}

    /**
     * Sets up the wrapped file system and the engine.
     *
     * @throws IllegalArgumentException naming key and value if a {@code vectorio.} key is unknown or malformed
     * @throws IOException if the wrapped class is missing, or cannot be replaced here (in one line)
     */
    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        Refusals.check(name.getScheme(), conf);
        StreamOpener streams = StreamOpener.onOwnClient(name, conf);
        try {
            wrap(WrappedClasses.newInstance(name.getScheme(), conf));
            super.initialize(name, conf);
        } catch (Throwable t) {
            streams.close();
            throw t;
        }
        opener = streams;
        plain = !streams.options().enabled() || isTooOld(VersionInfo.getVersion());
    }

    private static boolean isTooOld(String version) {
        boolean old = !HadoopRelease.of(version).isSupported();
        if (old && TOLD_OLD_RELEASE.compareAndSet(false, true)) {
            LOG.warn(
                    "Hadoop {} is older than {}, the oldest release that vector-io supports: files are opened by the"
                            + " wrapped file systems",
                    version,
                    HadoopRelease.OLDEST);
        }
        return old;
    }

    private StreamOpener opener() throws IOException {
        if (opener == null) {
            throw new IOException("the file system was not initialized");
        }
        return opener;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (plain) {
            return super.open(path, bufferSize);
        }
        return open(
                path,
                Optional.of(getFileStatus(path)),
                new OpenOptions(OptionalLong.empty(), FileToRead.Pattern.ADAPTIVE));
    }

    @Override
    public FutureDataInputStreamBuilder openFile(Path path) {
        return createDataInputStreamBuilder(this, path);
    }

    /** Fails when the future is asked, and not before, unless a mandatory key is unknown. */
    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        if (plain || !OpenOptions.STANDARD.containsAll(parameters.getMandatoryKeys())) {
            return super.openFileWithOptions(path, parameters);
        }
        Optional<FileStatus> status = Optional.ofNullable(parameters.getStatus());
        status.ifPresent(given -> requireSameName(path, given));
        OpenOptions options = OpenOptions.of(parameters.getOptions());
        CompletableFuture<FSDataInputStream> opened = new CompletableFuture<>();
        try {
            Optional<FileStatus> known =
                    status.isPresent() || options.length().isPresent() ? status : Optional.of(getFileStatus(path));
            opened.complete(open(path, known, options));
        } catch (IOException | RuntimeException e) {
            opened.completeExceptionally(e);
        }
        return opened;
    }

    private static void requireSameName(Path path, FileStatus status) {
        if (!path.getName().equals(status.getPath().getName())) {
            throw new IllegalArgumentException(
                    "the status of " + status.getPath() + " was given to open " + path + ": another name");
        }
    }

    private FSDataInputStream open(Path path, Optional<FileStatus> status, OpenOptions options) throws IOException {
        if (status.isPresent() && status.get().isDirectory()) {
            throw new FileNotFoundException(path + " is a directory");
        }
        Path qualified = makeQualified(path);
        StreamOpener streams = opener();
        int threads = streams.options().maxConcurrentRequests();
        WrappedFile file = new WrappedFile(wrapped(), qualified, status, options.length());
        AtomicReference<@Nullable FileSystemCounts> counts = new AtomicReference<>();
        StreamReads reads = streams.open(new StreamOpener.Opening(
                qualified.toString(),
                streams.isOnOwnClient() ? file.knownToStore() : file.known(),
                status.map(known -> file.known()),
                options.pattern(),
                executor -> new WrappedReads(file, executor, threads),
                engine -> counted(counts, engine)));
        return new FSDataInputStream(new VectorIoFsInputStream(
                reads, Objects.requireNonNull(counts.get()), VectoredLimits.of(streams.options())));
    }

    private FileSystemCounts counted(AtomicReference<@Nullable FileSystemCounts> place, FileReads engine) {
        FileSystemCounts made = new FileSystemCounts(statistics, engine);
        place.set(made);
        return made;
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        return !capability.equalsIgnoreCase(StreamCapabilities.VECTOREDIO_BUFFERS_SLICED)
                && super.hasPathCapability(path, capability);
    }

    /** Closes the wrapped file system; streams that are open go on as far as that one allows. */
    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            StreamOpener mine = opener;
            if (mine != null) {
                mine.close();
            }
        }
    }
}
