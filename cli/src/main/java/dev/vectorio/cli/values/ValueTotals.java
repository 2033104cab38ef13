package dev.vectorio.cli.values;

/**
 * What was decoded. Totals of parts of a file add up to the totals of the file, in any order.
 *
 * @param rows rows
 * @param values values, nulls not counted
 * @param checksum see {@link ParquetValues}
 */
public record ValueTotals(long rows, long values, long checksum) {
    /** Nothing yet. */
    public static final ValueTotals NONE = new ValueTotals(0, 0, 0);

    /** Both together. */
    public ValueTotals plus(ValueTotals other) {
        return new ValueTotals(rows + other.rows, values + other.values, checksum + other.checksum);
    }

    /** The checksum as 16 hexadecimal digits. */
    public String checksumText() {
        return "%016x".formatted(checksum);
    }
}
