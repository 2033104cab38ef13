package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where Bloom filters lie: anywhere, before, between or behind the data. The format made their length optional
 * (PARQUET-2257); where it is missing, a first range is given that ends at the next known structure, or after
 * {@value #UNKNOWN_LENGTH_FIRST_BYTES} bytes if that is nearer, and the filter's own header then tells whether more is
 * needed. A filter only saves work: one that lies where none can is left out, and said so at DEBUG.
 */
public final class BloomFilterRanges {
    /** First range of a filter of unknown length, at most: a filter for about 100,000 values at 1 % error. */
    public static final int UNKNOWN_LENGTH_FIRST_BYTES = 128 << 10;

    private static final Logger LOG = LoggerFactory.getLogger(BloomFilterRanges.class);

    private final ParquetLayout layout;
    private final NavigableSet<Long> structures;

    /** The Bloom filters of one file. */
    public BloomFilterRanges(ParquetLayout layout) {
        this.layout = layout;
        this.structures = structures(layout);
    }

    /**
     * One range for each chosen chunk that has a filter, row group by row group.
     *
     * @param rowGroups positions in the footer
     */
    public List<LabelledRange> ranges(ColumnSelection columns, List<Integer> rowGroups) {
        List<LabelledRange> filters = new ArrayList<>();
        for (int rowGroup : rowGroups) {
            BlockMetaData block = layout.rowGroup(rowGroup);
            if (block.getRowCount() == 0) {
                continue;
            }
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                if (columns.contains(chunk.getPath())) {
                    range(chunk)
                            .ifPresent(range -> filters.add(new LabelledRange(
                                    range, ColumnChunkRanges.label(rowGroup, chunk) + " / Bloom filter")));
                }
            }
        }
        return filters;
    }

    private Optional<ByteRange> range(ColumnChunkMetaData chunk) {
        long offset = chunk.getBloomFilterOffset();
        int length = chunk.getBloomFilterLength();
        if (offset < 0) {
            return Optional.empty();
        }
        boolean lengthKnown = length > 0;
        long wanted = lengthKnown ? length : Math.min(next(offset) - offset, UNKNOWN_LENGTH_FIRST_BYTES);
        if (layout.bounds().hold(offset, wanted)) {
            return Optional.of(ByteRange.of(offset, wanted));
        }
        LOG.debug(
                "{}: the Bloom filter of {} at {} of {} bytes lies outside the file and is not used",
                layout.file(),
                chunk.getPath(),
                offset,
                length);
        return Optional.empty();
    }

    private long next(long offset) {
        Long next = structures.higher(offset);
        return next == null ? layout.footerOffset() : Math.min(next, layout.footerOffset());
    }

    private static NavigableSet<Long> structures(ParquetLayout layout) {
        NavigableSet<Long> starts = new TreeSet<>();
        for (BlockMetaData block : layout.metadata().getBlocks()) {
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                try {
                    starts.add(chunk.getStartingPos());
                    starts.add(chunk.getBloomFilterOffset());
                } catch (ParquetCryptoRuntimeException e) {
                    LOG.debug("{}: {} has no known place: {}", layout.file(), chunk.getPath(), e.getMessage());
                }
                addStart(chunk.getColumnIndexReference(), starts);
                addStart(chunk.getOffsetIndexReference(), starts);
            }
        }
        return starts;
    }

    private static void addStart(@Nullable IndexReference slice, Set<Long> starts) {
        if (slice != null) {
            starts.add(slice.getOffset());
        }
    }
}
