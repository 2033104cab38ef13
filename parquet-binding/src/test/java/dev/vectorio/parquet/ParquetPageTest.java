package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/** {@code docs/parquet.md}: its numbers are those of the code, its code is the code below, and that runs. */
class ParquetPageTest {
    private static final Path BASE = Path.of(System.getProperty("basedir", "."));
    private static final Pattern NUMBER = Pattern.compile("\\| ([A-Za-z -]+) \\| (\\d+) \\|.*");

    @Test
    void theNumbersOnThePageAreThoseInForce() throws IOException {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : Files.readAllLines(BASE.resolve("../docs/parquet.md"))) {
            Matcher row = NUMBER.matcher(line);
            if (row.matches()) {
                numbers.put(row.group(1), Long.valueOf(row.group(2)));
            }
        }
        assertThat(numbers)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "read-ahead", ReadAhead.LEAST_BYTES,
                        "whole page index", ParquetSource.WHOLE_PAGE_INDEX_BYTES,
                        "small read", (long) ParquetSource.SMALL_READ_BYTES,
                        "Bloom filter", (long) BloomFilterRanges.UNKNOWN_LENGTH_FIRST_BYTES,
                        "dictionary", (long) DictionaryRanges.UNKNOWN_LENGTH_FIRST_BYTES));
    }

    @Test
    void theCodeOnThePageIsTheCodeBelow() throws IOException {
        String source =
                words(Files.readString(BASE.resolve("src/test/java/dev/vectorio/parquet/ParquetPageTest.java")));
        List<String> blocks = new ArrayList<>();
        Matcher block = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(BASE.resolve("../docs/parquet.md")));
        while (block.find()) {
            blocks.add(words(block.group(1)));
        }
        assertThat(blocks).hasSize(4).allSatisfy(code -> assertThat(source).contains(code));
    }

    // the formatter and the page break lines at different places
    private static String words(String code) {
        return code.replaceAll("\\s+", "");
    }

    @Test
    void theCodeOnThePageRuns() throws IOException {
        byte[] file = TestFiles.rows(3_000);
        try (TestStore store = TestStore.of(file)) {
            assertThat(rows(store.io, TestStore.LOCATION)).isEqualTo(3_000);
            assertThat(builder(store.io, store.known(), TestFiles.projection("id"), FilterCompat.NOOP))
                    .isNotNull();
            assertThat(plain(store.io, TestStore.LOCATION).getLength()).isEqualTo(file.length);
            try (ParquetFileReader reader = ParquetFileReader.open(plain(store.io, TestStore.LOCATION))) {
                assertThat(chunks(reader, file.length))
                        .hasSize(2 * reader.getRowGroups().size());
            }
        }
    }

    private static long rows(VectorIo io, ObjectLocation location) throws IOException {
        long rows = 0;
        ParquetReadOptions options = ParquetReadOptions.builder().build();
        MessageType projection =
                MessageTypeParser.parseMessageType("message m { required int64 id; required double c5; }");
        try (ParquetFileReader reader = VectorIoParquet.open(io, location, options, Optional.of(projection))) {
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                try (PageReadStore rowGroup = pages) {
                    rows += rowGroup.getRowCount();
                }
            }
        }
        return rows;
    }

    private static ParquetReader.Builder<Group> builder(
            VectorIo io, KnownObject object, MessageType projection, FilterCompat.Filter filter) throws IOException {
        InputFile input = VectorIoParquet.inputFile(io, object, Optional.of(projection), filter);
        ParquetReader.Builder<Group> builder = ParquetReader.<Group>read(input).withFilter(filter);
        return builder;
    }

    private static InputFile plain(VectorIo io, ObjectLocation location) {
        InputFile plain = new VectorIoInputFile(io, location);
        return plain;
    }

    private static List<LabelledRange> chunks(ParquetFileReader reader, long fileLength) throws IOException {
        MessageType schema = reader.getFileMetaData().getSchema();
        ParquetLayout layout = ParquetLayout.of("part-0.parquet", fileLength, reader.getFooter());
        ColumnSelection columns = ColumnSelection.named(layout.file(), schema, List.of("id", "c5"));
        List<LabelledRange> chunks = new ColumnChunkRanges(layout).ranges(columns, layout.allRowGroups());
        return chunks;
    }
}
