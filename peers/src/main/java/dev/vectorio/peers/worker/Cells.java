package dev.vectorio.peers.worker;

import dev.vectorio.cli.values.ValueTotals;
import org.apache.iceberg.Schema;
import org.apache.iceberg.arrow.vectorized.ColumnVector;
import org.apache.iceberg.arrow.vectorized.ColumnarBatch;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Sums up what Iceberg's readers give, so that rows and batches of the same values have the same checksum, in any order.
 * Not thread-safe.
 */
final class Cells {
    private static final long COLUMN = 0x9E3779B97F4A7C15L;
    private static final long NULL = 0x2545F4914F6CDD1DL;

    private final int[] ids;
    private final Type.TypeID[] types;
    private long rows;
    private long values;
    private long checksum;

    Cells(Schema schema) {
        ids = schema.columns().stream().mapToInt(Types.NestedField::fieldId).toArray();
        types = schema.columns().stream().map(field -> field.type().typeId()).toArray(Type.TypeID[]::new);
    }

    void add(Record row) {
        rows++;
        for (int i = 0; i < ids.length; i++) {
            Object value = row.get(i);
            add(i, value == null ? NULL : bits(value), value == null);
        }
    }

    void add(ColumnarBatch batch) {
        rows += batch.numRows();
        for (int i = 0; i < ids.length; i++) {
            ColumnVector column = batch.column(i);
            for (int row = 0; row < batch.numRows(); row++) {
                boolean isNull = column.isNullAt(row);
                add(i, isNull ? NULL : bits(types[i], column, row), isNull);
            }
        }
    }

    private void add(int column, long bits, boolean isNull) {
        long z = bits + COLUMN * ids[column];
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        checksum += z ^ (z >>> 27);
        values += isNull ? 0 : 1;
    }

    private static long bits(Object value) {
        if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        if (value instanceof Long number) {
            return number;
        }
        if (value instanceof Integer number) {
            return number;
        }
        return value.toString().hashCode();
    }

    private static long bits(Type.TypeID type, ColumnVector column, int row) {
        return switch (type) {
            case DOUBLE -> Double.doubleToRawLongBits(column.getDouble(row));
            case LONG -> column.getLong(row);
            case INTEGER -> column.getInt(row);
            case BOOLEAN -> Boolean.toString(column.getBoolean(row)).hashCode();
            default -> column.getString(row).hashCode();
        };
    }

    ValueTotals totals() {
        return new ValueTotals(rows, values, checksum);
    }
}
