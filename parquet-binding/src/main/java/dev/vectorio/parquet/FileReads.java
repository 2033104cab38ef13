package dev.vectorio.parquet;

import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one stream over a file of any format: what the streams of a binding are made of. The footer of a Parquet
 * file that passes through is understood, and what it places is read as {@link VectorIoInputStream} reads it: index and
 * dictionary from windows, chunks to their end, the columns of one row group ahead from the next ones. Everything else is
 * bytes.
 *
 * <p>{@link #read} and {@link #readRanges} are for one thread; {@link #readAt}, {@link #unbuffer} and {@link #close} may
 * come from any. Holds a reader of the engine until closed. Failures after a request are {@link IOException}s.
 */
public final class FileReads implements Closeable {
    private final FileToRead file;
    private final ParquetSource source;
    private final Map<VectoredRead, List<CompletableFuture<ByteBuffer>>> inFlight = new ConcurrentHashMap<>();
    private volatile Course course;
    private boolean closed;

    private FileReads(FileToRead file) {
        this.file = file;
        this.source = ParquetSource.ofAnyFormat(file);
        this.course = new Course(source, file.pattern());
    }

    /** What has been learned since the last {@link #unbuffer()}. */
    private static final class Course {
        final ReadAhead ahead;
        final SerialReads chunks;
        final SequentialReads bytes;

        @Nullable
        Piece window;

        Course(ParquetSource source, FileToRead.Pattern pattern) {
            this.ahead = ReadAhead.learning(source);
            this.chunks = new SerialReads(source, ahead);
            this.bytes = new SequentialReads(source, ahead, pattern);
        }
    }

    /** Opens a reader; no I/O. */
    public static FileReads open(FileToRead file) {
        FileReads reads = new FileReads(file);
        reads.source.acquire();
        return reads;
    }

    /** The length in bytes, if nobody has to be asked for it and it is certain. */
    public Optional<Long> lengthIfCertain() {
        return source.lengthIfCertain();
    }

    /** The length in bytes as far as it is known: certain, or what the caller was told and no answer has corrected yet. */
    public Optional<Long> knownLength() {
        return source.knownLength();
    }

    /** The length in bytes; fetches the end of the file if it is not certain. */
    public long length() throws IOException {
        return source.length();
    }

    /**
     * Reads some bytes in the order of a stream.
     *
     * @param position of the file, at least 0
     * @param target gets up to {@code remaining()} bytes
     * @param bulk true if the caller wants all of them, and not a small part of something larger
     * @return how many, at least 1 unless nothing remains; -1 at or behind the end of the file
     */
    public int read(long position, ByteBuffer target, boolean bulk) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        Course now = course;
        Piece piece = now.window;
        if (piece != null && piece.holds(position)) {
            return piece.copy(position, target);
        }
        if (position >= source.length()) {
            return -1;
        }
        if (bulk && !source.isEndOfFile(position) && source.pieceAt(position).isEmpty()) {
            int moved = now.chunks.read(position, target);
            if (moved > 0) {
                return moved;
            }
        }
        if (!source.isLaidOut() && !isTail(position)) {
            return now.bytes.read(position, target);
        }
        piece = source.piece(position, target.remaining()).orElseThrow();
        now.window = piece;
        return piece.copy(position, target);
    }

    private boolean isTail(long position) throws IOException {
        long length = source.length();
        return file.pattern() != FileToRead.Pattern.SEQUENTIAL
                && position >= length - file.options().tailBytesFor(length);
    }

    /**
     * Reads at a position of its own, as many bytes as the target takes and the file has.
     *
     * @param position of the file, at least 0
     * @return how many; -1 at or behind the end of the file
     */
    public int readAt(long position, ByteBuffer target) throws IOException {
        long length = source.length();
        if (position >= length) {
            return target.hasRemaining() ? -1 : 0;
        }
        int wanted = (int) Math.min(target.remaining(), length - position);
        if (wanted == 0) {
            return 0;
        }
        ByteRange range = ByteRange.of(position, wanted);
        Optional<ByteBuffer> near = near(range);
        if (near.isPresent()) {
            target.put(near.get());
            return wanted;
        }
        CallerBuffer destination = new CallerBuffer(target.slice(target.position(), wanted));
        try (VectoredRead read = source.read(List.of(range), destination)) {
            destination.accept(read.await().get(0));
        }
        target.position(target.position() + wanted);
        return wanted;
    }

    /** The bytes from memory, or from the end of the file, which is fetched as a whole. */
    private Optional<ByteBuffer> near(ByteRange range) throws IOException {
        if (source.pieceAt(range.offset()).isEmpty() && isTail(range.offset())) {
            source.piece(range.offset(), Math.toIntExact(range.length()));
        }
        Optional<ByteBuffer> bytes = source.inPiece(range);
        return bytes.isPresent() ? bytes : source.held(range);
    }

    /**
     * Starts to read ranges, and returns without waiting for the network. Each future completes when its range's last byte
     * is in, with a buffer of the allocator, the very object; or fails with an {@link IOException}, its buffer given back
     * before. Cancelling one gives the range up.
     *
     * @param ranges in any order
     * @param futures one for each range, in the same order
     * @throws IOException if no read could be started; futures may be incomplete then
     */
    public void readRanges(
            List<ByteRange> ranges, List<CompletableFuture<ByteBuffer>> futures, BufferAllocator allocator)
            throws IOException {
        Course now = course;
        List<Integer> direct = new ArrayList<>();
        List<Integer> copied = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            boolean readAhead = now.ahead.take(ranges.get(i));
            Optional<ByteBuffer> here = source.inPiece(ranges.get(i));
            if (here.isPresent()) {
                deliver(here.get(), futures.get(i), allocator);
            } else {
                (readAhead ? copied : direct).add(i);
            }
        }
        deliver(direct, ranges, futures, allocator, RangeResult::detach);
        deliver(copied, ranges, futures, BufferAllocator.heap(), result -> copy(result.buffer(), allocator));
        now.ahead.wanted(ranges.stream().filter(range -> !range.isEmpty()).toList());
    }

    /** Makes the buffer that the caller gets of what was read. */
    private interface Delivery {
        ByteBuffer of(RangeResult result);
    }

    private void deliver(
            List<Integer> indexes,
            List<ByteRange> ranges,
            List<CompletableFuture<ByteBuffer>> futures,
            BufferAllocator from,
            Delivery delivery) {
        if (indexes.isEmpty()) {
            return;
        }
        VectoredRead read = source.read(indexes.stream().map(ranges::get).toList(), from);
        inFlight.put(read, indexes.stream().map(futures::get).toList());
        AtomicInteger open = new AtomicInteger(indexes.size());
        for (int i = 0; i < indexes.size(); i++) {
            CompletableFuture<ByteBuffer> future = futures.get(indexes.get(i));
            CompletableFuture<RangeResult> arrival = read.result(i);
            arrival.whenComplete((result, failure) -> {
                complete(future, result, failure, delivery);
                if (open.decrementAndGet() == 0) {
                    inFlight.remove(read);
                }
            });
            future.whenComplete((buffer, failure) -> {
                if (future.isCancelled()) {
                    arrival.cancel(false);
                }
            });
        }
    }

    private static void complete(
            CompletableFuture<ByteBuffer> future,
            @Nullable RangeResult result,
            @Nullable Throwable failure,
            Delivery delivery) {
        try (result) {
            if (failure != null) {
                future.completeExceptionally(Failures.asIoException(failure));
            } else if (result != null && !future.isDone()) {
                future.complete(delivery.of(result));
            }
        } catch (Throwable t) {
            future.completeExceptionally(Failures.asIoException(t));
        }
    }

    @SuppressWarnings("SynchronizationOnLocalVariableOrMethodParameter") // as the engine calls every allocator
    private static void deliver(ByteBuffer bytes, CompletableFuture<ByteBuffer> future, BufferAllocator allocator) {
        try {
            ByteBuffer buffer = copy(bytes, allocator);
            if (!future.complete(buffer)) {
                synchronized (allocator) {
                    allocator.release(buffer);
                }
            }
        } catch (Throwable t) {
            future.completeExceptionally(Failures.asIoException(t));
        }
    }

    // what was in memory before this caller's allocator was known
    @SuppressWarnings("SynchronizationOnLocalVariableOrMethodParameter") // as the engine calls every allocator
    private static ByteBuffer copy(ByteBuffer bytes, BufferAllocator allocator) {
        int length = bytes.remaining();
        ByteBuffer buffer;
        synchronized (allocator) {
            buffer = allocator.allocate(length);
        }
        try {
            int start = buffer.position();
            buffer.limit(start + length);
            buffer.put(bytes);
            return buffer.position(start);
        } catch (Throwable t) {
            synchronized (allocator) {
                allocator.release(buffer);
            }
            throw t;
        }
    }

    /**
     * Ends what is in flight, whose futures fail, and lets go of everything in memory but the footer; reading may go on.
     */
    public void unbuffer() {
        synchronized (this) {
            if (closed) {
                return;
            }
            abandon();
            source.release();
            course = new Course(source, file.pattern());
            source.acquire();
        }
    }

    private void abandon() {
        inFlight.forEach((read, futures) -> {
            read.close();
            // Those left are just being told by another thread, which need not have come to the caller's.
            futures.forEach(future -> future.completeExceptionally(new ObjectReadException(
                    ObjectReadException.Kind.CANCELLED, file.object().location() + ": the read was cancelled")));
        });
        inFlight.clear();
        course.chunks.close();
        course.bytes.close();
    }

    /** Ends what is in flight; its futures fail, buffers that were handed out stay the caller's. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        abandon();
        source.release();
    }

    /** GETs of this stream so far. */
    public long gets() {
        return source.counted().gets();
    }

    /** Bytes of bodies received so far. */
    public long fetchedBytes() {
        return source.counted().fetchedBytes();
    }

    /** Bytes received so far that nobody had asked for. */
    public long wastedBytes() {
        return source.counted().wastedBytes();
    }

    @Override
    public String toString() {
        return "FileReads[" + source.file() + "]";
    }
}
