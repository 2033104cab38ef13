package dev.vectorio.cli;

import dev.vectorio.parquet.ColumnSelection;
import dev.vectorio.parquet.ParquetLayoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which part of a Parquet file is meant. */
final class ParquetArguments {
    @Option(
            names = "--columns",
            paramLabel = "A,B",
            split = ",",
            description = "Columns, by dotted path; a group stands for all in it. All columns without it.")
    List<String> columns = new ArrayList<>();

    @Option(
            names = "--row-groups",
            paramLabel = "0-3,7",
            converter = RowGroupsConverter.class,
            description = "Row groups by position, from 0. All row groups without it.")
    Optional<RowGroups> rowGroups = Optional.empty();

    /**
     * The chosen columns.
     *
     * @throws ParquetLayoutException if there is no such column; names the nearest
     */
    ColumnSelection selection(String file, MessageType schema) throws ParquetLayoutException {
        return columns.isEmpty() ? ColumnSelection.all(schema) : ColumnSelection.named(file, schema, columns);
    }

    /**
     * The chosen row groups, by position in the footer.
     *
     * @throws ParquetLayoutException if there are not so many
     */
    List<Integer> chosenRowGroups(String file, ParquetMetadata footer) throws ParquetLayoutException {
        List<BlockMetaData> blocks = footer.getBlocks();
        if (rowGroups.isPresent() && rowGroups.get().last() >= blocks.size()) {
            throw new ParquetLayoutException(
                    file + ": no row group " + rowGroups.get().last() + "; the file has " + blocks.size());
        }
        return IntStream.range(0, blocks.size())
                .filter(index -> rowGroups.isEmpty() || rowGroups.get().contains(index))
                .boxed()
                .toList();
    }

    /** Reads {@code 0-3,7}. */
    static final class RowGroupsConverter implements ITypeConverter<RowGroups> {
        @Override
        public RowGroups convert(String text) {
            try {
                return RowGroups.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
