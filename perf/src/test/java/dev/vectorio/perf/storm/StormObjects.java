package dev.vectorio.perf.storm;

import dev.vectorio.cli.files.ColumnKind;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.object.SyntheticBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/** The objects of a storm and every version that they ever had: the oracle. */
final class StormObjects {
    /** Objects of bytes that follow from a seed. */
    static final int DATA = 400;
    /** Parquet files. */
    static final int TABLES = 100;
    /** The longest object of bytes, in bytes. */
    static final int LONGEST = 2 << 20;

    private static final int BUCKETS = 16;
    private static final int FILES = 12;
    private static final WorkloadFile SHAPE = new WorkloadFile(
            "storm",
            List.of(ColumnKind.LONG, ColumnKind.DOUBLE, ColumnKind.NAME, ColumnKind.INT, ColumnKind.SPARSE_DOUBLE),
            6_000,
            2_000,
            500,
            0);

    private final SimulatedStore store;
    private final List<List<SyntheticBytes>> data;
    private final List<List<ValueTotals>> tables;
    /** Mapped before the storm begins: a file that is opened amid it could meet an interrupt that came late for a read. */
    private final List<ByteSource> files = new ArrayList<>();

    private final List<ValueTotals> fileTotals = new ArrayList<>();
    private final AtomicLong puts = new AtomicLong();

    /**
     * Makes the Parquet files.
     *
     * @param folder for them
     */
    StormObjects(SimulatedStore store, Path folder) throws IOException {
        this.store = store;
        Files.createDirectories(folder);
        for (int i = 0; i < FILES; i++) {
            Path file = folder.resolve("storm-" + i + ".parquet");
            WorkloadFile shape = SHAPE.withSeed(i);
            if (!Files.exists(file)) {
                shape.write(file);
            }
            files.add(StoredBytes.mapped(file));
            fileTotals.add(totals(file, columns()));
        }
        this.data = histories(DATA);
        this.tables = histories(TABLES);
    }

    private static <T> List<List<T>> histories(int count) {
        List<List<T>> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(new CopyOnWriteArrayList<>());
        }
        return Collections.unmodifiableList(all);
    }

    /** Replaces (or first puts) every object. */
    void putAll(Random random) {
        for (int i = 0; i < DATA; i++) {
            putData(i, random);
        }
        for (int i = 0; i < TABLES; i++) {
            putTable(i, random);
        }
    }

    /** Replaces an object by another, of another length. */
    void putData(int index, Random random) {
        int length = random.nextInt(8) == 0 ? random.nextInt(100) : 1 + random.nextInt(LONGEST);
        SyntheticBytes content = new SyntheticBytes(length, puts.incrementAndGet());
        data.get(index).add(content); // before anybody can see it
        store.putSynthetic(bucket(index), dataKey(index), length, content.seed());
    }

    /** Replaces a Parquet file by another of the same shape. */
    void putTable(int index, Random random) {
        int chosen = random.nextInt(FILES);
        tables.get(index).add(fileTotals.get(chosen));
        store.put(bucket(index), tableKey(index), files.get(chosen), ObjectAttributes.none());
    }

    static String bucket(int index) {
        return "storm-" + index % BUCKETS;
    }

    static String dataKey(int index) {
        return "data/" + index;
    }

    static String tableKey(int index) {
        return "table/" + index + ".parquet";
    }

    /** All versions so far, in order. */
    List<SyntheticBytes> versions(int index) {
        return data.get(index);
    }

    /** What may be decoded from a Parquet file: the totals of all its versions so far. */
    List<ValueTotals> tableTotals(int index) {
        return tables.get(index);
    }

    /** The columns that are read of a Parquet file. */
    static MessageType columns() {
        return SHAPE.projection(List.of(0, 2, 4));
    }

    static ParquetReadOptions readOptions() {
        return ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    }

    private static ValueTotals totals(Path file, MessageType columns) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), readOptions())) {
            reader.setRequestedSchema(columns);
            return ParquetValues.of(reader, columns);
        }
    }
}
