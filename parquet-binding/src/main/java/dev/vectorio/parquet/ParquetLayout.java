package dev.vectorio.parquet;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * A footer and the file that it belongs to.
 *
 * @param file names the file in errors
 * @param fileLength length of the file in bytes
 * @param footerOffset where the footer begins: no data, index or filter lies at or behind it
 * @param metadata the footer
 */
public record ParquetLayout(String file, long fileLength, long footerOffset, ParquetMetadata metadata) {
    /** Length of the magic number, at both ends of a file. */
    public static final int MAGIC_LENGTH = 4;

    /** The trailer: a four-byte footer length, then the magic number. */
    public static final int TRAILER_LENGTH = 8;

    /**
     * @throws IllegalArgumentException if the footer does not begin inside the file
     */
    public ParquetLayout {
        if (footerOffset < 0 || footerOffset > fileLength) {
            throw new IllegalArgumentException("footer at " + footerOffset + " of " + fileLength + " bytes: " + file);
        }
    }

    /**
     * A file of which only the length is known besides the footer itself; the footer may begin anywhere. Messages then name
     * the latest place where it can end: whoever knows where it begins gives that to the constructor, or takes
     * {@link ParquetPlan#layout()}.
     */
    public static ParquetLayout of(String file, long fileLength, ParquetMetadata metadata) {
        return new ParquetLayout(file, fileLength, Math.max(0, fileLength - TRAILER_LENGTH), metadata);
    }

    /** All row groups, by position in the footer. */
    public List<Integer> allRowGroups() {
        return IntStream.range(0, metadata.getBlocks().size()).boxed().toList();
    }

    ChunkOffsets.FileBounds bounds() {
        return new ChunkOffsets.FileBounds(footerOffset, fileLength);
    }

    // a footer may list equal row groups: the object itself counts
    int indexOf(BlockMetaData rowGroup) {
        List<BlockMetaData> rowGroups = metadata.getBlocks();
        return IntStream.range(0, rowGroups.size())
                .filter(index -> rowGroups.get(index) == rowGroup)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("not a row group of " + file));
    }

    BlockMetaData rowGroup(int index) {
        return metadata.getBlocks().get(index);
    }
}
