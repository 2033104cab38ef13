package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.ObjectContent;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files that are legal, or nearly, and that no writer at hand makes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HandMadeFilesTest {
    private static final ParquetReadOptions PLAIN =
            ParquetReadOptions.builder().withUseHadoopVectoredIo(true).build();
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static byte[] file = new byte[0];

    @BeforeAll
    static void write() throws IOException {
        file = TestFiles.rows(6_000);
    }

    @Test
    void chunksAndRowGroupsInOddOrderAreReadRight() throws IOException {
        byte[] reordered = reversed();
        MessageType projection = TestFiles.projection("id", "city", "c3", "c4");
        List<String> expected = Values.expected(file, projection, PLAIN);
        assertThat(Values.expected(reordered, projection, PLAIN)).isEqualTo(expected);
        try (TestStore store = TestStore.ranged(reordered)) {
            assertThat(planned(store, projection)).isEqualTo(expected);
            store.assertNoByteTwice();
        }
        try (TestStore store = TestStore.ranged(reordered)) {
            assertThat(plain(store, projection)).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("B65 a row group in another file is refused by name on both routes")
    void aRowGroupInAnotherFileIsRefusedByNameOnBothRoutes() throws IOException {
        byte[] summary = changed(metadata ->
                metadata.getRow_groups().get(1).getColumns().forEach(column -> column.setFile_path("part-1.parquet")));
        MessageType projection = TestFiles.projection("id");
        try (TestStore store = TestStore.ranged(summary);
                ParquetFileReader reader =
                        VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(projection))) {
            assertThat(reader.readNextRowGroup().getRowCount()).isPositive();
            assertThatThrownBy(reader::readNextRowGroup)
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll("rg 1 / id", "part-1.parquet");
        }
        try (TestStore store = TestStore.ranged(summary);
                ParquetFileReader reader =
                        ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), PLAIN)) {
            reader.setRequestedSchema(projection);
            assertThat(reader.readNextRowGroup().getRowCount()).isPositive();
            assertThatThrownBy(reader::readNextRowGroup)
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll("rg 1 / id", "part-1.parquet");
        }
    }

    @Test
    void overlappingChunksAreRefusedTogetherAndReadableAlone() throws IOException {
        byte[] overlapping = changed(metadata -> {
            List<ColumnChunk> columns = metadata.getRow_groups().get(0).getColumns();
            ColumnMetaData first = columns.get(3).getMeta_data();
            columns.get(4).getMeta_data().setData_page_offset(first.getData_page_offset() + 1);
        });
        try (TestStore store = TestStore.ranged(overlapping)) {
            assertThatThrownBy(() -> planned(store, TestFiles.projection("c0", "c1")))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll("rg 0 / c0", "rg 0 / c1", "share bytes");
            assertThat(planned(store, TestFiles.projection("c0")))
                    .isEqualTo(Values.expected(file, TestFiles.projection("c0"), PLAIN));
        }
    }

    @Test
    @DisplayName("B23 a chunk over 2 GiB is read in parts within the budget, every byte right")
    void aChunkOverTwoGibibytesIsReadSeriallyInPartsWithinTheBudget() throws IOException {
        long length = 2_300_000_000L;
        SyntheticBytes chunk = new SyntheticBytes(11, length);
        byte[] footer = footerOfOneChunk(length);
        long fileLength = MAGIC.length + length + footer.length;
        try (InMemoryBackend backend = InMemoryBackend.create()) {
            ObjectLocation location = ObjectLocation.parse("mem://lake/huge.parquet");
            backend.put(location, new Joined(chunk, footer));
            VectorIoOptions options = VectorIoOptions.defaults().withMemoryBudgetBytes(64 << 20);
            try (VectorIo io = VectorIo.builder()
                            .options(options)
                            .backend("mem", backend)
                            .build();
                    VectorIoInputStream stream =
                            new VectorIoInputFile(io, KnownObject.at(location).withLength(fileLength)).newStream()) {
                // as parquet-java does: the footer first, then the part from its start on
                stream.seek(fileLength - ParquetLayout.TRAILER_LENGTH);
                assertThat(stream.read()).isNotNegative();
                stream.seek(fileLength - footer.length);
                stream.readFully(ByteBuffer.allocate(footer.length - ParquetLayout.TRAILER_LENGTH));
                ByteBuffer buffer = ByteBuffer.allocate(8 << 20);
                requireChunk(stream, chunk, MAGIC.length, buffer, 24);
                requireChunk(stream, chunk, MAGIC.length + length - (100L << 20), buffer, 12);
                assertThat(backend.log().maxInFlight()).isGreaterThan(1);
                assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo((64L << 20) + (8L << 20));
            }
        }
    }

    private static void requireChunk(
            VectorIoInputStream stream, SyntheticBytes chunk, long position, ByteBuffer buffer, int times)
            throws IOException {
        stream.seek(position);
        for (int i = 0; i < times; i++) {
            long at = stream.getPos() - MAGIC.length;
            buffer.clear();
            stream.readFully(buffer);
            chunk.requireEqual(at, buffer.flip());
        }
    }

    /** Magic number, one endless chunk, footer. */
    private static final class Joined implements ObjectContent {
        private final SyntheticBytes chunk;
        private final byte[] footer;

        Joined(SyntheticBytes chunk, byte[] footer) {
            this.chunk = chunk;
            this.footer = footer;
        }

        @Override
        public long length() {
            return MAGIC.length + chunk.length() + footer.length;
        }

        @Override
        public void read(long offset, ByteBuffer destination) {
            long at = offset;
            while (destination.hasRemaining()) {
                if (at < MAGIC.length) {
                    destination.put(MAGIC[(int) at++]);
                } else if (at < MAGIC.length + chunk.length()) {
                    long inChunk = at - MAGIC.length;
                    int part = (int) Math.min(destination.remaining(), chunk.length() - inChunk);
                    chunk.read(inChunk, destination.slice(destination.position(), part));
                    destination.position(destination.position() + part);
                    at += part;
                } else {
                    destination.put(footer[(int) (at++ - MAGIC.length - chunk.length())]);
                }
            }
        }
    }

    private static byte[] footerOfOneChunk(long length) throws IOException {
        SchemaElement root = new SchemaElement("m").setNum_children(1);
        SchemaElement leaf =
                new SchemaElement("a").setType(Type.INT64).setRepetition_type(FieldRepetitionType.REQUIRED);
        ColumnMetaData column = new ColumnMetaData(
                Type.INT64,
                List.of(Encoding.PLAIN),
                List.of("a"),
                CompressionCodec.UNCOMPRESSED,
                length / 8,
                length,
                length,
                MAGIC.length);
        RowGroup rowGroup = new RowGroup(List.of(new ColumnChunk(0).setMeta_data(column)), length, length / 8);
        return footer(new FileMetaData(1, List.of(root, leaf), length / 8, List.of(rowGroup)));
    }

    private static List<String> planned(TestStore store, MessageType projection) throws IOException {
        return Values.of(
                VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(projection)), projection, PLAIN);
    }

    private static List<String> plain(TestStore store, MessageType projection) throws IOException {
        return Values.of(
                ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), PLAIN), projection, PLAIN);
    }

    private static FileMetaData metadata() throws IOException {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        return Util.readFileMetaData(new ByteArrayInputStream(file, file.length - 8 - length, length));
    }

    /** The same data under a changed footer. */
    private static byte[] changed(Consumer<FileMetaData> change) throws IOException {
        FileMetaData metadata = metadata();
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - 8);
        change.accept(metadata);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, file.length - 8 - length);
        out.write(footer(metadata));
        return out.toByteArray();
    }

    /** The same row groups, laid down last one first and last column first. */
    private static byte[] reversed() throws IOException {
        FileMetaData metadata = metadata();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(MAGIC);
        List<RowGroup> rowGroups = new ArrayList<>(metadata.getRow_groups());
        Collections.reverse(rowGroups);
        for (RowGroup rowGroup : rowGroups) {
            List<ColumnChunk> columns = new ArrayList<>(rowGroup.getColumns());
            Collections.reverse(columns);
            for (ColumnChunk column : columns) {
                ColumnMetaData chunk = column.getMeta_data();
                long data = chunk.getData_page_offset();
                long start = chunk.isSetDictionary_page_offset() ? chunk.getDictionary_page_offset() : data;
                long moved = out.size() - start;
                out.write(Arrays.copyOfRange(file, (int) start, (int) (start + chunk.getTotal_compressed_size())));
                chunk.setData_page_offset(data + moved);
                if (chunk.isSetDictionary_page_offset()) {
                    chunk.setDictionary_page_offset(start + moved);
                }
                column.unsetOffset_index_offset();
                column.unsetOffset_index_length();
                column.unsetColumn_index_offset();
                column.unsetColumn_index_length();
            }
        }
        out.write(footer(metadata));
        return out.toByteArray();
    }

    private static byte[] footer(FileMetaData metadata) throws IOException {
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        Util.writeFileMetaData(metadata, footer);
        int length = footer.size();
        footer.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array());
        footer.write(MAGIC);
        return footer.toByteArray();
    }
}
