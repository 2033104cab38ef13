package dev.vectorio.local;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.BlockingTransfer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Local files. Reads run on daemon threads of its own, which end when idle, with positional reads into scratch buffers:
 * nothing is mapped into memory, so a file that is cut while it is read is a failure and not a crash.
 *
 * <p>The version is a fingerprint of length, time of last change and file key. It is looked at again after every read and
 * before the bytes are handed on, so a file that changes under way gives {@code OBJECT_CHANGED} and never bytes of two
 * states (as far as the file system's clock tells them apart).
 */
public final class LocalFileBackend implements ObjectStoreBackend {
    /** Large enough to read at the disk's speed, small enough to be still in the processor's cache when it is copied. */
    private static final int SCRATCH_BYTES = 256 << 10;

    private static final int DEFAULT_THREADS = 16;
    private static final int IDLE_SECONDS = 10;

    private final BackendCapabilities capabilities;
    private final ThreadPoolExecutor executor;
    private final Queue<ByteBuffer> idleScratch = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    private LocalFileBackend(int threads) {
        this.capabilities = new BackendCapabilities("file", true, false, threads);
        // The queue is unbounded, so the pool refuses only when it is closed: the task then runs at once, to say so.
        this.executor = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                LocalFileBackend::daemon,
                (task, pool) -> task.run());
        executor.allowCoreThreadTimeOut(true);
    }

    /** A backend that reads up to 16 ranges at once. */
    public static LocalFileBackend create() {
        return create(DEFAULT_THREADS);
    }

    /**
     * A backend of a given width.
     *
     * @param maxConcurrentRequests ranges read at once, each on a thread; at least 1
     */
    public static LocalFileBackend create(int maxConcurrentRequests) {
        return new LocalFileBackend(maxConcurrentRequests);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "vector-io-file");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        CompletableFuture<ObjectMetadata> answer = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                requireOpen(location);
                LocalFile file = LocalFile.at(location);
                answer.complete(new ObjectMetadata(location, file.length(), Optional.of(file.version())));
            } catch (Throwable t) {
                answer.completeExceptionally(t);
            }
        });
        return answer;
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        return BlockingTransfer.start(executor, transfer -> read(request, sink, transfer));
    }

    private void read(GetRequest request, ResponseSink sink, BlockingTransfer transfer) throws ObjectReadException {
        requireOpen(request.location());
        LocalFile file = LocalFile.at(request.location());
        requireVersion(request, file);
        ByteRange range = served(request, file);
        try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            transfer.onCancel(channel);
            file.requireUnchanged();
            if (sink.onHead(head(file, range))) {
                copy(file, range, channel, sink, transfer);
            }
        } catch (ObjectReadException e) {
            throw e;
        } catch (IOException e) {
            requireWanted(file, transfer);
            throw LocalFile.failure(file.location(), e);
        }
    }

    private void copy(
            LocalFile file, ByteRange range, FileChannel channel, ResponseSink sink, BlockingTransfer transfer)
            throws IOException {
        ByteBuffer scratch =
                Optional.ofNullable(idleScratch.poll()).orElseGet(() -> ByteBuffer.allocateDirect(SCRATCH_BYTES));
        try {
            long position = range.offset();
            while (position < range.end()) {
                requireWanted(file, transfer);
                scratch.clear().limit((int) Math.min(SCRATCH_BYTES, range.end() - position));
                int read = channel.read(scratch, position);
                file.requireUnchanged();
                if (read < 1) {
                    throw new ObjectReadException(
                            Kind.TRANSIENT, file.location() + " gave no byte at " + position + " of " + file.length());
                }
                position += read;
                sink.onBytes(scratch.flip());
            }
        } finally {
            if (!closed) {
                idleScratch.add(scratch);
            }
        }
    }

    private static ByteRange served(GetRequest request, LocalFile file) throws ObjectReadException {
        long length = file.length();
        ByteRange range;
        if (request.range() instanceof GetRange.Bounded bounded) {
            range = bounded.range();
        } else {
            long suffix = Math.min(request.range().length(), length);
            range = ByteRange.of(length - suffix, suffix);
        }
        if (range.offset() >= length) {
            throw new ObjectReadException(
                    Kind.OUT_OF_BOUNDS,
                    file.location() + " " + request.range() + ": the range does not lie inside the object of " + length
                            + " bytes",
                    StoreAnswer.none().withObjectLength(OptionalLong.of(length)));
        }
        return ByteRange.between(range.offset(), Math.min(range.end(), length));
    }

    private static ResponseHead head(LocalFile file, ByteRange range) {
        return new ResponseHead(
                206,
                OptionalLong.of(range.length()),
                Optional.of(ContentRange.of(range, file.length())),
                Optional.of(file.version()),
                Optional.empty(),
                Optional.empty());
    }

    /** No file has an entity tag: a condition that cannot be met fails instead of being forgotten. */
    private static void requireVersion(GetRequest request, LocalFile file) throws ObjectReadException {
        if (!request.ifVersion().map(file.version()::equals).orElse(true)) {
            throw new ObjectReadException(
                    Kind.OBJECT_CHANGED, file.location() + " is " + file.version() + ", not " + request.ifVersion());
        }
    }

    private void requireWanted(LocalFile file, BlockingTransfer transfer) throws ObjectReadException {
        requireOpen(file.location());
        if (transfer.isCancelled()) {
            throw new ObjectReadException(Kind.CANCELLED, "the read of " + file.location() + " was cancelled");
        }
    }

    private void requireOpen(ObjectLocation location) throws ObjectReadException {
        if (closed) {
            throw new ObjectReadException(Kind.CANCELLED, "the backend is closed: " + location);
        }
    }

    /** Ends the threads; reads under way fail with {@code CANCELLED} before their next chunk. Idempotent. */
    @Override
    public void close() {
        closed = true;
        executor.shutdown();
        idleScratch.clear();
    }
}
