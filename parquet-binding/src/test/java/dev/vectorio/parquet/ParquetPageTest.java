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
import org.apache.parquet.filter2.predicate.FilterApi;
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
                        "whole page index", SmallReads.WHOLE_PAGE_INDEX_BYTES,
                        "small read", (long) SmallReads.SMALL_READ_BYTES,
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
        // the first names an object that is not there; it is compiled with the others elsewhere
        assertThat(blocks).hasSize(6);
        assertThat(blocks.subList(1, 6)).allSatisfy(code -> assertThat(source).contains(code));
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
            assertThat(builder(store.io, store.known(), TestFiles.projection("id")))
                    .isNotNull();
            assertThat(plain(store.io, TestStore.LOCATION).getLength()).isEqualTo(file.length);
            ParquetReadOptions options = ParquetReadOptions.builder().build();
            ParquetPlan plan = selected(store.io, store.known(), options);
            assertThat(plan.rowGroups()).containsExactly(0);
            assertThat(chunks(plan))
                    .hasSize(2 * plan.layout().metadata().getBlocks().size());
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

    private static ParquetReader.Builder<Group> builder(VectorIo io, KnownObject object, MessageType projection)
            throws IOException {
        FilterCompat.Filter filter = FilterCompat.get(FilterApi.gt(FilterApi.longColumn("id"), 1000L));
        InputFile input = VectorIoParquet.inputFile(io, object, Optional.of(projection), filter);
        ParquetReader.Builder<Group> builder = ParquetReader.<Group>read(input).withFilter(filter);
        return builder;
    }

    private static InputFile plain(VectorIo io, ObjectLocation location) {
        InputFile plain = new VectorIoInputFile(io, location);
        return plain;
    }

    private static ParquetPlan selected(VectorIo io, KnownObject object, ParquetReadOptions options)
            throws IOException {
        long rows = 0;
        ParquetSelection some =
                ParquetSelection.all().withColumns(List.of("id", "c5")).withRowGroups(List.of(0));
        ParquetPlan plan = VectorIoParquet.plan(io, object, options, some);
        System.out.println(plan.gets() + " GETs, " + plan.fetchedBytes() + " bytes, " + plan.rounds() + " rounds");
        try (ParquetFileReader reader = VectorIoParquet.open(io, object, options, some)) {
            rows += reader.getRecordCount();
        }
        assertThat(rows).isPositive();
        return plan;
    }

    private static List<LabelledRange> chunks(ParquetPlan plan) throws IOException {
        ParquetLayout layout = plan.layout(); // the footer, where it begins, and the length of the file
        MessageType schema = layout.metadata().getFileMetaData().getSchema();
        ColumnSelection columns = ColumnSelection.named(layout.file(), schema, List.of("id", "c5"));
        List<LabelledRange> chunks = new ColumnChunkRanges(layout).ranges(columns, layout.allRowGroups());
        return chunks;
    }
}
