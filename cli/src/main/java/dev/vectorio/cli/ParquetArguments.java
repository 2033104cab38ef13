package dev.vectorio.cli;

import dev.vectorio.parquet.ParquetSelection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which part of a Parquet file is meant. */
final class ParquetArguments {
    @Option(
            names = "--columns",
            paramLabel = "A,B",
            converter = ColumnsConverter.class,
            description = "Columns, by dotted path; a group stands for all in it. All columns without it.")
    Optional<List<String>> columns = Optional.empty();

    @Option(
            names = "--row-groups",
            paramLabel = "0-3,7",
            converter = RowGroupsConverter.class,
            description = "Row groups by position, from 0. All row groups without it.")
    Optional<RowGroups> rowGroups = Optional.empty();

    /** What was chosen. */
    ParquetSelection selection() {
        ParquetSelection all = ParquetSelection.all();
        ParquetSelection some = columns.map(all::withColumns).orElse(all);
        return rowGroups.map(RowGroups::positions).map(some::withRowGroups).orElse(some);
    }

    /** Reads {@code a,b.c}. */
    static final class ColumnsConverter implements ITypeConverter<List<String>> {
        @Override
        public List<String> convert(String text) {
            List<String> names = List.of(text.split(",", -1));
            if (names.stream().anyMatch(String::isBlank)) {
                throw new TypeConversionException(
                        "'" + text + "' has a column without a name; write names between commas, such as a,b.c");
            }
            return names;
        }
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
