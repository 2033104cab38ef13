package dev.vectorio.perf.workload;

import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ColumnChunkRanges;
import dev.vectorio.parquet.ColumnSelection;
import dev.vectorio.parquet.LabelledRange;
import dev.vectorio.parquet.PageIndexRanges;
import dev.vectorio.parquet.PageRanges;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.parquet.RowSelection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/**
 * What is read of one file, worked out from the local copy.
 *
 * @param file the file
 * @param lengthKnown whether a reader is told the length
 * @param columns the projection
 * @param filter selects rows by the page index
 * @param rounds byte ranges behind the tail: each list depends on the bytes of the one before it
 */
public record Selection(
        StagedFile file,
        boolean lengthKnown,
        MessageType columns,
        Optional<FilterPredicate> filter,
        List<List<ByteRange>> rounds) {
    /** All rows of some columns. */
    public static Selection ofColumns(StagedFile file, boolean lengthKnown, MessageType columns) throws IOException {
        ParquetLayout layout = file.layout();
        List<LabelledRange> chunks =
                new ColumnChunkRanges(layout).ranges(selected(file, columns), layout.allRowGroups());
        return new Selection(file, lengthKnown, columns, Optional.empty(), List.of(LabelledRange.ranges(chunks)));
    }

    /**
     * The rows of each row group that a filter leaves.
     *
     * @param filtered the column that the filter looks at
     * @param rows the rows of each row group that it leaves
     */
    public static Selection ofPages(
            StagedFile file, MessageType columns, FilterPredicate filter, String filtered, RowSelection rows)
            throws IOException {
        ParquetLayout layout = file.layout();
        ColumnSelection selected = selected(file, columns);
        ColumnSelection byIndex = ColumnSelection.named(
                file.key(), layout.metadata().getFileMetaData().getSchema(), Set.of(filtered));
        List<ByteRange> index =
                LabelledRange.ranges(new PageIndexRanges(layout).ranges(selected, byIndex, layout.allRowGroups()));
        List<ByteRange> pages = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(
                new LocalInputFile(file.path()), ParquetReadOptions.builder().build())) {
            for (int rowGroup : layout.allRowGroups()) {
                pages.addAll(LabelledRange.ranges(
                        new PageRanges(layout).ranges(selected, rowGroup, offsetIndexes(reader, rowGroup), rows)));
            }
        }
        return new Selection(file, true, columns, Optional.of(filter), List.of(index, pages));
    }

    private static Map<ColumnPath, OffsetIndex> offsetIndexes(ParquetFileReader reader, int rowGroup)
            throws IOException {
        Map<ColumnPath, OffsetIndex> indexes = new HashMap<>();
        for (ColumnChunkMetaData chunk : reader.getRowGroups().get(rowGroup).getColumns()) {
            indexes.put(chunk.getPath(), reader.readOffsetIndex(chunk));
        }
        return indexes;
    }

    private static ColumnSelection selected(StagedFile file, MessageType columns) throws IOException {
        return ColumnSelection.of(file.key(), file.metadata().getFileMetaData().getSchema(), columns);
    }

    /** The same of another copy of the file. */
    public Selection of(StagedFile copy) {
        return new Selection(copy, lengthKnown, columns, filter, rounds);
    }

    /** Bytes asked for: footer, trailer and all ranges. */
    public long needBytes() {
        return file.footerBytes()
                + rounds.stream()
                        .flatMap(List::stream)
                        .mapToLong(ByteRange::length)
                        .sum();
    }

    /** What parquet-java is opened with. */
    public ParquetReadOptions options() {
        ParquetReadOptions.Builder options = ParquetReadOptions.builder();
        filter.ifPresent(predicate -> options.withRecordFilter(FilterCompat.get(predicate)));
        return options.build();
    }
}
