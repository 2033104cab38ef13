package dev.vectorio.iceberg;

import dev.vectorio.iceberg.Lake.Pair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.deletes.PositionDelete;
import org.apache.iceberg.deletes.PositionDeleteWriter;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;

/** Writes the same rows into both tables of a pair, and reads tables by Iceberg's generics reader. */
final class Rows {
    static final Schema NESTED = new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "name", Types.StringType.get()),
            Types.NestedField.optional(3, "day", Types.DateType.get()),
            Types.NestedField.optional(4, "at", Types.TimestampType.withoutZone()),
            Types.NestedField.optional(5, "price", Types.DecimalType.of(18, 2)),
            Types.NestedField.optional(6, "bytes", Types.BinaryType.get()),
            Types.NestedField.optional(
                    7,
                    "place",
                    Types.StructType.of(
                            Types.NestedField.optional(8, "x", Types.DoubleType.get()),
                            Types.NestedField.optional(9, "y", Types.FloatType.get()))),
            Types.NestedField.optional(10, "tags", Types.ListType.ofOptional(11, Types.StringType.get())),
            Types.NestedField.optional(
                    12, "marks", Types.MapType.ofOptional(13, 14, Types.StringType.get(), Types.IntegerType.get())));

    private static final AtomicInteger TASKS = new AtomicInteger();

    private Rows() {}

    /** Rows of {@link #NESTED} with some nulls. */
    static List<Record> nested(long from, int count, long seed) {
        Random random = new Random(seed);
        Schema schema = NESTED;
        List<Record> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            GenericRecord row = GenericRecord.create(schema);
            row.setField("id", from + i);
            if (i % 7 != 0) {
                row.setField("name", "name " + random.nextInt(1_000_000));
                row.setField("day", LocalDate.ofEpochDay(random.nextInt(20_000)));
                row.setField("at", LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(random.nextInt(1 << 20)));
                row.setField("price", new BigDecimal(BigInteger.valueOf(random.nextInt(1 << 20)), 2));
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                row.setField("bytes", ByteBuffer.wrap(bytes));
                GenericRecord place =
                        GenericRecord.create(schema.findField("place").type().asStructType());
                place.setField("x", random.nextDouble());
                place.setField("y", random.nextFloat());
                row.setField("place", place);
                row.setField("tags", List.of("a" + random.nextInt(9), "b"));
                row.setField("marks", Map.of("k", random.nextInt()));
            }
            rows.add(row);
        }
        return rows;
    }

    private static GenericFileWriterFactory writers(Table table) {
        Schema ids = table.schema().select("id");
        return new GenericFileWriterFactory.Builder(table)
                .dataFileFormat(FileFormat.PARQUET)
                .deleteFileFormat(FileFormat.PARQUET)
                .equalityFieldIds(new int[] {ids.findField("id").fieldId()})
                .equalityDeleteRowSchema(ids)
                .build();
    }

    private static EncryptedOutputFile newFile(Table table) {
        return OutputFileFactory.builderFor(table, 0, TASKS.incrementAndGet())
                .format(FileFormat.PARQUET)
                .build()
                .newOutputFile();
    }

    /** One data file more in each of both tables. */
    static void append(Pair pair, List<Record> rows) {
        append(pair.table(), rows);
        append(pair.oracle(), rows);
    }

    static void append(Table table, List<Record> rows) {
        DataWriter<Record> writer = writers(table).newDataWriter(newFile(table), PartitionSpec.unpartitioned(), null);
        try (writer) {
            writer.write(rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        table.newAppend().appendFile(writer.toDataFile()).commit();
    }

    /** Deletes the rows with these ids by an equality delete file. */
    static void deleteIds(Table table, List<Long> ids) {
        Schema schema = table.schema().select("id");
        EqualityDeleteWriter<Record> writer =
                writers(table).newEqualityDeleteWriter(newFile(table), PartitionSpec.unpartitioned(), null);
        try (writer) {
            for (long id : ids) {
                GenericRecord row = GenericRecord.create(schema);
                row.setField("id", id);
                writer.write(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    /** Deletes rows of one file by a position delete file. */
    static void deletePositions(Table table, String file, List<Long> positions) {
        PositionDeleteWriter<Record> writer =
                writers(table).newPositionDeleteWriter(newFile(table), PartitionSpec.unpartitioned(), null);
        try (writer) {
            for (long position : positions) {
                writer.write(PositionDelete.<Record>create().set(file, position));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        table.newRowDelta().addDeletes(writer.toDeleteFile()).commit();
    }

    /** What the generics reader says a table holds, in no order, as text. */
    static List<String> read(Table table, UnaryOperator<IcebergGenerics.ScanBuilder> how) {
        List<String> rows = new ArrayList<>();
        try (CloseableIterable<Record> records =
                how.apply(IcebergGenerics.read(table)).build()) {
            records.forEach(record -> rows.add(text(record)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.sort(null);
        return rows;
    }

    private static String text(Record record) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < record.size(); i++) {
            Object value = record.get(i);
            if (value instanceof ByteBuffer buffer) {
                value = buffer.duplicate().order() + ":" + buffer.hashCode();
            }
            text.append(value).append('|');
        }
        return text.toString();
    }
}
