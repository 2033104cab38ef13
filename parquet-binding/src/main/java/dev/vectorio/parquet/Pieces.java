package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The small pieces of one file that are in memory, by where they begin. Thread-safe, no I/O. */
final class Pieces {
    private final ConcurrentSkipListMap<Long, Piece> byOffset = new ConcurrentSkipListMap<>();

    /** Takes a piece in; of two that begin at one byte the longer one stays. */
    void add(Piece piece) {
        byOffset.merge(
                piece.range().offset(),
                piece,
                (one, other) -> one.range().length() >= other.range().length() ? one : other);
    }

    /** Drops the pieces of these very ranges. */
    void forget(List<ByteRange> ranges) {
        ranges.forEach(range -> byOffset.computeIfPresent(
                range.offset(), (offset, piece) -> piece.range().equals(range) ? null : piece));
    }

    void clear() {
        byOffset.clear();
    }

    /** The range without what follows in memory: no byte twice. */
    ByteRange clipped(ByteRange range) {
        Long next = byOffset.higherKey(range.offset());
        return next == null || next >= range.end() ? range : ByteRange.between(range.offset(), next);
    }

    /** The piece that has this byte. */
    Optional<Piece> at(long position) {
        Map.Entry<Long, Piece> entry = byOffset.floorEntry(position);
        return entry != null && entry.getValue().holds(position) ? Optional.of(entry.getValue()) : Optional.empty();
    }

    /** A view of the bytes of a range, if all of it lies in one piece. */
    Optional<ByteBuffer> bytes(ByteRange range) {
        Optional<Piece> piece = range.isEmpty() ? Optional.empty() : at(range.offset());
        return piece.filter(whole -> whole.range().contains(range)).map(whole -> {
            int from = Math.toIntExact(range.offset() - whole.range().offset());
            return whole.bytes().slice(from, Math.toIntExact(range.length()));
        });
    }
}
