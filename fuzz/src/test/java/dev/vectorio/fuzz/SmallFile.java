package dev.vectorio.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/**
 * A Parquet file of a few kilobytes with all that a reader looks at: dictionary, several pages and row groups, page indexes and a
 * Bloom filter; and its parts, to be put together anew.
 */
final class SmallFile {
    static final MessageType SCHEMA = Types.buildMessage()
            .required(PrimitiveTypeName.INT64)
            .named("id")
            .required(PrimitiveTypeName.BINARY)
            .as(LogicalTypeAnnotation.stringType())
            .named("city")
            .named("rows");
    private static final int ROWS = 120;
    private static final int TRAILER = 8;
    private static final byte[] BYTES = write();
    private static final int FOOTER = BYTES.length
            - TRAILER
            - ByteBuffer.wrap(BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt(BYTES.length - TRAILER);

    private SmallFile() {}

    static byte[] bytes() {
        return BYTES.clone();
    }

    /** The footer alone, in Thrift's compact form. */
    static byte[] footer() {
        return copy(FOOTER, BYTES.length - TRAILER);
    }

    /** All page indexes, which lie side by side in front of the footer. */
    static byte[] pageIndexes() {
        return copy(pageIndexesFrom(), FOOTER);
    }

    /** This file with another footer, to which the trailer is true. */
    static byte[] withFooter(byte[] footer) {
        ByteBuffer file = ByteBuffer.allocate(FOOTER + footer.length + TRAILER).order(ByteOrder.LITTLE_ENDIAN);
        return file.put(BYTES, 0, FOOTER)
                .put(footer)
                .putInt(footer.length)
                .put(BYTES, BYTES.length - 4, 4)
                .array();
    }

    /** This file with these bytes in place of its page indexes, as far as they reach. */
    static byte[] withPageIndexes(byte[] indexes) {
        byte[] file = bytes();
        int from = pageIndexesFrom();
        System.arraycopy(indexes, 0, file, from, Math.min(indexes.length, FOOTER - from));
        return file;
    }

    private static byte[] copy(int from, int to) {
        return Arrays.copyOfRange(BYTES, from, to);
    }

    private static int pageIndexesFrom() {
        try {
            FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(footer()));
            return (int) metadata.getRow_groups().stream()
                    .flatMap(rowGroup -> rowGroup.getColumns().stream())
                    .mapToLong(ColumnChunk::getColumn_index_offset)
                    .min()
                    .orElseThrow();
        } catch (IOException e) {
            throw new AssertionError("the file was written here", e);
        }
    }

    private static byte[] write() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new Memory(bytes))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withWriterVersion(WriterVersion.PARQUET_1_0)
                .withDictionaryEncoding("id", false)
                .withBloomFilterEnabled("city", true)
                .withBloomFilterNDV("city", 4)
                .withPageRowCountLimit(20)
                .withRowGroupRowCountLimit(ROWS / 2)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(SCHEMA);
                group.add("id", (long) row);
                group.add("city", "city " + row % 4);
                writer.write(group);
            }
        } catch (IOException e) {
            throw new AssertionError("nothing can fail in memory", e);
        }
        return bytes.toByteArray();
    }

    private record Memory(ByteArrayOutputStream bytes) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSize) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int each) {
                    bytes.write(each);
                }

                @Override
                public void write(byte[] many, int from, int count) {
                    bytes.write(many, from, count);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSize) {
            return create(blockSize);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
