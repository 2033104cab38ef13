package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.iceberg.Lake.Pair;
import dev.vectorio.store.log.RequestRecords;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.StaticTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.arrow.vectorized.ColumnarBatch;
import org.apache.iceberg.arrow.vectorized.VectorizedTableScanIterable;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.Parquet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each way of reading gains: the same table of small files through Iceberg's own {@code FileIO} and through this one, by
 * the store's own counts. Prints a row for each; the times are of one run and prove nothing.
 */
@Timeout(240)
class ReaderGainsTest {
    private static final int FILES = 40;
    private static final int ROWS = 400;

    /** Reads all of a table and says how many rows there were. */
    private interface Reader {
        long read(Table table) throws IOException;
    }

    /**
     * What one reading cost.
     *
     * @param requests for data files
     */
    private record Cost(long rows, RequestRecords requests, long millis) {}

    private static Cost cost(Lake lake, Table table, Reader reader) throws IOException {
        lake.store.log().clear();
        long start = System.nanoTime();
        long rows = reader.read(table);
        return new Cost(rows, lake.ofDataFiles(), (System.nanoTime() - start) / 1_000_000);
    }

    private static long generics(Table table) {
        return Rows.read(table, UnaryOperator.identity()).size();
    }

    private static long arrow(Table table) throws IOException {
        long rows = 0;
        try (VectorizedTableScanIterable batches =
                new VectorizedTableScanIterable(table.newScan().select("id", "name", "day"), 1_000, false)) {
            for (ColumnarBatch batch : batches) {
                rows += batch.numRows();
            }
        }
        return rows;
    }

    /** As Spark's readers do: the input files of a whole task are made before the first is opened. */
    private static long task(Table table) throws IOException {
        List<InputFile> files = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            tasks.forEach(task -> files.add(table.io().newInputFile(task.file())));
        }
        long rows = 0;
        for (InputFile file : files) {
            try (CloseableIterable<Record> records = Parquet.read(file)
                    .project(table.schema())
                    .createReaderFunc(schema -> GenericParquetReaders.buildReader(table.schema(), schema))
                    .build()) {
                for (Record record : records) {
                    assertThat(record.size()).isPositive();
                    rows++;
                }
            }
        }
        return rows;
    }

    @Test
    void everyReaderAsksForLessThanThroughIcebergsOwn(@TempDir Path folder) throws IOException {
        try (Lake lake = new Lake(folder, Map.of());
                FileIO own = new S3FileIO();
                VectorIoFileIO without = new VectorIoFileIO()) {
            own.initialize(Lake.s3(lake.store));
            Map<String, String> properties = new HashMap<>(Lake.s3(lake.store));
            properties.put("vectorio.iceberg.look-ahead-files", "0");
            without.initialize(properties);
            Pair pair = lake.create("small", Rows.NESTED, Map.of());
            for (int i = 0; i < FILES; i++) {
                Rows.append(pair.table(), Rows.nested((long) i * ROWS, ROWS, i));
            }
            String metadata = ((BaseTable) pair.table()).operations().current().metadataFileLocation();
            lake.store.timing(TimingModel.none()
                    .withFirstByte(Duration.ofMillis(30), 0.1)
                    .withBandwidth(60L << 20, 400L << 20)
                    .withSeed(7));
            Map<String, Reader> readers = Map.of(
                    "generics",
                    ReaderGainsTest::generics,
                    "arrow",
                    ReaderGainsTest::arrow,
                    "task",
                    ReaderGainsTest::task);
            for (Map.Entry<String, Reader> reader : readers.entrySet()) {
                reader.getValue().read(through(own, metadata)); // so that none of them pays for the first time
                Cost theirs = cost(lake, through(own, metadata), reader.getValue());
                Cost plain = cost(lake, through(without, metadata), reader.getValue());
                Cost ours = cost(lake, pair.table(), reader.getValue());
                print(reader.getKey(), "S3FileIO", theirs);
                print(reader.getKey(), "no look-ahead", plain);
                print(reader.getKey(), "VectorIoFileIO", ours);
                assertThat(theirs.rows()).isEqualTo((long) FILES * ROWS);
                assertThat(ours.rows()).isEqualTo(theirs.rows());
                assertThat(ours.requests().gets()).isEqualTo(FILES);
                assertThat(ours.requests().heads()).isZero();
                assertThat(plain.requests().gets()).isEqualTo(FILES);
                assertThat(theirs.requests().size())
                        .isGreaterThan(ours.requests().size());
                assertThat(ours.requests().maxInFlight() > 4)
                        .as(reader.getKey() + ": files fetched ahead")
                        .isEqualTo(reader.getKey().equals("task"));
            }
        }
    }

    private static Table through(FileIO io, String metadata) {
        return new BaseTable(new StaticTableOperations(metadata, io), "small");
    }

    private static void print(String reader, String io, Cost cost) {
        System.out.printf(
                Locale.ROOT,
                "%-9s %-15s %5.2f GET/file %5.2f HEAD/file %2d in flight %6d ms%n",
                reader,
                io,
                (double) cost.requests().gets() / FILES,
                (double) cost.requests().heads() / FILES,
                cost.requests().maxInFlight(),
                cost.millis());
    }
}
