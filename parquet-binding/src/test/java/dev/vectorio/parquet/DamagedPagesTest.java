package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages that are damaged: whoever reads them is told file, row group, column and what was found there. */
class DamagedPagesTest {
    private static final int ROWS = 900;
    private static final int ROW_GROUP = 1;
    private static final String COLUMN = "city";
    private static final MessageType COLUMNS = TestFiles.projection("id", COLUMN, "c3");
    private static final String PLACE = TestStore.LOCATION + ": rg 1 / city: ";

    /** A page of {@code city} in the second row group: where its header begins, and its body. */
    private record Place(int header, int body, int length) {}

    private static byte[] file(CompressionCodecName codec, WriterVersion version) throws IOException {
        return TestFiles.rows(
                ROWS,
                writer -> writer.withRowGroupSize(40L << 10)
                        .withCompressionCodec(codec)
                        .withWriterVersion(version)
                        .withPageWriteChecksumEnabled(true));
    }

    private static List<Place> pages(byte[] file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                new MemoryFile("memory", file), ParquetReadOptions.builder().build())) {
            ColumnChunkMetaData chunk = reader.getRowGroups().get(ROW_GROUP).getColumns().stream()
                    .filter(column -> column.getPath().toDotString().equals(COLUMN))
                    .findFirst()
                    .orElseThrow();
            int at = (int) chunk.getStartingPos();
            List<Place> pages = new ArrayList<>();
            while (at < chunk.getStartingPos() + chunk.getTotalSize()) {
                ByteArrayInputStream in = new ByteArrayInputStream(file, at, file.length - at);
                PageHeader header = Util.readPageHeader(in);
                int body = file.length - in.available();
                pages.add(new Place(at, body, header.getCompressed_page_size()));
                at = body + header.getCompressed_page_size();
            }
            return pages;
        }
    }

    private static Throwable failure(byte[] file, ParquetReadOptions options) {
        try (TestStore store = TestStore.ranged(file);
                ParquetFileReader reader =
                        VectorIoParquet.open(store.io, store.known(), options, Optional.of(COLUMNS))) {
            return catchThrowable(() -> {
                for (PageReadStore next = reader.readNextRowGroup(); next != null; next = reader.readNextRowGroup()) {
                    try (PageReadStore rowGroup = next) {
                        decode(rowGroup);
                    }
                }
            });
        } catch (IOException e) {
            return e;
        }
    }

    private static void decode(PageReadStore rowGroup) throws IOException {
        try {
            RecordReader<?> records = new ColumnIOFactory("")
                    .getColumnIO(COLUMNS)
                    .getRecordReader(rowGroup, new GroupRecordConverter(COLUMNS));
            for (long row = 0; row < rowGroup.getRowCount(); row++) {
                records.read();
            }
        } catch (RuntimeException e) {
            throw ParquetDamage.of(rowGroup, e);
        }
    }

    private static ParquetReadOptions plain() {
        return ParquetReadOptions.builder().build();
    }

    @Test
    void headersThatCannotBeReadAreNamedWithTheirByte() throws IOException {
        byte[] file = file(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0);
        for (Place page : pages(file)) {
            byte[] damaged = file.clone();
            damaged[page.header] = (byte) 0xFF;
            assertThat(failure(damaged, plain()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageStartingWith(
                            PLACE + "the page at byte " + page.header + " has a header that cannot be read: ");
        }
    }

    @Test
    void pagesThatEndBehindTheirChunkAreNamedWithTheirByte() throws IOException {
        byte[] file = file(CompressionCodecName.UNCOMPRESSED, WriterVersion.PARQUET_1_0);
        List<Place> pages = pages(file);
        Place page = pages.get(1);
        Place last = pages.get(pages.size() - 1);
        int length = page.length + 1_000;
        assertThat(failure(withLength(file, page, length), plain()))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessage(PLACE + "the page at byte " + page.header + " is said to have " + length + " bytes, where "
                        + (last.body + last.length - page.body) + " are left");
    }

    /** Another number of as many digits in the header's third field. */
    private static byte[] withLength(byte[] file, Place page, int length) throws IOException {
        byte[] damaged = file.clone();
        for (int at = page.header; at < page.body - 1; at++) {
            byte[] zigzag = {(byte) (((page.length << 1) & 0x7F) | 0x80), (byte) (page.length >> 6)};
            if (damaged[at - 1] == 0x15 && damaged[at] == zigzag[0] && damaged[at + 1] == zigzag[1]) {
                damaged[at] = (byte) (((length << 1) & 0x7F) | 0x80);
                damaged[at + 1] = (byte) (length >> 6);
            }
        }
        return damaged;
    }

    @Test
    void pagesThatDoNotMatchTheirChecksumAreNamedWithTheirByte() throws IOException {
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = file(CompressionCodecName.UNCOMPRESSED, version);
            Allocators buffers = Allocators.direct();
            ParquetReadOptions options = ParquetReadOptions.builder()
                    .usePageChecksumVerification()
                    .withAllocator(buffers)
                    .build();
            for (Place page : pages(file)) {
                byte[] damaged = file.clone();
                damaged[page.body + page.length - 1] ^= 1;
                assertThat(failure(damaged, options))
                        .isInstanceOf(ParquetLayoutException.class)
                        .hasMessage(PLACE + "the page at byte " + page.header + " does not match its checksum");
            }
            buffers.ledger().assertEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodecName.class,
            names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void pagesThatCannotBeUnpackedAreNamed(CompressionCodecName codec) throws IOException {
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = file(codec, version);
            List<Place> pages = pages(file);
            for (int i = 0; i < pages.size(); i++) {
                byte[] damaged = file.clone();
                Place page = pages.get(i);
                Arrays.fill(damaged, page.body, page.body + page.length, (byte) 0xEE);
                String name = i == 0 ? "the dictionary" : "page " + (i - 1) + " of those read";
                Throwable failure = failure(damaged, plain());
                assertThat(failure)
                        .isInstanceOf(ParquetLayoutException.class)
                        .hasMessageStartingWith(PLACE + name + " in the chunk at [" + pages.get(0).header + ", ")
                        .hasMessageContaining(" cannot be unpacked: ")
                        .hasCauseInstanceOf(ParquetDecodingException.class);
            }
        }
    }

    @Test
    void valuesThatCannotBeDecodedAreNamed() throws IOException {
        int failed = 0;
        for (WriterVersion version : WriterVersion.values()) {
            byte[] file = file(CompressionCodecName.UNCOMPRESSED, version);
            for (int seed = 0; seed < 40; seed++) {
                Random random = new Random(seed);
                byte[] damaged = file.clone();
                List<Place> pages = pages(file);
                Place page = pages.get(random.nextInt(pages.size()));
                for (int at = page.body; at < page.body + page.length; at++) {
                    damaged[at] = (byte) random.nextInt();
                }
                Throwable failure = failure(damaged, plain());
                if (failure != null) {
                    failed++;
                    assertThat(failure)
                            .isInstanceOf(ParquetLayoutException.class)
                            .hasMessageStartingWith(PLACE)
                            .message()
                            .doesNotContainPattern(DamagedFilesTest.JAVA_WORDS);
                }
            }
        }
        assertThat(failed).as("chance found some").isPositive();
    }

    @Test
    void aReaderOfAnotherKindIsToldTheColumnAndItsFile() {
        RuntimeException failure = new ParquetDecodingException(
                "Can't read value in column [a, b] optional binary b at value 7 out of 9, 1 out of 2 in currentPage."
                        + " repetition level: 0, definition level: 1",
                new ArrayIndexOutOfBoundsException("Index 3 out of bounds for length 2"));
        assertThat(ParquetDamage.of("file:/x", failure))
                .hasMessage("file:/x: a.b: value 7 of 9 cannot be read: "
                        + "a length or position in it is outside of what is there")
                .hasCause(failure);
    }
}
