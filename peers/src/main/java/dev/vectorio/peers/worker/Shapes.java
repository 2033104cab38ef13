package dev.vectorio.peers.worker;

import dev.vectorio.peers.access.RemoteFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** Projections of files, from their copies; each copy is looked at once. Thread-safe. */
final class Shapes {
    /**
     * What the footer of a file says.
     *
     * @param schema all columns
     * @param rows of the file
     */
    record Shape(MessageType schema, long rows) {}

    private final Map<Path, Shape> known = new ConcurrentHashMap<>();

    Shape of(RemoteFile file) {
        return known.computeIfAbsent(file.copy(), Shapes::read);
    }

    private static Shape read(Path copy) {
        try (ParquetFileReader reader = ParquetFileReader.open(
                new LocalInputFile(copy), ParquetReadOptions.builder().build())) {
            return new Shape(reader.getFileMetaData().getSchema(), reader.getRecordCount());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As parquet-java names the columns of a job. */
    MessageType columns(RemoteFile file, Job job) {
        MessageType schema = of(file).schema();
        return job.columns().isEmpty()
                ? schema
                : new MessageType(
                        schema.getName(),
                        job.columns().stream()
                                .map(position -> schema.getFields().get(position))
                                .toList());
    }

    /** As Iceberg names them: files without ids get them by position, from 1. */
    Schema icebergColumns(RemoteFile file, Job job) {
        Schema all = icebergSchema(file);
        return job.columns().isEmpty()
                ? all
                : new Schema(job.columns().stream().map(all.columns()::get).toList());
    }

    /** All columns as Iceberg names them. */
    Schema icebergSchema(RemoteFile file) {
        List<Types.NestedField> fields = new ArrayList<>();
        for (org.apache.parquet.schema.Type field : of(file).schema().getFields()) {
            int id = fields.size() + 1;
            Type type = type(field.asPrimitiveType());
            fields.add(
                    field.isRepetition(org.apache.parquet.schema.Type.Repetition.REQUIRED)
                            ? Types.NestedField.required(id, field.getName(), type)
                            : Types.NestedField.optional(id, field.getName(), type));
        }
        return new Schema(fields);
    }

    private static Type type(PrimitiveType column) {
        return switch (column.getPrimitiveTypeName()) {
            case DOUBLE -> Types.DoubleType.get();
            case INT64 -> Types.LongType.get();
            case INT32 -> Types.IntegerType.get();
            case BOOLEAN -> Types.BooleanType.get();
            case FLOAT -> Types.FloatType.get();
            default ->
                LogicalTypeAnnotation.stringType().equals(column.getLogicalTypeAnnotation())
                        ? Types.StringType.get()
                        : Types.BinaryType.get();
        };
    }
}
