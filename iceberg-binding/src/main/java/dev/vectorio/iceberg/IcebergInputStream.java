package dev.vectorio.iceberg;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.parquet.FailureTranslation;
import dev.vectorio.parquet.FileReads;
import dev.vectorio.parquet.FooterCache;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.apache.iceberg.io.FileIOMetricsContext;
import org.apache.iceberg.io.FileRange;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.metrics.Counter;
import org.apache.iceberg.metrics.MetricsContext;

/**
 * The stream of {@link VectorIoFileIO}. Reads at positions and vectored reads leave the stream's own position alone. Not
 * thread-safe, but {@link #close()} may come from another thread: it ends what is in flight.
 */
final class IcebergInputStream extends SeekableInputStream implements RangeReadable {
    /** Reads of arrays from this size on want their bytes for themselves, and not as a part of something larger. */
    private static final int BULK_BYTES = 64 << 10;

    private static final int SKIP_LIMIT = 1 << 30;

    private final String location;
    private final FileReads reads;
    private final FooterCache.Place footer;
    private final List<Closeable> owned;
    private final FailureTranslation failures = this::translated;
    private final Counter readBytes;
    private final Counter readOperations;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long position;

    IcebergInputStream(String location, ReadRoute.Opened opened, MetricsContext metrics) {
        this.location = location;
        this.reads = opened.reads();
        this.footer = opened.footer();
        this.owned = opened.owned();
        this.readBytes = metrics.counter(FileIOMetricsContext.READ_BYTES, MetricsContext.Unit.BYTES);
        this.readOperations = metrics.counter(FileIOMetricsContext.READ_OPERATIONS);
    }

    @Override
    public long getPos() {
        return position;
    }

    /** Moves, without I/O; also behind the end, where reads find the end of the stream. */
    @Override
    public void seek(long newPosition) throws IOException {
        requireOpen();
        if (newPosition < 0) {
            throw new IllegalArgumentException("position is negative: " + newPosition + " in " + location);
        }
        position = newPosition;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
        while (target.hasRemaining()) {
            int moved = failures.call(() -> reads.read(position, target, length >= BULK_BYTES));
            if (moved < 0) {
                break;
            }
            position += moved;
        }
        int moved = length - target.remaining();
        count(moved);
        return moved == 0 ? -1 : moved;
    }

    @Override
    public long skip(long bytes) throws IOException {
        requireOpen();
        long step = Math.max(0, Math.min(bytes, length() - position));
        position += step;
        return step;
    }

    @Override
    public int available() throws IOException {
        requireOpen();
        return (int) Math.max(0, Math.min(SKIP_LIMIT, length() - position));
    }

    /** Length of the file in bytes, from the store. */
    long length() throws IOException {
        requireOpen();
        return failures.call(reads::length);
    }

    @Override
    public void readFully(long from, byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (from < 0) {
            throw new IllegalArgumentException("position is negative: " + from + " in " + location);
        }
        ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
        if (length > 0) {
            failures.call(() -> reads.readAt(from, target));
        }
        count(length - target.remaining());
        if (target.hasRemaining()) {
            throw new EOFException(
                    location + " has " + length() + " bytes: " + length + " at " + from + " end behind it");
        }
    }

    @Override
    public int readTail(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        Objects.checkFromIndexSize(offset, length, bytes.length);
        long end = length();
        int wanted = (int) Math.min(length, end);
        readFully(end - wanted, bytes, offset, wanted);
        return wanted;
    }

    /**
     * Starts to read ranges, and returns before the store has answered. Each future completes with a buffer of {@code
     * allocate}, heap or direct, the range's bytes from its position to its limit.
     *
     * @throws IllegalArgumentException before any request, if two ranges share bytes
     * @throws EOFException before any request, if a range ends behind the end of the file where that is certain
     */
    @Override
    public void readVectored(List<FileRange> ranges, IntFunction<ByteBuffer> allocate) throws IOException {
        requireOpen();
        Objects.requireNonNull(allocate, "allocate is null");
        RangeReadable.sortRanges(ranges);
        Optional<Long> end = reads.lengthIfCertain();
        List<ByteRange> wanted = new ArrayList<>(ranges.size());
        List<CompletableFuture<ByteBuffer>> arrivals = new ArrayList<>(ranges.size());
        long bytes = 0;
        for (FileRange range : ranges) {
            ByteRange bounds = ByteRange.of(range.offset(), range.length());
            if (end.isPresent() && bounds.end() > end.get()) {
                throw new EOFException(location + " has " + end.get() + " bytes: " + bounds + " ends behind it");
            }
            wanted.add(bounds);
            bytes += range.length();
        }
        ranges.forEach(range -> arrivals.add(failures.arrivalFor(range.byteBuffer())));
        if (ranges.isEmpty()) {
            return;
        }
        count(bytes);
        try {
            reads.readRanges(wanted, arrivals, BufferAllocator.of(allocate, buffer -> {}));
        } catch (IOException | RuntimeException e) {
            // requests may be under way: from here on failures come through the futures only
            arrivals.forEach(arrival -> arrival.completeExceptionally(e));
        }
    }

    private void count(long bytes) {
        readOperations.increment();
        readBytes.increment(bytes);
    }

    private Exception translated(Throwable failure) {
        noteChange(failure);
        return IcebergFailures.of(location, failure);
    }

    // written twice after all, as no file of a table should be: the next stream looks anew
    private void noteChange(Throwable failure) {
        if (failure instanceof ObjectReadException read && read.kind() == ObjectReadException.Kind.OBJECT_CHANGED) {
            footer.forget();
        }
    }

    /** True until closed. */
    boolean isOpen() {
        return !closed.get();
    }

    private void requireOpen() throws IOException {
        if (closed.get()) {
            throw new IOException("the stream is closed: " + location);
        }
    }

    /** Ends what is in flight: its futures fail. Buffers that were handed out stay the caller's. Idempotent. */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            reads.close();
        } finally {
            for (Closeable part : owned) {
                part.close();
            }
        }
    }

    @Override
    public String toString() {
        return location + " at " + position + (closed.get() ? ", closed" : "");
    }
}
