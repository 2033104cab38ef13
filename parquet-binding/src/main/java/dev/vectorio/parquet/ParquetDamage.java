package dev.vectorio.parquet;

import org.apache.parquet.column.page.PageReadStore;

/**
 * Says what is wrong with a Parquet file where parquet-java's own exceptions do not: it decodes in its caller's hands, and
 * knows the column as a rule, but neither the file nor the row group. The readers and streams of this library name what
 * passes through them; this is for what does not:
 *
 * <pre>{@code
 * try {
 *     decode(rowGroup);
 * } catch (ParquetDecodingException e) {
 *     throw ParquetDamage.of(rowGroup, e);
 * }
 * }</pre>
 */
public final class ParquetDamage {
    private ParquetDamage() {}

    /**
     * What it means that values of a row group could not be decoded.
     *
     * @param rowGroup of a reader of {@link VectorIoParquet#open}; of another, only the column is named
     * @return naming file, row group, column and what was found there; {@code failure} is its cause
     */
    public static ParquetLayoutException of(PageReadStore rowGroup, RuntimeException failure) {
        return rowGroup instanceof ReleasingPageReadStore named
                ? named.failures().decoding(failure)
                : new ParquetLayoutException(RowGroupFailures.described(failure), failure);
    }

    /**
     * What it means that a file could not be read, by a reader of which nothing else is known.
     *
     * @param file its name, as a rule {@code String.valueOf(inputFile)}
     * @return naming the file, once, and what was found there; {@code failure} is its cause
     */
    public static ParquetLayoutException of(String file, Exception failure) {
        String words = RowGroupFailures.described(failure);
        return new ParquetLayoutException(words.contains(file) ? words : file + ": " + words, failure);
    }
}
