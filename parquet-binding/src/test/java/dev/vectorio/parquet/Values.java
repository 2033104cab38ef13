package dev.vectorio.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** All values of a file as text, one line per row. */
final class Values {
    private Values() {}

    /** Reads to the end, closing row groups and reader. */
    static List<String> of(ParquetFileReader reader, MessageType schema, ParquetReadOptions options)
            throws IOException {
        FilterCompat.Filter filter = options.getRecordFilter() == null ? FilterCompat.NOOP : options.getRecordFilter();
        List<String> rows = new ArrayList<>();
        try (reader) {
            MessageType file = reader.getFileMetaData().getSchema();
            reader.setRequestedSchema(schema);
            MessageColumnIO columns =
                    new ColumnIOFactory(reader.getFileMetaData().getCreatedBy()).getColumnIO(schema, file, true);
            for (PageReadStore pages = next(reader); pages != null; pages = next(reader)) {
                try (PageReadStore group = pages) {
                    RecordReader<Group> records =
                            columns.getRecordReader(group, new GroupRecordConverter(schema), filter);
                    for (long row = 0; row < group.getRowCount(); row++) {
                        Group record = records.read();
                        if (!records.shouldSkipCurrentRecord()) {
                            rows.add(record.toString());
                        }
                    }
                }
            }
        }
        return rows;
    }

    private static @Nullable PageReadStore next(ParquetFileReader reader) throws IOException {
        return reader.readNextFilteredRowGroup();
    }

    /** All values, read serially from the local bytes. */
    static List<String> expected(byte[] content, ParquetReadOptions options) throws IOException {
        InputFile file = new MemoryFile("memory", content);
        ParquetReadOptions serial =
                OptionsCopy.of(options).withUseHadoopVectoredIo(false).build();
        ParquetFileReader reader = ParquetFileReader.open(file, serial);
        return of(reader, reader.getFileMetaData().getSchema(), options);
    }

    /** The same with a projection. */
    static List<String> expected(byte[] content, MessageType projection, ParquetReadOptions options)
            throws IOException {
        ParquetReadOptions serial =
                OptionsCopy.of(options).withUseHadoopVectoredIo(false).build();
        return of(ParquetFileReader.open(new MemoryFile("memory", content), serial), projection, options);
    }
}
