package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlan;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the public files hold, recomputed from the files and compared with known numbers. */
class CorpusRangesTest {
    private static final CoalescingPolicy UNLIMITED =
            new CoalescingPolicy(0, Double.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 0, 1);

    @ParameterizedTest
    @DisplayName("B05 chunks of real files, found by the binding, merge as the table says")
    @CsvSource({
        "parquet-testing--nested_structs.rust, 17712, 216/17712, 195/19048, 1/33550, 1/33550, 1/33550, 8856, 108, 108",
        "parquet-testing--ARROW-GH-41317, 16237, 210/16237, 204/16581, 1/35417, 1/35417, 1/35417, 8393, 106, 105",
        "parquet-testing--alltypes_plain, 671, 11/671, 1/1064, 1/1064, 1/1064, 1/1064, 441, 6, 5",
        "parquet-testing--sort_columns, 348, 4/348, 3/407, 1/591, 1/591, 1/591, 208, 2, 2",
        "parquet-testing--byte_stream_split_extended.gzip, 11404, 14/11404, 14/11404, 1/12521, 1/12521, 1/12521,"
                + " 6049, 7, 7",
        "parquet-testing--geospatial, 35952, 1/35952, 1/35952, 1/35952, 1/35952, 1/35952, 21243, 32, 30",
        "parquet-testing--geography-polygons, 44076, 1/44076, 1/44076, 1/44076, 1/44076, 1/44076, 5163, 50, 50",
        "parquet-testing--delta_binary_packed, 65467, 1/65467, 1/65467, 1/65467, 1/65467, 1/65467, 32745, 33, 32",
        "arrow-testing--alltypes-java, 2173, 32/2173, 28/2397, 1/4657, 1/4657, 1/4657, 1089, 16, 16",
        "cudf--mixed_card_ndv_500, 51926, 5/51926, 5/51926, 5/51926, 5/51926, 1/68822, 29080, 20, 20",
        "duckdb--file_row_number, 53607, 10/53607, 10/53607, 1/54502, 1/54502, 1/54502, 53607, 10, 1",
        "duckdb--lineitem-arrow, 217285, 16/217285, 16/217285, 1/218650, 1/218650, 1/218650, 63929, 8, 8",
        "impala--lineitem_multiblock_variable_num_rows, 2338639, 1/2338639, 1/2338639, 1/2338639, 1/2338639,"
                + " 1/2338639, 1030492, 320, 307",
    })
    void mergesAsTheTableSays(
            String name,
            long need,
            String gap0,
            String gap64,
            String gap128,
            String gap4096,
            String gap8192,
            long evenNeed,
            int evenGap0,
            int evenGap128)
            throws IOException {
        List<FooterScan.Chunk> chunks = scan(name);
        List<ByteRange> all = chunks.stream().map(FooterScan.Chunk::range).toList();
        List<ByteRange> even = chunks.stream()
                .filter(chunk -> chunk.column() % 2 == 0)
                .map(FooterScan.Chunk::range)
                .toList();
        assertThat(merged(all, 0).needBytes()).isEqualTo(need);
        assertThat(merges(all, 0)).isEqualTo(gap0);
        assertThat(merges(all, 64)).isEqualTo(gap64);
        assertThat(merges(all, 128)).isEqualTo(gap128);
        assertThat(merges(all, 4096)).isEqualTo(gap4096);
        assertThat(merges(all, 8192)).isEqualTo(gap8192);
        assertThat(merged(even, 0).needBytes()).isEqualTo(evenNeed);
        assertThat(merged(even, 0).requests()).hasSize(evenGap0);
        assertThat(merged(even, 128).requests()).hasSize(evenGap128);
    }

    @ParameterizedTest
    @CsvSource({
        "parquet-testing--nested_structs.rust, 102, 2/33447",
        "parquet-testing--nested_structs.rust, 103, 1/33550",
        "parquet-testing--alltypes_plain, 46, 2/1017",
        "parquet-testing--alltypes_plain, 47, 1/1064",
        "cudf--mixed_card_ndv_500, 4223, 5/51926",
        "cudf--mixed_card_ndv_500, 4224, 1/68822",
    })
    void mergesWhenGapEqualsLimit(String name, long gap, String requestsAndBytes) throws IOException {
        ParquetLayout layout = Corpus.layout(name);
        List<LabelledRange> ranges = new ColumnChunkRanges(layout).ranges(all(layout), layout.allRowGroups());
        assertThat(merges(LabelledRange.ranges(ranges), gap)).isEqualTo(requestsAndBytes);
    }

    @Test
    void footerScanAndMetadataAgreeOnEveryReadableFile() throws IOException {
        Corpus.assumePresent();
        int compared = 0;
        for (String name : Corpus.names()) {
            List<LabelledRange> ranges;
            try {
                ParquetLayout layout = Corpus.layout(name);
                ranges = new ColumnChunkRanges(layout).ranges(all(layout), layout.allRowGroups());
            } catch (IOException | RuntimeException e) {
                continue;
            }
            assertThat(scan(name).stream().map(FooterScan.Chunk::range))
                    .as(name)
                    .containsExactlyElementsOf(LabelledRange.ranges(ranges));
            compared++;
        }
        assertThat(compared).isGreaterThan(50);
    }

    @Test
    @DisplayName("B25 a dictionary offset of 0 counts as none: the chunk is [4, 44)")
    void dictionaryOffsetZeroCountsAsNone() throws IOException {
        ParquetLayout layout = Corpus.layout("parquet-testing--dict-page-offset-zero");
        assertThat(new ColumnChunkRanges(layout).ranges(all(layout), List.of(0)))
                .extracting(LabelledRange::range)
                .containsExactly(ByteRange.between(4, 44));
    }

    @ParameterizedTest
    @DisplayName("B61 chunks that cannot be there are refused with file, row group, column, offsets and length")
    @CsvSource({
        "impala--bad_compressed_size, rg 0 / _c0, compressed size 1000000, file length 245",
        "impala--bad_dict_page_offset, rg 0 / _c0, dictionary page offset 10000, data page offset 100001",
        "parquet-testing--ARROW-RS-GH-6229-DICTHEADER, rg 0, compressed size, file length 533",
        "duckdb--fuzzer4381, data page offset -256, rg 0, file length 3542",
        "hardwood--negative_data_page_offset, data page offset -1, rg 0 / id, file length 457",
    })
    void refusesChunksThatCannotBeThere(String name, String one, String two, String three) throws IOException {
        ParquetLayout layout = Corpus.layout(name);
        assertThatThrownBy(() -> new ColumnChunkRanges(layout).ranges(all(layout), layout.allRowGroups()))
                .isInstanceOf(ParquetLayoutException.class)
                .hasMessageContainingAll(name, one, two, three);
    }

    @Test
    @DisplayName("B61 the other columns of a damaged file stay readable")
    void otherColumnsOfADamagedFileStayReadable() throws IOException {
        ParquetLayout layout = Corpus.layout("duckdb--fuzzer4381");
        MessageType schema = layout.metadata().getFileMetaData().getSchema();
        int readable = 0;
        for (ColumnPath path : all(layout).paths()) {
            ColumnSelection one = ColumnSelection.named(layout.file(), schema, List.of(path.toDotString()));
            try {
                readable += new ColumnChunkRanges(layout)
                        .ranges(one, layout.allRowGroups())
                        .size();
            } catch (ParquetLayoutException e) {
                assertThat(e).hasMessageContaining(path.toDotString());
            }
        }
        assertThat(readable).isPositive();
    }

    @ParameterizedTest
    @DisplayName("B28 row groups without rows give no ranges")
    @CsvSource({
        "parquet-java--empty-row-group_1, 0",
        "parquet-java--empty-row-group_2, 2",
        "parquet-java--empty-row-group_3, 2",
        "parquet-testing--column_chunk_key_value_metadata, 0",
        "impala--zero_rows_zero_row_groups, 0",
        "impala--decimal, 0",
        "duckdb--empty, 0",
        "velox--empty, 0",
    })
    void rowGroupsWithoutRowsGiveNoRanges(String name, int ranges) throws IOException {
        ParquetLayout layout = Corpus.layout(name);
        assertThat(new ColumnChunkRanges(layout).ranges(all(layout), layout.allRowGroups()))
                .hasSize(ranges);
    }

    @Test
    @DisplayName("B64 the index slices of 20 row groups are 19,722 bytes in one GET")
    void pageIndexSlicesCoverTheIndexAreaOnce() throws IOException {
        ParquetLayout layout = Corpus.layout("impala--customer_multiblock_page_index");
        ColumnSelection all = all(layout);
        PageIndexRanges index = new PageIndexRanges(layout);
        List<ByteRange> slices = LabelledRange.ranges(index.ranges(all, all, layout.allRowGroups()));
        assertThat(merged(slices, 0).needBytes()).isEqualTo(19_722);
        assertThat(merged(slices, 0).requests()).hasSize(1);
        ParquetLayout small = Corpus.layout("parquet-testing--floating_orders_nan_count");
        List<ByteRange> smallSlices =
                LabelledRange.ranges(new PageIndexRanges(small).ranges(all(small), all(small), small.allRowGroups()));
        assertThat(small.allRowGroups()).hasSize(5);
        assertThat(merged(smallSlices, 0).needBytes()).isEqualTo(995);
        assertThat(merged(smallSlices, 0).requests()).hasSize(1);
        List<LabelledRange> one = index.ranges(all, all, List.of(3));
        assertThat(one).hasSize(36).allMatch(slice -> slice.label().startsWith("rg 3 / "));
    }

    @ParameterizedTest
    @CsvSource({
        "parquet-testing--data_index_bloom_encoding_stats, 1, 192, 1040",
        "parquet-testing--data_index_bloom_encoding_with_length, 1, 253, 2064",
    })
    void bloomFiltersLieWhereTheFooterSays(String name, int filters, long offset, long length) throws IOException {
        ParquetLayout layout = Corpus.layout(name);
        List<LabelledRange> ranges = new BloomFilterRanges(layout).ranges(all(layout), layout.allRowGroups());
        assertThat(ranges).hasSize(filters);
        assertThat(ranges.get(0).range().offset()).isEqualTo(offset);
        assertThat(ranges.get(0).range().length()).isGreaterThanOrEqualTo(length);
        assertThat(ranges.get(0).label()).endsWith("/ Bloom filter");
    }

    @Test
    @DisplayName("B63 a Bloom filter of unknown length ends at the next structure")
    void bloomFiltersOfUnknownLengthEndAtTheNextStructure() throws IOException {
        ParquetLayout layout = Corpus.layout("impala--parquet-bloom-filtering");
        List<LabelledRange> filters = new BloomFilterRanges(layout).ranges(all(layout), layout.allRowGroups());
        List<LabelledRange> chunks = new ColumnChunkRanges(layout).ranges(all(layout), layout.allRowGroups());
        assertThat(filters).isNotEmpty();
        for (LabelledRange filter : filters) {
            assertThat(chunks).noneMatch(chunk -> chunk.range().overlaps(filter.range()));
            assertThat(filters.stream().filter(other -> other.range().overlaps(filter.range())))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName("B63 Bloom filters before the data are found")
    void bloomFiltersBeforeTheDataAreFound() throws IOException {
        ParquetLayout layout = Corpus.layout("duckdb--issue6990");
        List<LabelledRange> filters = new BloomFilterRanges(layout).ranges(all(layout), layout.allRowGroups());
        assertThat(filters).hasSize(409).allMatch(filter -> filter.range().end() <= 19_227);
    }

    @Test
    @DisplayName("B63 a Bloom filter length that lies leaves the filter out")
    void aLyingBloomFilterLengthLeavesTheFilterOut() throws IOException {
        ParquetLayout layout = Corpus.layout("duckdb--bloom_filter_bad_length_range");
        int stated = (int) layout.metadata().getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .filter(chunk -> chunk.getBloomFilterOffset() >= 0)
                .count();
        List<LabelledRange> filters = new BloomFilterRanges(layout).ranges(all(layout), layout.allRowGroups());
        assertThat(filters.size()).isLessThan(stated);
        assertThat(filters).allMatch(filter -> filter.range().end() <= layout.fileLength());
    }

    private static ColumnSelection all(ParquetLayout layout) {
        return ColumnSelection.all(layout.metadata().getFileMetaData().getSchema());
    }

    private static String merges(List<ByteRange> ranges, long gap) {
        ReadPlan plan = merged(ranges, gap);
        return plan.requests().size() + "/" + plan.fetchedBytes();
    }

    private static ReadPlan merged(List<ByteRange> ranges, long gap) {
        return new CoalescingPlanner(UNLIMITED.withMaxGapBytes(gap)).plan(ranges, PlanContext.unknown());
    }

    private static List<FooterScan.Chunk> scan(String name) throws IOException {
        Path file = Corpus.file(name);
        byte[] bytes = Files.readAllBytes(file);
        int footerOffset = Math.toIntExact(Corpus.footerOffset(file));
        FooterScan scan = FooterScan.of(
                name,
                new ChunkOffsets.FileBounds(footerOffset, bytes.length),
                new ByteArrayInputStream(Arrays.copyOfRange(bytes, footerOffset, bytes.length - 8)));
        Set<Integer> columns = IntStream.range(0, 1000).boxed().collect(Collectors.toSet());
        List<FooterScan.Chunk> chunks = new ArrayList<>();
        for (int group = 0; group < scan.rowGroupCount(); group++) {
            chunks.addAll(scan.chunksOf(group, columns));
        }
        return chunks;
    }
}
