package dev.vectorio.parquet;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ranges that a parquet-java reader is going to ask for, exactly as it will ask, for all row groups it has left. */
final class RowGroupPlan {
    private static final Logger LOG = LoggerFactory.getLogger(RowGroupPlan.class);

    /**
     * One row group that the reader has left.
     *
     * @param chunks the column chunks, or their wanted pages; empty if no row is wanted
     * @param parts what it asks for; empty if no row is wanted, or if it will read in another way
     * @param skipped true if the reader passes over it because no row is wanted
     * @param problem why it cannot be read
     */
    record Group(
            List<LabelledRange> chunks,
            List<ByteRange> parts,
            boolean skipped,
            Optional<ParquetLayoutException> problem) {
        private static Group withoutRows() {
            return new Group(List.of(), List.of(), true, Optional.empty());
        }

        /** True if it is longer than what parquet-java reads in one piece: it reads on in another way then. */
        boolean serial() {
            return parts.isEmpty() && !chunks.isEmpty();
        }
    }

    private static final int REQUESTS_PER_ROW_GROUP = 8;

    private final ParquetFileReader reader;
    private final ParquetReadOptions options;
    private final ParquetLayout layout;
    private final ColumnSelection columns;

    RowGroupPlan(ParquetFileReader reader, ParquetReadOptions options, ParquetLayout layout, ColumnSelection columns) {
        this.reader = reader;
        this.options = options;
        this.layout = layout;
        this.columns = columns;
    }

    /** The row groups, in the order of reading. */
    List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        for (int i = 0; i < reader.getRowGroups().size(); i++) {
            groups.add(group(i, reader.getRowGroups().get(i)));
        }
        return groups;
    }

    /**
     * How long a request for announced row groups may be. Requests that share the bandwidth end together; were each row group
     * one or two long ones, the first would come hardly sooner than the last, and decoding could not overlap fetching. Cut like
     * this a row group comes over {@value #REQUESTS_PER_ROW_GROUP} connections, in its turn. One row group alone has nothing
     * to overlap with and keeps the long requests.
     */
    static long requestLimit(List<Group> groups, VectorIoOptions options) {
        long[] bytes = groups.stream()
                .mapToLong(group ->
                        group.parts().stream().mapToLong(ByteRange::length).sum())
                .filter(sum -> sum > 0)
                .toArray();
        if (bytes.length < 2) {
            return options.maxRequestBytes();
        }
        long share = LongStream.of(bytes).sum() / bytes.length / REQUESTS_PER_ROW_GROUP;
        return Math.min(options.maxRequestBytes(), Math.max(options.minSplitBytes(), share));
    }

    /** What all of them ask for. */
    static List<ByteRange> parts(List<Group> groups) {
        return groups.stream().flatMap(group -> group.parts().stream()).toList();
    }

    private Group group(int index, BlockMetaData block) {
        if (block.getRowCount() == 0) {
            return Group.withoutRows();
        }
        try {
            int inFooter = layout.indexOf(block);
            List<LabelledRange> listed = new ColumnChunkRanges(layout).ranges(columns, List.of(inFooter));
            if (options.useColumnIndexFilter() && FilterRound.isFiltering(options)) {
                SelectedRows rows = selectedRows(index, inFooter);
                if (rows.count() == 0) {
                    return Group.withoutRows();
                }
                if (rows.count() < block.getRowCount()) {
                    listed = new PageRanges(layout).ranges(columns, inFooter, offsetIndexes(index), rows.pages());
                }
            }
            List<ByteRange> parts = ConsecutiveParts.of(LabelledRange.ranges(listed));
            boolean serial = parts.stream().anyMatch(part -> part.length() >= Integer.MAX_VALUE);
            return new Group(listed, serial ? List.of() : parts, false, Optional.empty());
        } catch (ParquetLayoutException e) {
            LOG.debug("not planned: {}", e.getMessage());
            return new Group(List.of(), List.of(), false, Optional.of(e));
        }
    }

    /** A page index whose numbers contradict each other makes some versions of parquet-java throw what says nothing of the file. */
    private SelectedRows selectedRows(int index, int inFooter) throws ParquetLayoutException {
        try {
            return SelectedRows.of(reader, index, options, columns.paths());
        } catch (ParquetCryptoRuntimeException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ParquetLayoutException(
                    layout.file() + ": the page index of rg " + inFooter + " contradicts itself: " + Failures.words(e),
                    e);
        }
    }

    private Map<ColumnPath, OffsetIndex> offsetIndexes(int index) {
        ColumnIndexStore store = reader.getColumnIndexStore(index);
        Map<ColumnPath, OffsetIndex> indexes = new HashMap<>();
        columns.paths().forEach(path -> {
            OffsetIndex pages = store.getOffsetIndex(path);
            if (pages != null) {
                indexes.put(path, pages);
            }
        });
        return indexes;
    }
}
