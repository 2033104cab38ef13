package dev.vectorio.parquet;

import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.function.Consumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.DictionaryPageReadStore;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.jspecify.annotations.Nullable;

/** A row group that gives back its buffers when it is closed, and whose failures name it. */
final class ReleasingPageReadStore implements PageReadStore, DictionaryPageReadStore {
    private final PageReadStore pages;
    private final RowGroupFailures failures;
    private final Consumer<ReleasingPageReadStore> onClose;
    private boolean closed;

    ReleasingPageReadStore(PageReadStore pages, RowGroupFailures failures, Consumer<ReleasingPageReadStore> onClose) {
        this.pages = pages;
        this.failures = failures;
        this.onClose = onClose;
    }

    @Override
    public PageReader getPageReader(ColumnDescriptor descriptor) {
        return new NamedPageReader(pages.getPageReader(descriptor), ColumnPath.get(descriptor.getPath()), failures);
    }

    @Override
    public long getRowCount() {
        return pages.getRowCount();
    }

    @Override
    public Optional<Long> getRowIndexOffset() {
        return pages.getRowIndexOffset();
    }

    @Override
    public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
        return pages.getRowIndexes();
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage(ColumnDescriptor descriptor) {
        return getPageReader(descriptor).readDictionaryPage();
    }

    /** Names a failure while values of this row group were decoded. */
    RowGroupFailures failures() {
        return failures;
    }

    // parquet-java first: what it releases itself is then known to be gone
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                pages.close();
            } finally {
                onClose.accept(this);
            }
        }
    }
}
