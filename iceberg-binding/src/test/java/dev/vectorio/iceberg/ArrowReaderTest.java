package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.iceberg.Lake.Pair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.arrow.vectorized.ColumnVector;
import org.apache.iceberg.arrow.vectorized.ColumnarBatch;
import org.apache.iceberg.arrow.vectorized.VectorizedTableScanIterable;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's Arrow reader on tables in the store, and on the same tables on disk. */
@Timeout(120)
class ArrowReaderTest {
    private static final Schema FLAT = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "size", Types.IntegerType.get()),
            Types.NestedField.optional(4, "weight", Types.DoubleType.get()),
            Types.NestedField.optional(5, "good", Types.BooleanType.get()));

    private static final int FILES = 4;
    private static final int ROWS = 2_000;

    private Lake lake;

    @BeforeEach
    void start(@TempDir Path folder) {
        lake = new Lake(folder, Map.of());
    }

    @AfterEach
    void stop() {
        lake.close();
    }

    private static List<Record> rows(long from, int count) {
        Random random = new Random(from);
        List<Record> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GenericRecord row = GenericRecord.create(FLAT);
            row.setField("id", from + i);
            if (i % 5 != 0) {
                row.setField("name", "name " + random.nextInt());
                row.setField("size", random.nextInt());
                row.setField("weight", random.nextDouble());
                row.setField("good", random.nextBoolean());
            }
            rows.add(row);
        }
        return rows;
    }

    private Pair table(String name, int files, int rows, Map<String, String> properties) {
        Pair pair = lake.create(name, FLAT, properties);
        for (int i = 0; i < files; i++) {
            Rows.append(pair, rows((long) i * rows, rows));
        }
        lake.store.log().clear();
        return pair;
    }

    private static List<String> read(TableScan scan, int batch) throws IOException {
        List<String> rows = new ArrayList<>();
        try (VectorizedTableScanIterable batches = new VectorizedTableScanIterable(scan, batch, false)) {
            for (ColumnarBatch columns : batches) {
                for (int row = 0; row < columns.numRows(); row++) {
                    StringBuilder text = new StringBuilder();
                    for (int column = 0; column < columns.numCols(); column++) {
                        text.append(value(scan.schema(), columns.column(column), column, row))
                                .append('|');
                    }
                    rows.add(text.toString());
                }
            }
        }
        rows.sort(null);
        return rows;
    }

    private static Object value(Schema schema, ColumnVector column, int index, int row) {
        if (column.isNullAt(row)) {
            return "-";
        }
        return switch (schema.columns().get(index).type().typeId()) {
            case LONG -> column.getLong(row);
            case INTEGER -> column.getInt(row);
            case DOUBLE -> column.getDouble(row);
            case BOOLEAN -> column.getBoolean(row);
            case STRING -> column.getString(row);
            default -> throw new IllegalArgumentException("no accessor");
        };
    }

    private static void assertSame(Table table, Table oracle, int batch, String... columns) throws IOException {
        TableScan scan = columns.length == 0 ? table.newScan() : table.newScan().select(columns);
        TableScan other =
                columns.length == 0 ? oracle.newScan() : oracle.newScan().select(columns);
        List<String> rows = read(scan, batch);
        assertThat(rows).isNotEmpty().isEqualTo(read(other, batch));
    }

    @Test
    void smallFilesCostOneGetEachAndNoHead() throws IOException {
        Pair pair = table("small", FILES, ROWS, Map.of());
        assertSame(pair.table(), pair.oracle(), 1_000);
        assertThat(lake.ofDataFiles().gets()).isEqualTo(FILES);
        assertThat(lake.store.log().heads()).isZero();
    }

    @Test
    void projectionsAndFiltersGiveTheSameRows() throws IOException {
        Pair pair = table("small", FILES, ROWS, Map.of());
        assertSame(pair.table(), pair.oracle(), 300, "weight", "id");
        assertThat(read(pair.table().newScan().filter(Expressions.lessThan("id", 2_500L)), 500))
                .isEqualTo(read(pair.oracle().newScan().filter(Expressions.lessThan("id", 2_500L)), 500));
    }

    @Test
    void changedSchemasGiveTheSameRows() throws IOException {
        Pair pair = table("small", FILES, ROWS, Map.of());
        for (Table table : List.of(pair.table(), pair.oracle())) {
            table.updateSchema()
                    .renameColumn("name", "title")
                    .deleteColumn("size")
                    .commit();
            table.refresh();
        }
        assertSame(pair.table(), pair.oracle(), 1_000);
    }

    @Test
    void largeFilesOfSeveralRowGroupsGiveTheSameRows() throws IOException {
        Pair pair = table(
                "large",
                1,
                300_000,
                Map.of(
                        "write.parquet.row-group-size-bytes",
                        "2000000",
                        "write.parquet.compression-codec",
                        "uncompressed"));
        assertSame(pair.table(), pair.oracle(), 5_000, "id", "weight");
        assertThat(lake.store.log().heads()).isZero();
    }
}
