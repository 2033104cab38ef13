package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.compat.RowGroupFilter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData.EncryptionType;
import org.apache.parquet.schema.MessageType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches in one round what a filter reads before any data: dictionaries and Bloom filters of its columns, and the page
 * index, for all row groups that statistics leave. parquet-java reads them one after another, a few bytes each.
 */
final class FilterRound {
    private static final Logger LOG = LoggerFactory.getLogger(FilterRound.class);

    private FilterRound() {}

    /** True if these options have a filter at all. */
    static boolean isFiltering(ParquetReadOptions options) {
        return options.getRecordFilter() != null && FilterCompat.isFilteringRequired(options.getRecordFilter());
    }

    /**
     * Fetches them.
     *
     * @return what was fetched, to be forgotten once the filter has been applied
     */
    static List<ByteRange> fetch(
            ParquetSource source, ParquetLayout layout, ParquetReadOptions options, ColumnSelection projection)
            throws IOException {
        MessageType schema = layout.metadata().getFileMetaData().getSchema();
        ColumnSelection filtered = ColumnSelection.known(schema, FilterColumns.of(options.getRecordFilter()));
        List<Integer> rowGroups = survivors(layout, options, schema);
        List<LabelledRange> wanted = new ArrayList<>();
        List<LabelledRange> index = List.of();
        try {
            if (options.useDictionaryFilter()) {
                wanted.addAll(new DictionaryRanges(layout).ranges(filtered, rowGroups));
            }
            if (options.useBloomFilter()) {
                wanted.addAll(new BloomFilterRanges(layout).ranges(filtered, rowGroups));
            }
            if (options.useColumnIndexFilter()) {
                index = new PageIndexRanges(layout).ranges(projection, filtered.and(projection), rowGroups);
                wanted.addAll(index);
            }
        } catch (ParquetLayoutException e) {
            LOG.debug("filters are read one by one: {}", e.getMessage());
        }
        List<ByteRange> ranges = LabelledRange.ranges(wanted);
        source.fetchMissing(ranges);
        if (layout.metadata().getFileMetaData().getEncryptionType() == EncryptionType.UNENCRYPTED) {
            for (LabelledRange slice : index) {
                source.requireSound(slice.range(), slice.label());
            }
        }
        return ranges;
    }

    // the replacement needs a reader, and making one reads what is to be fetched here
    @SuppressWarnings("deprecation")
    private static List<Integer> survivors(ParquetLayout layout, ParquetReadOptions options, MessageType schema) {
        if (!options.useStatsFilter()) {
            return layout.allRowGroups();
        }
        List<BlockMetaData> blocks = layout.metadata().getBlocks();
        Set<BlockMetaData> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(RowGroupFilter.filterRowGroups(options.getRecordFilter(), blocks, schema));
        return layout.allRowGroups().stream()
                .filter(index -> left.contains(blocks.get(index)))
                .toList();
    }
}
