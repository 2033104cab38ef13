package dev.vectorio.parquet;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The stream that parquet-java reads from; names no Hadoop class. Small reads come from windows in memory, a serial read
 * of a column chunk fetches on to the chunk's end, and a vectored read becomes one planned read whose ranges arrive in
 * buffers of the caller's allocator. Not thread-safe, but {@link #close()} may come from another thread: it ends what is
 * in flight. The engine calls an allocator on threads of its own, holding the allocator's monitor: who calls one that is
 * not thread-safe while ranges are pending, to release a range that came early, holds it too.
 *
 * <p>Serial reads cost one copy more than vectored ones, as their bytes pass through a buffer of the engine.
 */
public final class VectorIoInputStream extends SeekableInputStream {
    private final ParquetSource source;
    private final ReadAhead ahead;
    private final SerialReads serial;
    private final VectoredReads vectored;
    private @Nullable PlannedReads planned;
    private long position;
    private @Nullable Piece window;
    private volatile boolean closed;

    /** A stream that learns what is read, or works it out from what its reader was said to want. */
    VectorIoInputStream(ParquetSource source, Optional<ReadIntent> intent) {
        this(source, intent.isEmpty() ? ReadAhead.learning(source) : ReadAhead.told(source));
        this.planned = intent.map(wish -> new PlannedReads(source, wish, ahead)).orElse(null);
    }

    private VectorIoInputStream(ParquetSource source, ReadAhead ahead) {
        this.source = source;
        this.ahead = ahead;
        this.serial = new SerialReads(source, ahead);
        this.vectored = new VectoredReads(source, ahead);
    }

    /** A stream whose reader announces itself what it will read. */
    static VectorIoInputStream planned(ParquetSource source) {
        return new VectorIoInputStream(source, ReadAhead.checked(source));
    }

    @Override
    public long getPos() {
        return position;
    }

    /**
     * Moves to a position, which may lie behind the end: reads there find the end of the stream.
     *
     * @throws EOFException if the position is negative
     */
    @Override
    public void seek(long newPos) throws IOException {
        requireOpen();
        if (newPos < 0) {
            throw new EOFException(source.file() + ": cannot seek to " + newPos);
        }
        position = newPos;
    }

    @Override
    public int read() throws IOException {
        Piece piece = window(1);
        if (piece == null) {
            return -1;
        }
        return piece.at(position++);
    }

    @Override
    public int read(byte[] bytes, int start, int len) throws IOException {
        Objects.checkFromIndexSize(start, len, bytes.length);
        return read(ByteBuffer.wrap(bytes, start, len), false);
    }

    @Override
    public int read(ByteBuffer buf) throws IOException {
        return read(buf, true);
    }

    /** Reads until the buffer is full or the stream ends. */
    private int read(ByteBuffer target, boolean bulk) throws IOException {
        requireOpen();
        int wanted = target.remaining();
        if (wanted == 0) {
            return 0;
        }
        while (target.hasRemaining()) {
            int moved = bulk ? readChunk(target) : 0;
            if (moved == 0) {
                Piece piece = window(target.remaining());
                if (piece == null) {
                    break;
                }
                moved = piece.copy(position, target);
            }
            position += moved;
        }
        int moved = wanted - target.remaining();
        return moved == 0 ? -1 : moved;
    }

    // what is in memory already is a plain copy
    private int readChunk(ByteBuffer target) throws IOException {
        if (source.isEndOfFile(position)) {
            return 0;
        }
        planFirst();
        return source.pieceAt(position).isEmpty() ? serial.read(position, target) : 0;
    }

    private @Nullable Piece window(int wanted) throws IOException {
        requireOpen();
        Piece piece = window;
        if (piece == null || !piece.holds(position)) {
            if (!source.isEndOfFile(position)) {
                planFirst();
            }
            piece = source.piece(position, wanted).orElse(null);
            window = piece;
        }
        return piece;
    }

    // footers are also read by those who read nothing else: planning waits for the first read of something else
    private void planFirst() throws IOException {
        PlannedReads plan = planned;
        if (plan != null) {
            planned = null;
            plan.start();
        }
    }

    @Override
    public void readFully(byte[] bytes) throws IOException {
        readFully(bytes, 0, bytes.length);
    }

    @Override
    public void readFully(byte[] bytes, int start, int len) throws IOException {
        Objects.checkFromIndexSize(start, len, bytes.length);
        readFully(ByteBuffer.wrap(bytes, start, len), false);
    }

    @Override
    public void readFully(ByteBuffer buf) throws IOException {
        readFully(buf, true);
    }

    private void readFully(ByteBuffer target, boolean bulk) throws IOException {
        long start = position;
        int wanted = target.remaining();
        requireInside(start, wanted);
        read(target, bulk);
        if (target.hasRemaining()) {
            throw pastEnd(start, wanted);
        }
        if (source.isFooter(start, wanted)) {
            source.requireSoundFooter();
        }
    }

    // before anything is fetched for it
    private void requireInside(long start, int wanted) throws IOException {
        Optional<Long> length = source.lengthIfCertain();
        if (length.isPresent() && wanted > 0 && wanted > length.get() - start) {
            throw pastEnd(start, wanted);
        }
    }

    private EOFException pastEnd(long start, int wanted) throws IOException {
        return new EOFException(source.file() + ": " + wanted + " bytes at " + start + " end behind the file of "
                + source.length() + " bytes");
    }

    /** True unless the option {@code enabled} is off; heap and direct allocators alike. */
    @Override
    public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
        return source.options().enabled();
    }

    /**
     * Starts to read the ranges and returns at once; each range's future completes when its last byte is in. The stream
     * is then at the end of the last listed range. Nothing but {@link IOException} comes once a request has been made.
     *
     * @param ranges disjoint, in any order; may be empty
     * @throws NullPointerException if the list or a range is null
     * @throws IllegalArgumentException if a length is negative, or two ranges share bytes
     * @throws EOFException if an offset is negative, or a range ends behind the end of the file where that is certain
     * @throws UnsupportedOperationException if the option {@code enabled} is off
     */
    @Override
    public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator) throws IOException {
        requireOpen();
        if (!source.options().enabled()) {
            throw new UnsupportedOperationException("vectored reads are turned off (enabled=false)");
        }
        VectoredReads.validate(ranges, source);
        if (ranges.isEmpty()) {
            return;
        }
        ParquetFileRange last = ranges.get(ranges.size() - 1);
        try {
            planFirst();
            vectored.start(ranges, allocator);
        } catch (RuntimeException e) {
            throw Failures.asIoException(e);
        }
        position = last.getOffset() + last.getLength();
    }

    /** The buffers delivered to futures since the last call, and those still to come, are told to this listener. */
    void trackBuffers(TrackedAllocator allocator) {
        vectored.track(allocator);
    }

    /** Remembers what is delivered from now on, or forgets it and remembers no more. */
    void keepDelivered(boolean keep) {
        vectored.keep(keep);
    }

    /** What was delivered since, as far as it has not been given back. */
    List<Piece> delivered() {
        return vectored.kept();
    }

    /** Ends what is in flight and gives back what nobody asked for; the read that was under way failed. */
    void abandonReads() {
        vectored.abandon();
    }

    /** Ends what is in flight: its futures fail. Buffers that were handed out stay the caller's. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        vectored.abandon();
        serial.close();
        source.release();
    }

    private void requireOpen() throws IOException {
        if (closed) {
            throw new IOException(source.file() + ": the stream is closed");
        }
    }

    @Override
    public String toString() {
        return "VectorIoInputStream[" + source.file() + " at " + position + (closed ? ", closed]" : "]");
    }
}
