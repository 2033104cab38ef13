package dev.vectorio.parquet;

import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.function.Consumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.DictionaryPageReadStore;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;

/** A row group that gives back its buffers when it is closed. */
final class ReleasingPageReadStore implements PageReadStore, DictionaryPageReadStore {
    private final PageReadStore pages;
    private final Consumer<ReleasingPageReadStore> onClose;
    private boolean closed;

    ReleasingPageReadStore(PageReadStore pages, Consumer<ReleasingPageReadStore> onClose) {
        this.pages = pages;
        this.onClose = onClose;
    }

    @Override
    public PageReader getPageReader(ColumnDescriptor descriptor) {
        return pages.getPageReader(descriptor);
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
    public DictionaryPage readDictionaryPage(ColumnDescriptor descriptor) {
        return ((DictionaryPageReadStore) pages).readDictionaryPage(descriptor);
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
