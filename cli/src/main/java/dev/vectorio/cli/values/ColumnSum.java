package dev.vectorio.cli.values;

import java.nio.ByteBuffer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decodes the columns of one row group, one after another. Not thread-safe. */
final class ColumnSum {
    /** The current value of a column as 64 bits. */
    @FunctionalInterface
    private interface Bits {
        long of(ColumnReader column);
    }

    private final long place;
    private final long rows;
    private long values;
    private long checksum;

    /**
     * @param place of the row group's first row
     * @param rows that are decoded
     */
    ColumnSum(long place, long rows) {
        this.place = place;
        this.rows = rows;
    }

    long values() {
        return values;
    }

    long checksum() {
        return checksum;
    }

    void add(ColumnReader column) {
        ColumnDescriptor descriptor = column.getDescriptor();
        long base = Hash.of(String.join(".", descriptor.getPath()));
        Bits bits = bits(descriptor.getPrimitiveType().getPrimitiveTypeName());
        if (descriptor.getMaxRepetitionLevel() == 0) {
            flat(column, base, bits);
        } else {
            repeated(column, base, bits);
        }
    }

    private void flat(ColumnReader column, long base, Bits bits) {
        int present = column.getDescriptor().getMaxDefinitionLevel();
        long sum = 0;
        long nulls = 0;
        for (long row = 0; row < rows; row++) {
            int level = column.getCurrentDefinitionLevel();
            long value = 0;
            if (level == present) {
                value = bits.of(column);
            } else {
                nulls++;
            }
            sum += ParquetValues.entry(base, place + row, value, level);
            column.consume();
        }
        checksum += sum;
        values += rows - nulls;
    }

    // a row ends where the next entry has repetition level 0, as it has behind the last entry
    private void repeated(ColumnReader column, long base, Bits bits) {
        int present = column.getDescriptor().getMaxDefinitionLevel();
        long entry = place;
        for (long row = 0; row < rows; row++) {
            do {
                int level = column.getCurrentDefinitionLevel();
                long levels = level + ((long) column.getCurrentRepetitionLevel() << 16);
                long value = 0;
                if (level == present) {
                    value = bits.of(column);
                    values++;
                }
                checksum += ParquetValues.entry(base, entry++, value, levels);
                column.consume();
            } while (column.getCurrentRepetitionLevel() != 0);
        }
    }

    private static Bits bits(PrimitiveTypeName type) {
        return switch (type) {
            case DOUBLE -> column -> Double.doubleToRawLongBits(column.getDouble());
            case INT64 -> ColumnReader::getLong;
            case INT32 -> ColumnReader::getInteger;
            case FLOAT -> column -> Float.floatToRawIntBits(column.getFloat());
            case BOOLEAN -> column -> column.getBoolean() ? 1 : 0;
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 ->
                column -> {
                    ByteBuffer bytes = column.getBinary().toByteBuffer();
                    return Hash.of(bytes.duplicate());
                };
        };
    }
}
