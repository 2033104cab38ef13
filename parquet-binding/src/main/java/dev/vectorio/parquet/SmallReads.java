package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What to fetch for a small read: the footer whole, the page index whole or in large pieces, a dictionary to its end, else a
 * window of bytes up to where the next thing begins that the footer knows. Thread-safe.
 */
final class SmallReads {
    private static final Logger LOG = LoggerFactory.getLogger(SmallReads.class);

    /** The page index is fetched whole up to this size: merging its slices would read the gaps anyway. */
    static final long WHOLE_PAGE_INDEX_BYTES = 1 << 20;

    /** What a small read outside known structures fetches, at least. */
    static final int SMALL_READ_BYTES = 64 << 10;

    private final ParquetSource source;
    private final boolean anyFormat;
    private final Once<Boolean> wholePageIndex = new Once<>();
    private volatile boolean otherFormat;

    /**
     * @param anyFormat true if the file may be of another format: then a bad end is no fault, but says that it is
     */
    SmallReads(ParquetSource source, boolean anyFormat) {
        this.source = source;
        this.anyFormat = anyFormat;
    }

    /** Nothing of the file is in memory any more. */
    void forget() {
        wholePageIndex.forget();
    }

    /** What to fetch for a small read at this position; may fetch what is fetched in larger groups. */
    ByteRange around(long position, int wanted) throws IOException {
        Optional<ByteRange> end = endAround(position);
        if (end.isPresent()) {
            return end.get();
        }
        FooterScan layout = source.scan();
        if (layout.isPageIndex(position)) {
            fetchPageIndex(layout, position);
        }
        long atLeast = Math.min(position + wanted, source.length());
        long enough = Math.min(position + Math.max(wanted, SMALL_READ_BYTES), source.length());
        Optional<FooterScan.Chunk> chunk = layout.chunkAt(position);
        long limit = chunk.map(found -> found.smallReadEnd(position)).orElseGet(() -> layout.nextStructure(position));
        return ByteRange.between(position, Math.max(atLeast, Math.min(enough, limit)));
    }

    /** The trailer, or the whole footer, for a position in them. */
    private Optional<ByteRange> endAround(long position) throws IOException {
        if (!anyFormat) {
            return endOfParquetAround(position);
        }
        try {
            return otherFormat ? Optional.empty() : endOfParquetAround(position);
        } catch (ParquetLayoutException e) {
            LOG.debug("read as bytes: {}", e.getMessage());
            otherFormat = true;
            return Optional.empty();
        }
    }

    private Optional<ByteRange> endOfParquetAround(long position) throws IOException {
        long length = source.length();
        boolean inTail = position >= length - source.options().tailBytesFor(length)
                || position >= length - ParquetLayout.TRAILER_LENGTH;
        Optional<Trailer> end =
                source.knownTrailer().isPresent() || !inTail ? source.knownTrailer() : Optional.of(source.trailer());
        if (end.isEmpty() || position < end.get().footerOffset()) {
            return Optional.empty();
        }
        return Optional.of(
                position < end.get().range().offset()
                        ? end.get().footer()
                        : end.get().range());
    }

    private void fetchPageIndex(FooterScan layout, long position) throws IOException {
        List<ByteRange> slices = layout.pageIndex();
        long span = slices.get(slices.size() - 1).end() - slices.get(0).offset();
        if (span <= WHOLE_PAGE_INDEX_BYTES) {
            wholePageIndex.get(() -> {
                fetchPageIndex(layout, slices);
                return true;
            });
        } else {
            fetchPageIndex(layout, layout.pageIndexNear(position));
        }
    }

    private void fetchPageIndex(FooterScan layout, List<ByteRange> slices) throws IOException {
        source.fetchMissing(slices);
        for (ByteRange slice : slices) {
            if (!layout.isEncrypted()) {
                source.requireSound(slice, "the page index at " + slice);
            }
        }
    }
}
