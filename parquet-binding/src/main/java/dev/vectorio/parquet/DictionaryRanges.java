package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Where the dictionaries lie that a filter reads before any data: from the start of a chunk to its first data page. Where
 * the footer does not tell the two apart, the first {@value #UNKNOWN_LENGTH_FIRST_BYTES} bytes of the chunk stand in.
 */
final class DictionaryRanges {
    /** More than most dictionaries: parquet-java's default limit is 1 MiB, and most stay far below. */
    static final int UNKNOWN_LENGTH_FIRST_BYTES = 64 << 10;

    private final ParquetLayout layout;
    private final ColumnChunkRanges chunks;

    DictionaryRanges(ParquetLayout layout) {
        this.layout = layout;
        this.chunks = new ColumnChunkRanges(layout);
    }

    /** One range for each chosen chunk whose values are all in its dictionary: only those can exclude a row group. */
    List<LabelledRange> ranges(ColumnSelection columns, List<Integer> rowGroups) throws ParquetLayoutException {
        List<LabelledRange> dictionaries = new ArrayList<>();
        for (int rowGroup : rowGroups) {
            BlockMetaData block = layout.rowGroup(rowGroup);
            if (block.getRowCount() == 0) {
                continue;
            }
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                if (columns.contains(chunk.getPath()) && isDictionaryOnly(chunk)) {
                    dictionaries.add(new LabelledRange(
                            range(rowGroup, chunk), ColumnChunkRanges.label(rowGroup, chunk) + " / dictionary"));
                }
            }
        }
        return dictionaries;
    }

    private ByteRange range(int rowGroup, ColumnChunkMetaData chunk) throws ParquetLayoutException {
        ByteRange whole = chunks.range(rowGroup, chunk);
        long data = chunk.getFirstDataPageOffset();
        long known = data > whole.offset() && data <= whole.end() ? data - whole.offset() : UNKNOWN_LENGTH_FIRST_BYTES;
        return ByteRange.of(whole.offset(), Math.min(known, whole.length()));
    }

    // without statistics of encodings parquet-java looks at the encodings of the whole chunk; a range too many costs
    // little, one too few a round
    private static boolean isDictionaryOnly(ColumnChunkMetaData chunk) {
        return chunk.hasDictionaryPage()
                && (chunk.getEncodingStats() == null
                        || !chunk.getEncodingStats().hasNonDictionaryEncodedPages());
    }
}
