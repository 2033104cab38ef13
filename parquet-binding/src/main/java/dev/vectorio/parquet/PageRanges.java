package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;

/**
 * Where the pages lie that hold certain rows. Like parquet-java, a column's dictionary is what lies between the start of
 * its chunk and its first page, and pages that touch are one range.
 */
public final class PageRanges {
    private final ParquetLayout layout;
    private final ColumnChunkRanges chunks;

    /** The pages of one file. */
    public PageRanges(ParquetLayout layout) {
        this.layout = layout;
        this.chunks = new ColumnChunkRanges(layout);
    }

    /**
     * The pages of the chosen columns that hold wanted rows, in the order of the footer. A column without an offset index
     * gives its whole chunk, a column without wanted rows nothing.
     *
     * @param rowGroup position in the footer
     * @param offsetIndexes where each column's pages lie
     * @throws ParquetLayoutException if a chunk or page lies where none can
     */
    public List<LabelledRange> ranges(
            ColumnSelection columns, int rowGroup, Map<ColumnPath, OffsetIndex> offsetIndexes, RowSelection rows)
            throws ParquetLayoutException {
        BlockMetaData block = layout.rowGroup(rowGroup);
        List<LabelledRange> ranges = new ArrayList<>();
        if (block.getRowCount() == 0) {
            return ranges;
        }
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            if (columns.contains(chunk.getPath())) {
                ByteRange whole = chunks.range(rowGroup, chunk);
                String label = ColumnChunkRanges.label(rowGroup, chunk);
                OffsetIndex index = offsetIndexes.get(chunk.getPath());
                if (index == null) {
                    ColumnChunkRanges.cut(new LabelledRange(whole, label), Integer.MAX_VALUE, ranges);
                } else {
                    new Pages(whole, label, index, block.getRowCount()).collect(rows, ranges);
                }
            }
        }
        return ranges;
    }

    /** The pages of one chunk. */
    private final class Pages {
        private final ByteRange chunk;
        private final String label;
        private final OffsetIndex index;
        private final long rowCount;

        Pages(ByteRange chunk, String label, OffsetIndex index, long rowCount) {
            this.chunk = chunk;
            this.label = label;
            this.index = index;
            this.rowCount = rowCount;
        }

        void collect(RowSelection rows, List<LabelledRange> ranges) throws ParquetLayoutException {
            long start = -1;
            long end = -1;
            int from = 0;
            for (int page = 0; page < index.getPageCount(); page++) {
                if (!rows.overlaps(index.getFirstRowIndex(page), index.getLastRowIndex(page, rowCount))) {
                    continue;
                }
                ByteRange bytes = page(page);
                if (start < 0) {
                    from = page;
                    start = bytes.offset();
                    long first = page(0).offset();
                    if (chunk.offset() < first) {
                        start = chunk.offset();
                        end = first;
                        from = -1;
                    }
                }
                if (end >= 0 && bytes.offset() != end) {
                    add(start, end, from, ranges);
                    start = bytes.offset();
                    from = page;
                }
                end = bytes.end();
            }
            if (start >= 0) {
                add(start, end, from, ranges);
            }
        }

        private void add(long start, long end, int firstPage, List<LabelledRange> ranges) {
            String name = firstPage < 0 ? label + " / dictionary" : label + " / from page " + firstPage;
            ColumnChunkRanges.cut(new LabelledRange(ByteRange.between(start, end), name), Integer.MAX_VALUE, ranges);
        }

        private ByteRange page(int page) throws ParquetLayoutException {
            long offset = index.getOffset(page);
            int length = index.getCompressedPageSize(page);
            if (length <= 0 || offset < chunk.offset() || length > chunk.end() - offset) {
                throw new ParquetLayoutException(layout.file() + ": " + label + " page " + page + " at " + offset
                        + " of " + length + " bytes lies outside its chunk " + chunk + ", file length "
                        + layout.fileLength());
            }
            return ByteRange.of(offset, length);
        }
    }
}
