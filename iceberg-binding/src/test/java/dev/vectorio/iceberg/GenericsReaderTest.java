package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.iceberg.Lake.Pair;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.parquet.EngineLease;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Iceberg's generics reader on tables in the store, and on the same tables on disk. */
@Timeout(120)
class GenericsReaderTest {
    private static final int FILES = 5;
    private static final UnaryOperator<IcebergGenerics.ScanBuilder> ALL = UnaryOperator.identity();

    private Lake lake;

    @BeforeEach
    void start(@TempDir Path folder) {
        lake = new Lake(folder, Map.of());
    }

    @AfterEach
    void stop() {
        lake.close();
        assertThat(EngineLease.engines()).isZero();
    }

    private Pair small() {
        Pair pair = lake.create("small", Rows.NESTED, Map.of());
        for (int i = 0; i < FILES; i++) {
            Rows.append(pair, Rows.nested(i * 1_000L, 1_000, i));
        }
        lake.store.log().clear();
        return pair;
    }

    private static void assertSame(Pair pair, UnaryOperator<IcebergGenerics.ScanBuilder> how) {
        assertThat(Rows.read(pair.table(), how)).isEqualTo(Rows.read(pair.oracle(), how));
    }

    private static List<String> files(Table table) throws IOException {
        List<String> paths = new ArrayList<>();
        try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
            tasks.forEach(task -> paths.add(task.file().location()));
        }
        return paths;
    }

    @Test
    void smallFilesCostOneGetEachAndNoHead() {
        Pair pair = small();
        assertSame(pair, ALL);
        assertThat(lake.ofDataFiles().gets()).isEqualTo(FILES);
        assertThat(lake.store.log().heads()).isZero();
        lake.ofDataFiles()
                .forEach(record -> assertThat(
                                lake.ofDataFiles().ofKey(record.key()).gets())
                        .as(record.key())
                        .isEqualTo(1));
    }

    @Test
    void manifestsAndMetadataCostOneGetEachAndNoHead() {
        Pair pair = small();
        pair.table().refresh();
        assertSame(pair, ALL);
        lake.store
                .log()
                .records()
                .where(record -> !record.key().endsWith(".parquet"))
                .forEach(record -> assertThat(
                                lake.store.log().records().ofKey(record.key()).size())
                        .as(record.key())
                        .isEqualTo(1));
        assertThat(lake.store.log().heads()).isZero();
    }

    @Test
    void projectionsAndFiltersGiveTheSameRows() {
        Pair pair = small();
        assertSame(pair, scan -> scan.select("id", "place.x"));
        assertSame(pair, scan -> scan.where(Expressions.lessThan("id", 1_500L)).select("name", "marks"));
        assertSame(pair, scan -> scan.where(Expressions.equal("id", 4_321L)));
    }

    @Test
    void rowsDeletedByPositionAndByValueAreGone() throws IOException {
        Pair pair = small();
        for (Table table : List.of(pair.table(), pair.oracle())) {
            Rows.deleteIds(table, List.of(3L, 1_004L, 4_999L));
            table.refresh();
            // files have other names in both tables: the one with the lowest ids is taken
            String first = first(table);
            Rows.deletePositions(table, first, List.of(0L, 10L, 11L));
            table.refresh();
        }
        lake.store.log().clear();
        assertSame(pair, ALL);
        assertThat(Rows.read(pair.table(), ALL)).hasSize(FILES * 1_000 - 6);
        assertThat(lake.store.log().heads()).isZero();
    }

    private static String first(Table table) throws IOException {
        try (CloseableIterable<FileScanTask> tasks =
                table.newScan().filter(Expressions.lessThan("id", 1L)).planFiles()) {
            return tasks.iterator().next().file().location();
        }
    }

    @Test
    void changedSchemasGiveTheSameRows() {
        Pair pair = small();
        for (Table table : List.of(pair.table(), pair.oracle())) {
            table.updateSchema()
                    .renameColumn("name", "title")
                    .deleteColumn("bytes")
                    .addColumn("added", Types.IntegerType.get())
                    .addColumn("place", "z", Types.DoubleType.get())
                    .moveFirst("price")
                    .commit();
            table.refresh();
        }
        assertSame(pair, ALL);
        assertSame(pair, scan -> scan.select("title", "added", "place.z"));
    }

    @Test
    void largeFilesGiveTheSameRowsByRangesInParallel() throws IOException {
        Pair pair = lake.create(
                "large",
                Rows.NESTED,
                Map.of(
                        "write.parquet.row-group-size-bytes",
                        "3000000",
                        "write.parquet.compression-codec",
                        "uncompressed"));
        Rows.append(pair, Rows.nested(0, 150_000, 11));
        assertThat(files(pair.table())).hasSize(1);
        lake.store.log().clear();
        assertSame(pair, ALL);
        assertSame(pair, scan -> scan.select("id", "marks"));
        assertThat(lake.store.log().heads()).isZero();
    }

    @Test
    void aFileThatIsOverwrittenIsNoticedAndThenReadAnew() throws IOException {
        Pair pair = small();
        String path = files(pair.table()).get(0);
        String key = path.replace("s3://" + Lake.BUCKET + "/", "");
        byte[] old;
        try (SeekableInputStream in = pair.table().io().newInputFile(path).newStream()) {
            old = in.readAllBytes();
        }
        InputFile file = pair.table().io().newInputFile(path, old.length);
        try (SeekableInputStream in = file.newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(old);
        }
        byte[] other = old.clone();
        other[100]++;
        lake.store.put(Lake.BUCKET, key, other);
        // the footer is remembered, and with it the version that it belongs to
        try (SeekableInputStream in = file.newStream()) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOfSatisfying(
                            ObjectReadException.class,
                            e -> assertThat(e.kind()).isEqualTo(ObjectReadException.Kind.OBJECT_CHANGED));
        }
        try (SeekableInputStream in =
                pair.table().io().newInputFile(path, old.length).newStream()) {
            assertThat(in.readAllBytes()).isEqualTo(other);
        }
    }

    @Test
    void filesReadInAnyOrderAndTwiceGiveTheSameRows() {
        Pair pair = small();
        List<Long> limits = new ArrayList<>(List.of(500L, 2_500L, 4_500L, 900L));
        Collections.shuffle(limits, new Random(5));
        for (long limit : limits) {
            assertSame(pair, scan -> scan.where(Expressions.greaterThan("id", limit)));
        }
    }
}
