package dev.vectorio.parquet;

import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of a file of which no structure is known. A read that goes on where the last one ended is answered in steps that
 * double up to {@code max-request-bytes}, and from the second step on the following ones are fetched ahead; a read
 * elsewhere gets {@value SmallReads#SMALL_READ_BYTES} bytes or what it asked for.
 */
final class SequentialReads {
    /** First step of a sequential read. */
    static final long FIRST_STEP_BYTES = 256 << 10;

    /** Steps read ahead, if memory allows. */
    private static final int STEPS_AHEAD = 4;

    private final ParquetSource source;
    private final ReadAhead ahead;
    private final FileToRead.Pattern pattern;
    private volatile @Nullable Piece current;
    private long expected;
    private long step = FIRST_STEP_BYTES;

    SequentialReads(ParquetSource source, ReadAhead ahead, FileToRead.Pattern pattern) {
        this.source = source;
        this.ahead = ahead;
        this.pattern = pattern;
    }

    /**
     * Reads at a position inside the file.
     *
     * @return how many bytes, at least 1
     */
    int read(long position, ByteBuffer target) throws IOException {
        Piece piece = current;
        if (piece == null || !piece.holds(position)) {
            current = null;
            piece = next(position, target.remaining());
            current = piece;
        }
        return piece.copy(position, target);
    }

    private Piece next(long position, int wanted) throws IOException {
        ByteRange range = ahead.announcedAt(position).orElse(null);
        if (range != null) {
            ahead.take(range);
            expected = range.end();
            readOn();
            return fetch(range);
        }
        boolean onwards = position == expected && pattern != FileToRead.Pattern.RANDOM;
        if (!onwards) {
            ahead.forgetAnnounced();
            step = FIRST_STEP_BYTES;
        }
        long size = Math.max(wanted, onwards ? step : SmallReads.SMALL_READ_BYTES);
        boolean first = position == 0;
        range = ByteRange.between(position, Math.min(position + size, source.length()));
        expected = range.end();
        if (onwards && (!first || pattern == FileToRead.Pattern.SEQUENTIAL)) {
            readOn();
        }
        return fetch(range);
    }

    private Piece fetch(ByteRange range) throws IOException {
        ahead.consumed(range.length());
        try (VectoredRead read = source.read(List.of(range), BufferAllocator.heap())) {
            return new Piece(range, read.await().get(0).detach().slice());
        }
    }

    private void readOn() throws IOException {
        long longest = source.options().maxRequestBytes();
        step = Math.min(Math.max(step, step * 2), longest);
        long limit = Math.min(ahead.limit(), STEPS_AHEAD * step);
        long from = Math.max(expected, expected + ahead.outstanding());
        long end = Math.min(source.length(), expected + limit);
        List<ByteRange> parts = new ArrayList<>();
        while (from < end && (end - from >= step || end == source.length())) {
            long to = Math.min(end, from + step);
            parts.add(ByteRange.between(from, to));
            from = to;
        }
        ahead.announce(parts);
    }

    void close() {
        current = null;
    }
}
