package dev.vectorio.hadoop;

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
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executor;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.security.AccessControlException;

/**
 * The backend of one file on a file system that this library has no client for: its own reads at positions, each GET on a
 * thread and a stream of its own. Streams are used again by later GETs and closed with this. The version is what the file's
 * status says; whether a file that changes under way is noticed is up to the file system.
 */
final class WrappedReads implements ObjectStoreBackend {
    /** Large enough for a file system that sends a request for each read, small enough to have one for each thread. */
    private static final int SCRATCH_BYTES = 1 << 20;

    private final WrappedFile file;
    private final Executor executor;
    private final BackendCapabilities capabilities;
    private final ConcurrentLinkedDeque<FSDataInputStream> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * @param executor runs blocking reads
     * @param threads how many at once
     */
    WrappedReads(WrappedFile file, Executor executor, int threads) {
        this.file = file;
        this.executor = executor;
        this.capabilities = new BackendCapabilities(file.scheme(), true, false, threads);
    }

    @Override
    public BackendCapabilities capabilities() {
        return capabilities;
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new ObjectMetadata(location, file.length(), file.version());
                    } catch (IOException e) {
                        throw new java.util.concurrent.CompletionException(failure(location, e));
                    }
                },
                executor);
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        return BlockingTransfer.start(executor, transfer -> {
            InterruptOnCancel interrupt = InterruptOnCancel.on(transfer);
            try {
                read(request, sink, transfer);
            } catch (IOException e) {
                throw transfer.isCancelled()
                        ? new ObjectReadException(
                                Kind.CANCELLED,
                                "the read of " + request.location() + " was cancelled",
                                StoreAnswer.none(),
                                e)
                        : failure(request.location(), e);
            } finally {
                interrupt.close();
            }
        });
    }

    private void read(GetRequest request, ResponseSink sink, BlockingTransfer transfer) throws IOException {
        long length = file.length();
        ByteRange range = served(request, length);
        FSDataInputStream stream = take();
        boolean whole = false;
        try {
            ResponseHead head = new ResponseHead(
                    206,
                    OptionalLong.of(range.length()),
                    Optional.of(ContentRange.of(range, length)),
                    file.version(),
                    Optional.empty(),
                    Optional.empty());
            // nothing was promised before the first bytes are there: a length that is wrong shows here
            byte[] scratch = new byte[(int) Math.min(SCRATCH_BYTES, range.length())];
            long position = range.offset();
            boolean wanted = true;
            while (wanted && position < range.end()) {
                int part = (int) Math.min(scratch.length, range.end() - position);
                readFully(stream, position, scratch, part, request.location());
                wanted = (position > range.offset() || sink.onHead(head)) && !transfer.isCancelled();
                if (wanted) {
                    sink.onBytes(ByteBuffer.wrap(scratch, 0, part));
                }
                position += part;
            }
            whole = true;
        } finally {
            giveBack(stream, whole);
        }
    }

    private void readFully(FSDataInputStream stream, long position, byte[] scratch, int part, ObjectLocation location)
            throws IOException {
        try {
            stream.readFully(position, scratch, 0, part);
        } catch (EOFException e) {
            long length = file.lengthAgain();
            throw new ObjectReadException(
                    Kind.OUT_OF_BOUNDS,
                    location + " ends before " + (position + part) + ", it has " + length + " bytes",
                    StoreAnswer.none().withObjectLength(OptionalLong.of(length)),
                    e);
        }
    }

    private static ByteRange served(GetRequest request, long length) throws ObjectReadException {
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
                    request.range() + " lies outside " + request.location() + ", which has " + length + " bytes",
                    StoreAnswer.none().withObjectLength(OptionalLong.of(length)));
        }
        return ByteRange.between(range.offset(), Math.min(range.end(), length));
    }

    private FSDataInputStream take() throws IOException {
        FSDataInputStream stream = idle.poll();
        return stream != null ? stream : file.open();
    }

    private void giveBack(FSDataInputStream stream, boolean usable) {
        if (usable) {
            idle.push(stream);
        }
        if (!usable || closed) {
            idle.remove(stream);
            closeQuietly(stream);
        }
    }

    private static ObjectReadException failure(ObjectLocation location, IOException e) {
        if (e instanceof ObjectReadException known) {
            return known;
        }
        Kind kind = Kind.TRANSIENT;
        if (e instanceof FileNotFoundException) {
            kind = Kind.NOT_FOUND;
        } else if (e instanceof AccessDeniedException || e instanceof AccessControlException) {
            kind = Kind.ACCESS_DENIED;
        }
        return new ObjectReadException(kind, "cannot read " + location + ": " + e, StoreAnswer.none(), e);
    }

    private static void closeQuietly(FSDataInputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // It was only read from: nothing is lost.
        }
    }

    /** Closes the streams that no GET is using; the others are closed by their GET. */
    @Override
    public void close() {
        closed = true;
        for (FSDataInputStream stream = idle.poll(); stream != null; stream = idle.poll()) {
            closeQuietly(stream);
        }
    }
}
