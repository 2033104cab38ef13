package dev.vectorio.cli.values;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/**
 * Decodes every value of the chosen columns with parquet-java's column readers; makes no object for a row.
 *
 * <p>The checksum is the sum, modulo 2^64, of one number per entry (value or null), so it depends neither on the order of
 * row groups and columns nor on who reads them, and it is the same for the same values wherever they lie. An entry's
 * number is {@code mix(H + G p + A b + B l)}, where
 *
 * <ul>
 *   <li>{@code H} is the hash of the column's dotted path;
 *   <li>{@code p} is the entry's place: the first row of its row group, counted in the file, plus the number of entries
 *       of this column that were read before it from the row group. In a flat column that is its row;
 *   <li>{@code b} is the value: its 64 bits (an integer widened with its sign, a float's or a double's raw bits, a
 *       boolean's 0 or 1), or the hash of its bytes; 0 for a null;
 *   <li>{@code l} is the definition level plus 65,536 times the repetition level;
 *   <li>{@code mix} is the finalizer of splitmix64, G, A and B are odd constants, and the hash of bytes begins with their
 *       number and takes in eight at a time, little-endian, the last ones padded with zeros, by {@code h = mix(h + word)}.
 * </ul>
 */
public final class ParquetValues {
    private static final long PLACE = 0x9E3779B97F4A7C15L;
    private static final long VALUE = 0xD1342543DE82EF95L;
    private static final long LEVEL = 0xAF251AF3B0F025B5L;

    private final MessageType columns;
    private final String writer;

    /**
     * Values of these columns.
     *
     * @param columns the projection that the row groups are read with
     * @param writer who wrote the file, as its footer says: parquet-java mends what some writers got wrong
     */
    public ParquetValues(MessageType columns, String writer) {
        this.columns = columns;
        this.writer = writer;
    }

    /** Decodes what the reader has left, and leaves it open. */
    public static ValueTotals of(ParquetFileReader reader, MessageType columns) throws IOException {
        return of(reader, columns, rows -> {});
    }

    /**
     * Decodes what the reader has left: all row groups, or those pages that its filter leaves. The reader stays open.
     *
     * @param columns the projection that the reader was given
     * @param rowsDone gets the number of rows so far after each row group
     */
    public static ValueTotals of(ParquetFileReader reader, MessageType columns, LongConsumer rowsDone)
            throws IOException {
        return of(reader, columns, rowsDone, (rowGroup, failure) -> {
            throw failure;
        });
    }

    /** Says what it means that a row group could not be decoded. */
    @FunctionalInterface
    public interface Diagnosis {
        /** The exception to throw; the failure is its cause. */
        IOException of(PageReadStore rowGroup, RuntimeException failure);
    }

    /** {@link #of(ParquetFileReader, MessageType, LongConsumer)}, where failures to decode go through a diagnosis. */
    public static ValueTotals of(
            ParquetFileReader reader, MessageType columns, LongConsumer rowsDone, Diagnosis diagnosis)
            throws IOException {
        String writer = reader.getFileMetaData().getCreatedBy();
        ParquetValues values = new ParquetValues(columns, writer == null ? "" : writer);
        ValueTotals totals = ValueTotals.NONE;
        for (PageReadStore next = reader.readNextFilteredRowGroup();
                next != null;
                next = reader.readNextFilteredRowGroup()) {
            try (PageReadStore rowGroup = next) {
                totals = totals.plus(values.diagnosed(rowGroup, totals.rows(), diagnosis));
            }
            rowsDone.accept(totals.rows());
        }
        return totals;
    }

    private ValueTotals diagnosed(PageReadStore rowGroup, long firstRow, Diagnosis diagnosis) throws IOException {
        try {
            return of(rowGroup, firstRow);
        } catch (RuntimeException e) {
            throw diagnosis.of(rowGroup, e);
        }
    }

    /**
     * Decodes one row group.
     *
     * @param firstRow the row group's first row in the file, if the footer did not say it
     */
    public ValueTotals of(PageReadStore rowGroup, long firstRow) {
        ColumnReadStoreImpl readers = new ColumnReadStoreImpl(rowGroup, new NoConverter(), columns, writer);
        long place = rowGroup.getRowIndexOffset().orElse(firstRow);
        ColumnSum sum = new ColumnSum(place, rowGroup.getRowCount());
        for (ColumnDescriptor column : columns.getColumns()) {
            sum.add(readers.getColumnReader(column));
        }
        return new ValueTotals(rowGroup.getRowCount(), sum.values(), sum.checksum());
    }

    static long entry(long base, long place, long value, long levels) {
        return Hash.mix(base + PLACE * place + VALUE * value + LEVEL * levels);
    }
}
