package dev.vectorio.parquet;

import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Bulk reads without vectored I/O: parquet-java below 1.16 unless told otherwise, and every row group with 2 GiB or more
 * in one piece. The bytes asked for go straight into the caller's buffer; the rest of the chunk is announced at once, in
 * parts that are fetched side by side, and waits for the next call.
 */
final class SerialReads {
    private final ParquetSource source;
    private final ReadAhead ahead;
    private volatile @Nullable Piece current;
    private long expected = -1;

    SerialReads(ParquetSource source, ReadAhead ahead) {
        this.source = source;
        this.ahead = ahead;
    }

    /**
     * Reads some bytes of a column chunk.
     *
     * @return how many, at least 1; or 0 if there is no chunk
     */
    int read(long position, ByteBuffer target) throws IOException {
        Piece piece = current;
        if (piece == null || !piece.holds(position)) {
            Optional<ByteRange> announced = ahead.announcedAt(position);
            if (announced.isEmpty()) {
                current = null;
                return fetch(position, target);
            }
            piece = take(announced.get());
            current = piece;
        }
        int moved = piece.copy(position, target);
        touched(position, moved);
        return moved;
    }

    private Piece take(ByteRange range) throws IOException {
        ahead.take(range);
        try (VectoredRead read = source.read(List.of(range), BufferAllocator.heap())) {
            ByteBuffer bytes = read.await().get(0).detach();
            return new Piece(range, bytes.slice());
        }
    }

    private int fetch(long position, ByteBuffer target) throws IOException {
        FooterScan layout = source.scan();
        Optional<FooterScan.Chunk> chunk = layout.chunkAt(position);
        if (chunk.isEmpty()) {
            return 0;
        }
        long end = Math.min(position + target.remaining(), source.length());
        end = Math.min(end, ahead.nextAnnounced(position));
        long on = source.options().enabled() ? onwards(layout, position, end) : end;
        int length = Math.toIntExact(end - position);
        CallerBuffer destination = new CallerBuffer(target.slice(target.position(), length));
        try (VectoredRead read = source.read(List.of(ByteRange.of(position, length)), destination)) {
            announce(end, on);
            destination.accept(read.await().get(0));
        }
        target.position(target.position() + length);
        touched(position, length);
        return length;
    }

    /** The end of the chunk that the read ends in; a read that goes on where the last one ended looks further. */
    private long onwards(FooterScan layout, long position, long end) {
        Optional<FooterScan.Chunk> last = layout.chunkAt(end - 1);
        if (last.isEmpty()) {
            return end;
        }
        long on = last.get().range().end();
        Optional<FooterScan.Chunk> next = layout.chunkAt(on);
        while (position == expected
                && next.isPresent()
                && next.get().rowGroup() == last.get().rowGroup()
                && next.get().range().end() - end <= ahead.limit()) {
            on = next.get().range().end();
            next = layout.chunkAt(on);
        }
        return on;
    }

    private void announce(long from, long to) {
        if (from < to) {
            List<ByteRange> parts = new ArrayList<>();
            ConsecutiveParts.cut(ByteRange.between(from, to), source.options().maxRequestBytes(), parts);
            ahead.announce(parts);
        }
    }

    private void touched(long position, int length) throws IOException {
        expected = position + length;
        FooterScan layout = source.scan();
        long at = position;
        while (at < expected) {
            Optional<FooterScan.Chunk> chunk = layout.chunkAt(at);
            if (chunk.isEmpty()) {
                return;
            }
            long end = Math.min(expected, chunk.get().range().end());
            ahead.touched(layout, chunk.get(), end - at);
            at = end;
        }
    }

    void close() {
        current = null;
    }
}
