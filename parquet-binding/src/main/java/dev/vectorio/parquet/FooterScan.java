package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ChunkOffsets.FileBounds;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where everything in a file lies, read from the footer alone: no schema, no statistics, no keys. It serves a stream that
 * does not know what its reader wants; what it cannot place (a damaged or encrypted chunk) it does not know.
 */
final class FooterScan {
    private static final Logger LOG = LoggerFactory.getLogger(FooterScan.class);

    /**
     * A column chunk.
     *
     * @param rowGroup position in the footer
     * @param column position in the row group
     * @param range its bytes
     * @param dictionaryEnd where its dictionary ends, if the footer tells
     */
    record Chunk(int rowGroup, int column, ByteRange range, OptionalLong dictionaryEnd) {
        /** How far small reads from a position on are likely to go: through the dictionary, else through the chunk. */
        long smallReadEnd(long position) {
            long end = dictionaryEnd.orElse(range.end());
            return end > position ? end : range.end();
        }
    }

    private final String file;
    private final FileBounds bounds;
    private final List<Map<Integer, Chunk>> rowGroups = new ArrayList<>();
    private final TreeMap<Long, Chunk> byOffset = new TreeMap<>();
    private final TreeMap<Long, String> elsewhere = new TreeMap<>();
    private final TreeMap<Long, ByteRange> indexSlices = new TreeMap<>();
    private final TreeSet<Long> structures = new TreeSet<>();
    private boolean encrypted;

    private FooterScan(String file, FileBounds bounds) {
        this.file = file;
        this.bounds = bounds;
    }

    /** Knows nothing. */
    static FooterScan empty(String file, FileBounds bounds) {
        return new FooterScan(file, bounds);
    }

    /**
     * Reads a plaintext footer.
     *
     * @throws IOException if it is not one
     */
    static FooterScan of(String file, FileBounds bounds, InputStream footer) throws IOException {
        FileMetaData metadata = Util.readFileMetaData(footer);
        FooterScan scan = new FooterScan(file, bounds);
        scan.encrypted = metadata.isSetEncryption_algorithm();
        List<RowGroup> groups = metadata.getRow_groups();
        for (int group = 0; group < groups.size(); group++) {
            Map<Integer, Chunk> chunks = new TreeMap<>();
            List<ColumnChunk> columns = groups.get(group).getColumns();
            for (int column = 0; groups.get(group).getNum_rows() > 0 && column < columns.size(); column++) {
                scan.add(group, column, columns.get(column), chunks);
            }
            scan.rowGroups.add(chunks);
        }
        return scan;
    }

    private void add(int group, int column, ColumnChunk chunk, Map<Integer, Chunk> chunks) {
        if (chunk.isSetOffset_index_offset() && chunk.isSetOffset_index_length()) {
            addSlice(chunk.getOffset_index_offset(), chunk.getOffset_index_length());
        }
        if (chunk.isSetColumn_index_offset() && chunk.isSetColumn_index_length()) {
            addSlice(chunk.getColumn_index_offset(), chunk.getColumn_index_length());
        }
        ColumnMetaData metadata = chunk.getMeta_data();
        if (metadata == null) {
            return;
        }
        if (metadata.isSetBloom_filter_offset()) {
            structures.add(metadata.getBloom_filter_offset());
        }
        long dictionary = metadata.isSetDictionary_page_offset() ? metadata.getDictionary_page_offset() : 0;
        long data = metadata.getData_page_offset();
        if (chunk.getFile_path() != null) {
            elsewhere.put(
                    dictionary >= ParquetLayout.MAGIC_LENGTH ? Math.min(dictionary, data) : data,
                    "rg " + group + " / " + String.join(".", metadata.getPath_in_schema()) + " lies in another file: "
                            + "file_path '" + chunk.getFile_path() + "'");
            return;
        }
        try {
            ByteRange range = new ChunkOffsets(Optional.empty(), dictionary, data, metadata.getTotal_compressed_size())
                    .locate(file, "rg " + group + " / " + String.join(".", metadata.getPath_in_schema()), bounds);
            OptionalLong dictionaryEnd =
                    data > range.offset() && data <= range.end() ? OptionalLong.of(data) : OptionalLong.empty();
            Chunk known = new Chunk(group, column, range, dictionaryEnd);
            chunks.put(column, known);
            byOffset.put(range.offset(), known);
            structures.add(range.offset());
        } catch (ParquetLayoutException e) {
            LOG.debug("left out: {}", e.getMessage());
        }
    }

    private void addSlice(long offset, int length) {
        if (bounds.hold(offset, length)) {
            indexSlices.put(offset, ByteRange.of(offset, length));
            structures.add(offset);
        }
    }

    /** True if the file has encrypted columns; then structures outside the footer may be encrypted. */
    boolean isEncrypted() {
        return encrypted;
    }

    /** Number of row groups, those without rows included. */
    int rowGroupCount() {
        return rowGroups.size();
    }

    /** The chunk that holds this byte. */
    Optional<Chunk> chunkAt(long position) {
        Map.Entry<Long, Chunk> entry = byOffset.floorEntry(position);
        return entry == null || entry.getValue().range().end() <= position
                ? Optional.empty()
                : Optional.of(entry.getValue());
    }

    /** The chunks that lie within the range, in order of offset. */
    List<Chunk> chunksIn(ByteRange range) {
        return byOffset.subMap(range.offset(), range.end()).values().stream()
                .filter(chunk -> range.contains(chunk.range()))
                .toList();
    }

    /** The chunks of a row group that the columns have there, in the order of the footer. */
    List<Chunk> chunksOf(int rowGroup, Collection<Integer> columns) {
        return rowGroups.get(rowGroup).values().stream()
                .filter(chunk -> columns.contains(chunk.column()))
                .toList();
    }

    /**
     * Refuses a range that begins at a chunk which this file does not hold.
     *
     * @throws ParquetLayoutException naming column and {@code file_path}
     */
    void requireHere(ByteRange range) throws ParquetLayoutException {
        String problem = elsewhere.get(range.offset());
        if (problem != null && chunkAt(range.offset()).isEmpty()) {
            throw new ParquetLayoutException(file + ": " + problem);
        }
    }

    /** True if the byte belongs to the page index. */
    boolean isPageIndex(long position) {
        Map.Entry<Long, ByteRange> slice = indexSlices.floorEntry(position);
        return slice != null && slice.getValue().end() > position;
    }

    /** All slices of the page index, in order of offset. */
    List<ByteRange> pageIndex() {
        return List.copyOf(indexSlices.values());
    }

    /** The slices of the page index that touch each other around a position: those of some row groups at least. */
    List<ByteRange> pageIndexNear(long position) {
        List<ByteRange> near = new ArrayList<>();
        Map.Entry<Long, ByteRange> slice = indexSlices.floorEntry(position);
        long limit = position + SmallReads.WHOLE_PAGE_INDEX_BYTES;
        for (Map.Entry<Long, ByteRange> next = slice;
                next != null && next.getValue().end() <= limit;
                next = indexSlices.higherEntry(next.getKey())) {
            near.add(next.getValue());
        }
        return near;
    }

    /** Where the next thing begins that the footer knows: a chunk, an index, a filter or the footer itself. */
    long nextStructure(long position) {
        Long next = structures.higher(position);
        return next == null ? bounds.footerOffset() : Math.min(next, bounds.footerOffset());
    }
}
