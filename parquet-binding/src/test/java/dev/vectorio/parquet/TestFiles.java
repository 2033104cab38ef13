package dev.vectorio.parquet;

import java.io.IOException;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Files made by parquet-java's writer, always the same for the same wish. */
final class TestFiles {
    private static final int DOUBLES = 16;

    private TestFiles() {}

    /** {@code id} ascending, {@code city} of few values, {@code odd} only odd numbers, {@code c0} to {@code c15} random. */
    static MessageType schema() {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        schema.required(PrimitiveTypeName.INT64).named("id");
        schema.required(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named("city");
        schema.required(PrimitiveTypeName.INT64).named("odd");
        for (int i = 0; i < DOUBLES; i++) {
            schema.required(PrimitiveTypeName.DOUBLE).named("c" + i);
        }
        return schema.named("rows");
    }

    /** Some of the columns. */
    static MessageType projection(String... columns) {
        MessageType schema = schema();
        Types.MessageTypeBuilder chosen = Types.buildMessage();
        for (String column : columns) {
            chosen.addField(schema.getType(column));
        }
        return chosen.named("rows");
    }

    /** About 150 bytes a row, row groups of about 300 KiB, pages of 200 rows, uncompressed. */
    static byte[] rows(int count) throws IOException {
        return rows(count, writer -> writer);
    }

    static byte[] rows(int count, UnaryOperator<ExampleParquetWriter.Builder> change) throws IOException {
        MemoryFile.Sink sink = new MemoryFile.Sink();
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(sink)
                .withConf(new PlainParquetConfiguration())
                .withType(schema())
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withDictionaryEncoding(false)
                .withDictionaryEncoding("city", true)
                .withRowGroupSize(300L << 10)
                .withPageRowCountLimit(200);
        Random random = new Random(7);
        try (ParquetWriter<Group> writer = change.apply(builder).build()) {
            MessageType schema = schema();
            for (int row = 0; row < count; row++) {
                Group group = new SimpleGroup(schema);
                group.add("id", (long) row);
                group.add("city", "city " + (row / 2_000 * 10 + row % 10));
                group.add("odd", random.nextInt(1 << 20) * 2L + 1);
                for (int i = 0; i < DOUBLES; i++) {
                    group.add("c" + i, random.nextDouble());
                }
                writer.write(group);
            }
        }
        return sink.toByteArray();
    }
}
