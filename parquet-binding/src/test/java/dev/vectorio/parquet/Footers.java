package dev.vectorio.parquet;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.EncodingStats;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;

/** Footers made by hand, for files that no writer writes. */
final class Footers {
    static final MessageType SCHEMA =
            MessageTypeParser.parseMessageType("message m { required int64 a; required int64 b; required group g {"
                    + " required int64 x; required int64 yes; } }");

    private Footers() {}

    static ParquetLayout layout(long fileLength, BlockMetaData... rowGroups) {
        ParquetMetadata metadata = new ParquetMetadata(new FileMetaData(SCHEMA, Map.of(), "test"), List.of(rowGroups));
        return ParquetLayout.of("f.parquet", fileLength, metadata);
    }

    static BlockMetaData rowGroup(long rows, ColumnChunkMetaData... chunks) {
        BlockMetaData block = new BlockMetaData();
        block.setRowCount(rows);
        List.of(chunks).forEach(block::addColumn);
        return block;
    }

    static ColumnChunkMetaData chunk(String path, long dictionary, long data, long length) {
        String[] names = path.split("\\.");
        PrimitiveType type = SCHEMA.getType(names).asPrimitiveType();
        EncodingStats stats = new EncodingStats.Builder()
                .addDictEncoding(Encoding.PLAIN)
                .addDataEncoding(Encoding.RLE_DICTIONARY)
                .build();
        return ColumnChunkMetaData.get(
                ColumnPath.get(names),
                type,
                CompressionCodecName.UNCOMPRESSED,
                stats,
                Set.of(Encoding.RLE_DICTIONARY),
                Statistics.createStats(type),
                data,
                dictionary,
                100,
                length,
                length);
    }

    /** An index of pages of {@code rows} rows each. */
    static OffsetIndex pages(long rows, long... offsetsAndLengths) {
        return new OffsetIndex() {
            @Override
            public int getPageCount() {
                return offsetsAndLengths.length / 2;
            }

            @Override
            public long getOffset(int page) {
                return offsetsAndLengths[2 * page];
            }

            @Override
            public int getCompressedPageSize(int page) {
                return Math.toIntExact(offsetsAndLengths[2 * page + 1]);
            }

            @Override
            public long getFirstRowIndex(int page) {
                return page * rows;
            }

            @Override
            public long getLastRowIndex(int page, long totalRowCount) {
                return Math.min(totalRowCount, (page + 1) * rows) - 1;
            }

            @Override
            public int getPageOrdinal(int page) {
                return page;
            }

            @Override
            public Optional<Long> getUnencodedByteArrayDataBytes(int page) {
                return Optional.empty();
            }
        };
    }
}
