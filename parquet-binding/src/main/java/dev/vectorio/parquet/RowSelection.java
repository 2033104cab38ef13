package dev.vectorio.parquet;

/** Which rows of one row group are wanted. */
@FunctionalInterface
public interface RowSelection {
    /**
     * True if some wanted row lies in {@code [first, last]}, both inclusive and counted from the row group's first row,
     * as in parquet-java's own row ranges.
     */
    boolean overlaps(long first, long last);

    /** Every row. */
    static RowSelection all() {
        return (first, last) -> true;
    }
}
