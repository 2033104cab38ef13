package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the page index lies: one slice per chunk for its offset index, one for its column index. All column indexes of a
 * file come before all offset indexes, so the slices of one row group lie apart, and are asked for one by one. An index
 * only saves bytes: a slice that lies where none can is left out, and said so at DEBUG.
 */
public final class PageIndexRanges {
    private static final Logger LOG = LoggerFactory.getLogger(PageIndexRanges.class);

    private final ParquetLayout layout;

    /** The page index of one file. */
    public PageIndexRanges(ParquetLayout layout) {
        this.layout = layout;
    }

    /**
     * The slices that a page filter reads, row group by row group.
     *
     * @param columns whose offset index is wanted: parquet-java reads those of every projected column
     * @param filtered whose column index is wanted as well: the columns of the filter
     * @param rowGroups positions in the footer
     */
    public List<LabelledRange> ranges(ColumnSelection columns, ColumnSelection filtered, List<Integer> rowGroups) {
        List<LabelledRange> slices = new ArrayList<>();
        for (int rowGroup : rowGroups) {
            BlockMetaData block = layout.rowGroup(rowGroup);
            if (block.getRowCount() == 0) {
                continue;
            }
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                String label = ColumnChunkRanges.label(rowGroup, chunk);
                if (columns.contains(chunk.getPath())) {
                    add(chunk.getOffsetIndexReference(), label + " / offset index", slices);
                }
                if (filtered.contains(chunk.getPath())) {
                    add(chunk.getColumnIndexReference(), label + " / column index", slices);
                }
            }
        }
        return slices;
    }

    // parquet-java gives null where a chunk has no index
    private void add(@Nullable IndexReference slice, String label, List<LabelledRange> slices) {
        if (slice == null) {
            return;
        }
        if (layout.bounds().hold(slice.getOffset(), slice.getLength())) {
            slices.add(new LabelledRange(ByteRange.of(slice.getOffset(), slice.getLength()), label));
        } else {
            LOG.debug(
                    "{}: {} at {} of {} bytes lies outside the file and is not used",
                    layout.file(),
                    label,
                    slice.getOffset(),
                    slice.getLength());
        }
    }
}
