package dev.vectorio.cli.values;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetValuesTest {
    private final Path folder;

    ParquetValuesTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void countsAndSumsWhatRecordsHold() throws IOException {
        Path file = write(WorkloadFiles.small().scaled(0.1));
        try (ParquetFileReader reader = open(file)) {
            MessageType schema = reader.getFileMetaData().getSchema();
            ValueTotals expected = ofRecords(file, schema);
            assertThat(ParquetValues.of(reader, schema)).isEqualTo(expected);
            assertThat(expected.rows()).isEqualTo(550);
            assertThat(expected.values()).isBetween(550 * 19L, 550 * 20L);
        }
    }

    @Test
    void rowGroupsMayBeReadInAnyOrder() throws IOException {
        Path file = write(WorkloadFiles.wide().scaled(0.02));
        ValueTotals all;
        MessageType schema;
        try (ParquetFileReader reader = open(file)) {
            schema = reader.getFileMetaData().getSchema();
            all = ParquetValues.of(reader, schema);
        }
        ValueTotals backwards = ValueTotals.NONE;
        try (ParquetFileReader reader = open(file)) {
            ParquetValues values =
                    new ParquetValues(schema, reader.getFileMetaData().getCreatedBy());
            for (int i = reader.getRowGroups().size() - 1; i >= 0; i--) {
                try (PageReadStore rowGroup = reader.readRowGroup(i)) {
                    backwards = values.of(rowGroup, -1).plus(backwards);
                }
            }
        }
        assertThat(backwards).isEqualTo(all);
    }

    @Test
    void cuttingAFileIntoOtherRowGroupsChangesNothing() throws IOException {
        WorkloadFile one = new WorkloadFile("one", WorkloadFiles.small().columns(), 900, 900, 100, 3);
        WorkloadFile three = new WorkloadFile("three", one.columns(), 900, 300, 70, 3);
        assertThat(totals(write(three))).isEqualTo(totals(write(one)));
    }

    @Test
    void anotherValueAnotherPlaceAndAnotherColumnChangeTheChecksum() throws IOException {
        WorkloadFile file = WorkloadFiles.small().scaled(0.02);
        assertThat(totals(write(file.withSeed(4))).checksum())
                .isNotEqualTo(totals(write(file)).checksum());
        assertThat(ParquetValues.entry(1, 2, 3, 0)).isNotEqualTo(ParquetValues.entry(1, 3, 2, 0));
        assertThat(ParquetValues.entry(Hash.of("a"), 0, 0, 0)).isNotEqualTo(ParquetValues.entry(Hash.of("b"), 0, 0, 0));
    }

    @Test
    void decodesOnlyTheRowsThatAFilterLeaves() throws IOException {
        Path file = write(WorkloadFiles.paged());
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withRecordFilter(FilterCompat.get(WorkloadFiles.pagedFilter()))
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            ValueTotals totals =
                    ParquetValues.of(reader, reader.getFileMetaData().getSchema());
            assertThat(totals.rows()).isEqualTo(20_000);
            assertThat(totals.values()).isEqualTo(100_000);
        }
    }

    @Test
    void checksumIsFixedForAllTimes() throws IOException {
        ValueTotals totals = totals(write(WorkloadFiles.small().scaled(0.02)));
        assertThat(totals.checksumText()).isEqualTo("12e7a657bd362ba7");
    }

    private Path write(WorkloadFile file) throws IOException {
        Path path = folder.resolve(file.name() + "-" + file.seed());
        file.write(path);
        return path;
    }

    private static ParquetFileReader open(Path file) throws IOException {
        return ParquetFileReader.open(new LocalInputFile(file));
    }

    private static ValueTotals totals(Path file) throws IOException {
        try (ParquetFileReader reader = open(file)) {
            return ParquetValues.of(reader, reader.getFileMetaData().getSchema());
        }
    }

    /** The same totals, from records instead of columns. */
    private static ValueTotals ofRecords(Path file, MessageType schema) throws IOException {
        long rows = 0;
        long values = 0;
        long checksum = 0;
        try (ParquetFileReader reader = open(file)) {
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = new ColumnIOFactory()
                        .getColumnIO(schema)
                        .getRecordReader(pages, new GroupRecordConverter(schema));
                for (long i = 0; i < pages.getRowCount(); i++, rows++) {
                    Group record = records.read();
                    for (int column = 0; column < schema.getFieldCount(); column++) {
                        boolean present = record.getFieldRepetitionCount(column) == 1;
                        int most =
                                schema.getType(column).isRepetition(org.apache.parquet.schema.Type.Repetition.OPTIONAL)
                                        ? 1
                                        : 0;
                        values += present ? 1 : 0;
                        checksum += ParquetValues.entry(
                                Hash.of(schema.getFieldName(column)),
                                rows,
                                present ? bits(record, column, schema) : 0,
                                present ? most : 0);
                    }
                }
            }
        }
        return new ValueTotals(rows, values, checksum);
    }

    private static long bits(Group record, int column, MessageType schema) {
        return switch (schema.getType(column).asPrimitiveType().getPrimitiveTypeName()) {
            case DOUBLE -> Double.doubleToRawLongBits(record.getDouble(column, 0));
            case INT64 -> record.getLong(column, 0);
            case INT32 -> record.getInteger(column, 0);
            case BOOLEAN -> record.getBoolean(column, 0) ? 1 : 0;
            default -> Hash.of(record.getBinary(column, 0).toByteBuffer().duplicate());
        };
    }
}
