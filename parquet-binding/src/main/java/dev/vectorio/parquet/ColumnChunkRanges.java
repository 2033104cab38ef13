package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;

/**
 * Where column chunks lie. Repairs what real writers get wrong and refuses what cannot be repaired, before a byte is
 * fetched or allocated for it:
 *
 * <ul>
 *   <li>A chunk begins at the smallest of its dictionary and data page offsets that is at least 4; writers set the
 *       former to 0 for "none", and point the latter at the dictionary. Its length is {@code total_compressed_size}. The
 *       {@code file_offset} fields are never used: they hold wrong values in many files (PARQUET-2078).
 *   <li>Row groups of no rows have no ranges, whatever their offsets say.
 *   <li>A chunk must end before the footer.
 *   <li>A chunk in another file ({@code file_path}) is refused.
 * </ul>
 *
 * <p>Only the chunks asked for are looked at: a bad one leaves the others readable.
 */
public final class ColumnChunkRanges {
    private final ParquetLayout layout;

    /** The chunks of one file. */
    public ColumnChunkRanges(ParquetLayout layout) {
        this.layout = layout;
    }

    /**
     * The chunks of the chosen columns, row group by row group, in each the order of the footer. A chunk of more than
     * {@code Integer.MAX_VALUE} bytes gives several touching ranges.
     *
     * @param rowGroups positions in the footer
     * @throws ParquetLayoutException if a chunk lies where no chunk can lie, or two share bytes
     */
    public List<LabelledRange> ranges(ColumnSelection columns, List<Integer> rowGroups) throws ParquetLayoutException {
        List<LabelledRange> chunks = new ArrayList<>();
        for (int rowGroup : rowGroups) {
            BlockMetaData block = layout.rowGroup(rowGroup);
            if (block.getRowCount() == 0) {
                continue;
            }
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                if (columns.contains(chunk.getPath())) {
                    chunks.add(new LabelledRange(range(rowGroup, chunk), label(rowGroup, chunk)));
                }
            }
        }
        requireDisjoint(chunks);
        List<LabelledRange> pieces = new ArrayList<>(chunks.size());
        chunks.forEach(chunk -> cut(chunk, Integer.MAX_VALUE, pieces));
        return pieces;
    }

    /**
     * One chunk, whole, whatever its length.
     *
     * @throws ParquetLayoutException if it lies where no chunk can lie
     */
    public ByteRange range(int rowGroup, ColumnChunkMetaData chunk) throws ParquetLayoutException {
        String name = label(rowGroup, chunk);
        ChunkOffsets offsets;
        try {
            offsets = new ChunkOffsets(
                    Optional.ofNullable(layout.rowGroup(rowGroup).getPath()),
                    chunk.getDictionaryPageOffset(),
                    chunk.getFirstDataPageOffset(),
                    chunk.getTotalSize());
        } catch (ParquetCryptoRuntimeException e) {
            throw new ParquetLayoutException(
                    layout.file() + ": " + name + " is encrypted and cannot be located: " + e.getMessage(), e);
        }
        return offsets.locate(layout.file(), name, layout.bounds());
    }

    private void requireDisjoint(List<LabelledRange> chunks) throws ParquetLayoutException {
        List<LabelledRange> sorted = new ArrayList<>(chunks);
        sorted.sort(Comparator.comparing(LabelledRange::range));
        for (int i = 1; i < sorted.size(); i++) {
            LabelledRange before = sorted.get(i - 1);
            LabelledRange next = sorted.get(i);
            if (before.range().overlaps(next.range())) {
                throw new ParquetLayoutException(layout.file() + ": " + before.label() + " " + before.range()
                        + " and " + next.label() + " " + next.range() + " share bytes; file length "
                        + layout.fileLength());
            }
        }
    }

    /** Adds the range to {@code pieces}, in as few equal parts as keep each within {@code limit} bytes. */
    static void cut(LabelledRange chunk, long limit, List<LabelledRange> pieces) {
        ByteRange range = chunk.range();
        long parts = (range.length() + limit - 1) / limit;
        if (parts == 1) {
            pieces.add(chunk);
            return;
        }
        long step = (range.length() + parts - 1) / parts;
        for (long part = 0; part < parts; part++) {
            long start = range.offset() + part * step;
            ByteRange piece = ByteRange.between(start, Math.min(range.end(), start + step));
            pieces.add(new LabelledRange(piece, chunk.label() + " / part " + (part + 1) + " of " + parts));
        }
    }

    static String label(int rowGroup, ColumnChunkMetaData chunk) {
        return "rg " + rowGroup + " / " + chunk.getPath().toDotString();
    }
}
