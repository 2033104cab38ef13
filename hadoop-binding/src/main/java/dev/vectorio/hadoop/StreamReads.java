package dev.vectorio.hadoop;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.FailureTranslation;
import dev.vectorio.parquet.FileReads;
import dev.vectorio.parquet.JavaFailures;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.StreamCapabilities;
import org.jspecify.annotations.Nullable;

/**
 * What Hadoop asks of a stream, on top of the engine: both of this library's Hadoop streams only forward to it, as their
 * base classes differ. Reads at positions and vectored reads leave the stream's own position alone and may come from any
 * thread; the rest is for one thread, except {@link #close()}.
 */
public final class StreamReads implements Closeable {
    /** Reads of arrays from this size on want their bytes for themselves, and not as a part of something larger. */
    private static final int BULK_BYTES = 64 << 10;

    private static final int SKIP_LIMIT = 1 << 30;

    /** For ranges: what fails there is not counted as a call that failed. */
    private static final FailureTranslation ARRIVALS =
            failure -> failure instanceof IOException io ? JavaFailures.of(io) : new IOException(failure);

    private final String path;
    private final FileReads reads;
    private final StreamCounts counts;
    private final List<Closeable> owned;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final FailureTranslation calls;
    private long position;

    /**
     * @param path names the file in messages
     * @param owned closed after the reads, in this order
     */
    public StreamReads(String path, FileReads reads, StreamCounts counts, List<Closeable> owned) {
        this.path = path;
        this.reads = reads;
        this.counts = counts;
        this.owned = List.copyOf(owned);
        this.calls = failure -> {
            counts.failed();
            return ARRIVALS.of(failure);
        };
    }

    /** The position of the next read. */
    public long position() {
        return position;
    }

    /**
     * Moves, without I/O; also behind the end, where reads find the end of the stream.
     *
     * @throws EOFException if the position is negative
     */
    public void seek(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK + " " + newPosition + " in " + path);
        }
        if (newPosition != position) {
            counts.sought(newPosition - position);
            position = newPosition;
        }
    }

    /** Passes over bytes, never behind the end. */
    public long skip(long bytes) throws IOException {
        requireOpen();
        long step = Math.max(0, Math.min(bytes, length() - position));
        position += step;
        counts.skipped(step);
        return step;
    }

    /** Bytes up to the end of the file, as far as an {@code int} goes. */
    public int available() throws IOException {
        requireOpen();
        return (int) Math.max(0, Math.min(SKIP_LIMIT, length() - position));
    }

    private long length() throws IOException {
        return calls.call(reads::length);
    }

    /** One byte, or -1. */
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /**
     * Up to {@code length} bytes; as many if they are there.
     *
     * @return -1 at the end
     */
    public int read(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        Objects.requireNonNull(bytes, "bytes is null");
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return read(ByteBuffer.wrap(bytes, offset, length), length >= BULK_BYTES);
    }

    /** As {@link #read(byte[], int, int)}, into what remains of a buffer. */
    public int read(ByteBuffer target) throws IOException {
        requireOpen();
        return read(target, true);
    }

    private int read(ByteBuffer target, boolean bulk) throws IOException {
        int wanted = target.remaining();
        if (wanted == 0) {
            return 0;
        }
        counts.readStarted(position, wanted);
        while (target.hasRemaining()) {
            int moved = calls.call(() -> reads.read(position, target, bulk));
            if (moved < 0) {
                break;
            }
            position += moved;
        }
        int moved = wanted - target.remaining();
        counts.bytesRead(moved);
        return moved == 0 ? -1 : moved;
    }

    /** Reads at a position of its own. */
    public int readAt(long from, byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        checkPositioned(from, bytes, offset, length);
        return readAt(from, ByteBuffer.wrap(bytes, offset, length));
    }

    /** Reads at a position of its own, into what remains of a buffer. */
    public int readAt(long from, ByteBuffer target) throws IOException {
        requireOpen();
        requirePosition(from);
        counts.readStarted(from, target.remaining());
        return readThere(from, target);
    }

    private int readThere(long from, ByteBuffer target) throws IOException {
        int moved = target.hasRemaining() ? calls.call(() -> reads.readAt(from, target)) : 0;
        counts.bytesRead(Math.max(0, moved));
        return moved;
    }

    /**
     * Reads all of it at a position of its own.
     *
     * @throws EOFException if the file ends before
     */
    public void readFullyAt(long from, byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        checkPositioned(from, bytes, offset, length);
        readFullyAt(from, ByteBuffer.wrap(bytes, offset, length));
    }

    /** As {@link #readFullyAt(long, byte[], int, int)}, into what remains of a buffer. */
    public void readFullyAt(long from, ByteBuffer target) throws IOException {
        requireOpen();
        requirePosition(from);
        counts.readFullyStarted(from, target.remaining());
        readThere(from, target);
        if (target.hasRemaining()) {
            throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY + ": " + path);
        }
    }

    private static void checkPositioned(long from, byte @Nullable [] bytes, int offset, int length) throws IOException {
        if (bytes == null) {
            throw new IllegalArgumentException("Null buffer");
        }
        if (length < 0) {
            throw new IllegalArgumentException("length is negative");
        }
        requirePosition(from);
        if (bytes.length - offset < length) {
            throw new IndexOutOfBoundsException(FSExceptionMessages.TOO_MANY_BYTES_FOR_DEST_BUFFER
                    + ": request length=" + length + ", with offset =" + offset + "; buffer capacity ="
                    + (bytes.length - offset));
        }
    }

    private static void requirePosition(long from) throws EOFException {
        if (from < 0) {
            throw new EOFException("position is negative");
        }
    }

    /**
     * Starts to read ranges, and returns before the store has answered. The bytes are charged to the calling thread now.
     *
     * @throws IOException before any request, if the stream is closed or a range is refused ({@link RangeRules})
     */
    public void readVectored(
            List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate, Consumer<ByteBuffer> release)
            throws IOException {
        requireOpen();
        Objects.requireNonNull(allocate, "allocate is null");
        Objects.requireNonNull(release, "release is null");
        // a declared length is an upper bound by Hadoop's specification, until an answer has taught another
        RangeRules.check(ranges, reads.knownLength());
        if (ranges.isEmpty()) {
            return;
        }
        List<ByteRange> wanted = new ArrayList<>(ranges.size());
        List<CompletableFuture<ByteBuffer>> arrivals = new ArrayList<>(ranges.size());
        long bytes = 0;
        for (FileRange range : ranges) {
            wanted.add(ByteRange.of(range.getOffset(), range.getLength()));
            bytes += range.getLength();
            CompletableFuture<ByteBuffer> given = new CompletableFuture<>();
            arrivals.add(ARRIVALS.arrivalFor(given));
            range.setData(given);
        }
        counts.vectored(ranges.size());
        counts.bytesRead(bytes);
        try {
            reads.readRanges(wanted, arrivals, BufferAllocator.of(allocate, release));
        } catch (IOException | RuntimeException e) {
            // requests may be under way: from here on failures come through the futures only
            arrivals.forEach(arrival -> arrival.completeExceptionally(e));
        }
    }

    /** Gives up what is in memory and in flight; reading may go on, from the same position. */
    public void unbuffer() {
        if (!closed.get()) {
            counts.unbuffered();
            reads.unbuffer();
        }
    }

    /** What both streams can do. */
    public static boolean hasCapability(String capability) {
        return switch (capability.toLowerCase(Locale.ROOT)) {
            case StreamCapabilities.VECTOREDIO,
                    StreamCapabilities.READBYTEBUFFER,
                    StreamCapabilities.PREADBYTEBUFFER,
                    StreamCapabilities.UNBUFFER,
                    StreamCapabilities.IOSTATISTICS,
                    StreamCapabilities.IOSTATISTICS_CONTEXT -> true;
            default -> false;
        };
    }

    /** True until closed. */
    public boolean isOpen() {
        return !closed.get();
    }

    /** What the engine did for this stream. */
    public FileReads engine() {
        return reads;
    }

    private void requireOpen() throws IOException {
        if (closed.get()) {
            throw new IOException(path + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
        }
    }

    /** Fails what is pending with an {@link java.io.InterruptedIOException}, and frees everything. Idempotent. */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            reads.close();
        } finally {
            counts.closed();
            closeOwned();
        }
    }

    private void closeOwned() throws IOException {
        IOException failure = null;
        for (Closeable part : owned) {
            try {
                part.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public String toString() {
        return path + " at " + position + (closed.get() ? ", closed" : "");
    }
}
