package dev.vectorio.parquet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * Which part of a Parquet file is wanted, said before the file is known. What the file does not have is found out when it
 * is opened.
 *
 * @param projection the columns as a schema; empty for all, or for those of {@code columns}
 * @param columns the columns by name: the dotted path of a leaf, or of a group, which stands for all leaves in it; an
 *     empty list for all
 * @param rowGroups the row groups by their position in the footer, from 0, in any order; empty for all
 */
public record ParquetSelection(
        Optional<MessageType> projection, List<String> columns, Optional<List<Integer>> rowGroups) {
    private static final ParquetSelection ALL = new ParquetSelection(Optional.empty(), List.of(), Optional.empty());

    /**
     * @throws IllegalArgumentException if a position is negative, or columns are given in both ways
     */
    public ParquetSelection {
        columns = List.copyOf(columns);
        rowGroups = rowGroups.map(List::copyOf);
        if (projection.isPresent() && !columns.isEmpty()) {
            throw new IllegalArgumentException("columns as a schema and by name: " + columns);
        }
        for (int position : rowGroups.orElse(List.of())) {
            if (position < 0) {
                throw new IllegalArgumentException("row group " + position + ": positions begin at 0");
            }
        }
    }

    /** The whole file. */
    public static ParquetSelection all() {
        return ALL;
    }

    /** This selection with the columns of a schema. */
    public ParquetSelection withProjection(MessageType schema) {
        return new ParquetSelection(Optional.of(schema), List.of(), rowGroups);
    }

    /** This selection with columns by name; an empty list for all. */
    public ParquetSelection withColumns(List<String> names) {
        return new ParquetSelection(Optional.empty(), names, rowGroups);
    }

    /** This selection with row groups by position; an empty list for none. */
    public ParquetSelection withRowGroups(List<Integer> positions) {
        return new ParquetSelection(projection, columns, Optional.of(positions));
    }

    boolean choosesColumns() {
        return projection.isPresent() || !columns.isEmpty();
    }

    /**
     * The chosen columns of a file.
     *
     * @param file names the file in the error
     * @throws ParquetLayoutException if there is no such column; names the nearest
     */
    public ColumnSelection columnsOf(String file, MessageType schema) throws ParquetLayoutException {
        if (projection.isPresent()) {
            return ColumnSelection.of(file, schema, projection.get());
        }
        return columns.isEmpty() ? ColumnSelection.all(schema) : ColumnSelection.named(file, schema, columns);
    }

    /**
     * The chosen row groups of a file, as its footer has them.
     *
     * @param file names the file in the error
     * @throws ParquetLayoutException if there are not so many
     */
    public List<BlockMetaData> rowGroupsOf(String file, ParquetMetadata footer) throws ParquetLayoutException {
        List<BlockMetaData> all = footer.getBlocks();
        List<BlockMetaData> chosen = new ArrayList<>();
        for (int position : rowGroups.orElse(List.of())) {
            if (position >= all.size()) {
                throw new ParquetLayoutException(file + ": no row group " + position + "; the file has "
                        + (all.isEmpty() ? "none" : all.size() == 1 ? "only 0" : "0-" + (all.size() - 1)));
            }
            chosen.add(all.get(position));
        }
        return rowGroups.isPresent() ? chosen : all;
    }
}
