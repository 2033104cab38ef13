package dev.vectorio.peers.worker;

import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.peers.access.RemoteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.arrow.vectorized.ColumnarBatch;
import org.apache.iceberg.arrow.vectorized.VectorizedTableScanIterable;
import org.apache.iceberg.hadoop.HadoopTables;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/** A table of some data files, whose own metadata lies on the local disk, so that only data is read from the store. */
final class ArrowTable {
    private static final String HUGE = Long.toString(4L << 30);

    private final Table table;
    private final List<String> columns;

    /**
     * Writes the table's metadata.
     *
     * @param folder for it, that is not there yet
     * @param schema of the data files
     * @param columns that will be read
     * @param io for data
     */
    ArrowTable(Path folder, Schema schema, Schema columns, List<RemoteFile> files, Shapes shapes, FileIO io) {
        Table written = new HadoopTables(new Configuration(false))
                .create(
                        schema,
                        PartitionSpec.unpartitioned(),
                        Map.of("read.split.target-size", HUGE, "read.split.open-file-cost", "1"),
                        folder.toString());
        AppendFiles append = written.newAppend();
        for (RemoteFile file : files) {
            append.appendFile(DataFiles.builder(PartitionSpec.unpartitioned())
                    .withPath(file.location())
                    .withFormat(FileFormat.PARQUET)
                    .withFileSizeInBytes(file.length())
                    .withRecordCount(shapes.of(file).rows())
                    .build());
        }
        append.commit();
        String metadata = ((BaseTable) written).operations().current().metadataFileLocation();
        String store = files.get(0).location();
        table = new BaseTable(
                new StaticTableOperations(
                        metadata, new DataElsewhere(store.substring(0, store.indexOf(':') + 1), io, written.io())),
                "peers");
        this.columns = columns.columns().stream().map(field -> field.name()).toList();
    }

    ValueTotals read(Schema schema, int batch) throws IOException {
        Cells cells = new Cells(schema);
        try (VectorizedTableScanIterable batches =
                new VectorizedTableScanIterable(table.newScan().select(columns), batch, true)) {
            for (ColumnarBatch rows : batches) {
                cells.add(rows);
            }
        }
        return cells.totals();
    }

    private record DataElsewhere(String scheme, FileIO data, FileIO metadata) implements FileIO {
        private static final long serialVersionUID = 1;

        private FileIO of(String location) {
            return location.startsWith(scheme) ? data : metadata;
        }

        @Override
        public InputFile newInputFile(String location) {
            return of(location).newInputFile(location);
        }

        @Override
        public InputFile newInputFile(String location, long length) {
            return of(location).newInputFile(location, length);
        }

        @Override
        public OutputFile newOutputFile(String location) {
            return of(location).newOutputFile(location);
        }

        @Override
        public void deleteFile(String location) {
            of(location).deleteFile(location);
        }
    }
}
