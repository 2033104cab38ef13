package dev.vectorio.parquet;

import java.io.IOException;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk; one that cannot be unpacked is named. Some codecs unpack when the bytes are first looked
 * at, in the hands of a decoder that knows no file: here all do so at once, into the same buffers.
 */
final class NamedPageReader implements PageReader {
    private final PageReader pages;
    private final ColumnPath column;
    private final RowGroupFailures failures;
    private int next;

    NamedPageReader(PageReader pages, ColumnPath column, RowGroupFailures failures) {
        this.pages = pages;
        this.column = column;
        this.failures = failures;
    }

    @Override
    public long getTotalValueCount() {
        return pages.getTotalValueCount();
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        return named("the dictionary", () -> {
            DictionaryPage page = pages.readDictionaryPage();
            return page == null ? null : unpacked(page);
        });
    }

    @Override
    public @Nullable DataPage readPage() {
        DataPage read = named("page " + next + " of those read", () -> {
            DataPage page = pages.readPage();
            if (page instanceof DataPageV1 first) {
                return unpacked(first);
            }
            return page instanceof DataPageV2 second && !second.isCompressed() ? unpacked(second) : page;
        });
        next++;
        return read;
    }

    /** Reads and unpacks a page. */
    private interface Unpacking<T> {
        @Nullable
        T unpack() throws IOException;
    }

    private <T> @Nullable T named(String page, Unpacking<T> unpacking) {
        try {
            failures.read(column);
            return unpacking.unpack();
        } catch (IOException | RuntimeException e) {
            throw failures.unpacking(column, page, e);
        }
    }

    private static DictionaryPage unpacked(DictionaryPage page) throws IOException {
        DictionaryPage unpacked = new DictionaryPage(
                unpacked(page.getBytes()), page.getUncompressedSize(), page.getDictionarySize(), page.getEncoding());
        page.getCrc().ifPresent(unpacked::setCrc);
        return unpacked;
    }

    private static DataPage unpacked(DataPageV1 page) throws IOException {
        BytesInput bytes = unpacked(page.getBytes());
        DataPageV1 unpacked = page.getFirstRowIndex().isPresent()
                ? new DataPageV1(
                        bytes,
                        page.getValueCount(),
                        page.getUncompressedSize(),
                        page.getFirstRowIndex().get(),
                        page.getIndexRowCount().orElseThrow(),
                        page.getStatistics(),
                        page.getRlEncoding(),
                        page.getDlEncoding(),
                        page.getValueEncoding())
                : new DataPageV1(
                        bytes,
                        page.getValueCount(),
                        page.getUncompressedSize(),
                        page.getStatistics(),
                        page.getRlEncoding(),
                        page.getDlEncoding(),
                        page.getValueEncoding());
        page.getCrc().ifPresent(unpacked::setCrc);
        return unpacked;
    }

    private static DataPage unpacked(DataPageV2 page) throws IOException {
        BytesInput data = unpacked(page.getData());
        DataPageV2 unpacked = page.getFirstRowIndex().isPresent()
                ? DataPageV2.uncompressed(
                        page.getRowCount(),
                        page.getNullCount(),
                        page.getValueCount(),
                        page.getFirstRowIndex().get(),
                        page.getRepetitionLevels(),
                        page.getDefinitionLevels(),
                        page.getDataEncoding(),
                        data,
                        page.getStatistics())
                : DataPageV2.uncompressed(
                        page.getRowCount(),
                        page.getNullCount(),
                        page.getValueCount(),
                        page.getRepetitionLevels(),
                        page.getDefinitionLevels(),
                        page.getDataEncoding(),
                        data,
                        page.getStatistics());
        page.getCrc().ifPresent(unpacked::setCrc);
        return unpacked;
    }

    // of bytes that are there already these are views
    private static BytesInput unpacked(BytesInput bytes) throws IOException {
        ByteBufferInputStream in = bytes.toInputStream();
        return BytesInput.from(in.sliceBuffers(in.available()));
    }
}
