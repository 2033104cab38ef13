package dev.vectorio.cli.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * The shape of a Parquet file and the seed of its values. Uncompressed, with page index. Immutable.
 *
 * @param name for people
 * @param columns what the columns hold; they are named {@code c000}, {@code c001} and so on
 * @param rows rows of the file
 * @param rowsPerRowGroup rows of each row group but the last
 * @param rowsPerPage rows of a page, at most; a page has at most 1 MiB
 * @param seed of the values
 */
public record WorkloadFile(
        String name, List<ColumnKind> columns, long rows, int rowsPerRowGroup, int rowsPerPage, long seed) {
    private static final int PAGE_BYTES = 1 << 20;
    /** What the widest value and its share of a page take; only keeps the writer from ending row groups itself. */
    private static final long BYTES_PER_VALUE = 32;

    /**
     * @throws IllegalArgumentException if there is nothing to write
     */
    public WorkloadFile {
        columns = List.copyOf(columns);
        if (columns.isEmpty() || rows < 1 || rowsPerRowGroup < 1 || rowsPerPage < 1) {
            throw new IllegalArgumentException("a workload file has columns and rows: " + name);
        }
    }

    /** The same shape with other values. */
    public WorkloadFile withSeed(long seed) {
        return new WorkloadFile(name, columns, rows, rowsPerRowGroup, rowsPerPage, seed);
    }

    /** As many row groups with rows reduced (or multiplied) by a factor; at least one row each. */
    public WorkloadFile scaled(double factor) {
        int fewer = Math.max(1, (int) Math.round(rowsPerRowGroup * factor));
        return new WorkloadFile(name, columns, fewer * (long) rowGroups(), fewer, rowsPerPage, seed);
    }

    /** How many row groups the file has. */
    public int rowGroups() {
        return Math.toIntExact((rows + rowsPerRowGroup - 1) / rowsPerRowGroup);
    }

    /** The schema. */
    public MessageType schema() {
        List<Type> fields = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            fields.add(columns.get(i).named(columnName(i)));
        }
        return new MessageType("workload", fields);
    }

    /** The columns at these positions, as a projection. */
    public MessageType projection(List<Integer> positions) {
        List<Type> fields = new ArrayList<>();
        positions.forEach(position -> fields.add(columns.get(position).named(columnName(position))));
        return new MessageType("workload", fields);
    }

    /** The name of the column at a position. */
    public static String columnName(int position) {
        return "c%03d".formatted(position);
    }

    /**
     * Writes the file with parquet-java, in the place of what was there.
     *
     * @return its length in bytes
     */
    public long write(Path file) throws IOException {
        return write(file, rowsWritten -> {});
    }

    /** As {@link #write(Path)}, and tells how many rows are written now and then. */
    public long write(Path file, RowsWritten progress) throws IOException {
        RowWriterBuilder builder = new RowWriterBuilder(new LocalOutputFile(file), this);
        try (ParquetWriter<Long> writer = builder.build()) {
            for (long row = 0; row < rows; row++) {
                writer.write(row);
                if ((row & 0xFFF) == 0xFFF) {
                    progress.rows(row + 1);
                }
            }
        }
        progress.rows(rows);
        return Files.size(file);
    }

    /** Hears how far a file is. */
    @FunctionalInterface
    public interface RowsWritten {
        /** So many rows are written. */
        void rows(long rows);
    }

    private static final class RowWriterBuilder extends ParquetWriter.Builder<Long, RowWriterBuilder> {
        private final WorkloadFile file;

        RowWriterBuilder(OutputFile output, WorkloadFile file) {
            super(output);
            this.file = file;
            withWriteMode(ParquetFileWriter.Mode.OVERWRITE);
            withCompressionCodec(CompressionCodecName.UNCOMPRESSED);
            withRowGroupRowCountLimit(file.rowsPerRowGroup());
            withRowGroupSize((1L << 20)
                    + BYTES_PER_VALUE * file.rowsPerRowGroup() * file.columns().size());
            withPageRowCountLimit(file.rowsPerPage());
            withPageSize(PAGE_BYTES);
            withDictionaryEncoding(false);
            for (int i = 0; i < file.columns().size(); i++) {
                if (file.columns().get(i).hasDictionary()) {
                    withDictionaryEncoding(columnName(i), true);
                }
            }
        }

        @Override
        protected RowWriterBuilder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // abstract in parquet-java: must be there
        protected WriteSupport<Long> getWriteSupport(Configuration conf) {
            return new RowWriter(file);
        }

        @Override
        protected WriteSupport<Long> getWriteSupport(ParquetConfiguration conf) {
            return new RowWriter(file);
        }
    }
}
