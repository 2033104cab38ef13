package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.AggregateWith;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Exact GETs and bytes for public Parquet files, found three ways: by the planner, by a second count that knows nothing but
 * a map of the wanted bytes, and written down here. Files that are not there are skipped by name.
 */
class MergeTableTest {
    private static final int ALL = 1;
    private static final int EVEN = 2;

    private record Merged(int gets, long bytes) {}

    private static List<ByteRange> chunks(String name, int everyNthColumn) throws IOException {
        Path file = Path.of(System.getProperty("vectorio.corpus", "corpus")).resolve(name + ".parquet");
        Assumptions.assumeTrue(Files.exists(file), () -> "not in the corpus: " + name);
        return ParquetFooter.chunks(file, everyNthColumn);
    }

    /** Gaps decide alone: no size, waste or whole-object limit. */
    private static CoalescingPolicy gapLimit(long bytes) {
        return new CoalescingPolicy(bytes, Double.POSITIVE_INFINITY, 0, Long.MAX_VALUE, 0, 1);
    }

    private static Merged planned(List<ByteRange> ranges, CoalescingPolicy policy) {
        ReadPlan plan = new CoalescingPlanner(policy).plan(ranges, PlanContext.unknown());
        long gaps = 0;
        for (PlannedRequest request : plan.requests()) {
            gaps += request.gapBytes();
        }
        assertThat(plan.fetchedBytes()).isEqualTo(plan.needBytes() + gaps);
        return new Merged(plan.requests().size(), plan.fetchedBytes());
    }

    /** The same count from a map of the object: walks the bytes, and a stretch ends where more than the limit is unwanted. */
    private static Merged counted(List<ByteRange> ranges, long gapLimit) {
        boolean[] wanted = wanted(ranges);
        int gets = 0;
        long bytes = 0;
        int lastWanted = -1;
        for (int at = 0; at < wanted.length; at++) {
            if (!wanted[at]) {
                continue;
            }
            boolean begins = gets == 0 || at - lastWanted - 1 > gapLimit;
            gets += begins ? 1 : 0;
            bytes += begins ? 1 : at - lastWanted;
            lastWanted = at;
        }
        return new Merged(gets, bytes);
    }

    private static long need(List<ByteRange> ranges) {
        long need = 0;
        for (boolean byteWanted : wanted(ranges)) {
            need += byteWanted ? 1 : 0;
        }
        return need;
    }

    private static boolean[] wanted(List<ByteRange> ranges) {
        long end = ranges.stream().mapToLong(ByteRange::end).max().orElse(0);
        boolean[] wanted = new boolean[Math.toIntExact(end)];
        for (ByteRange range : ranges) {
            Arrays.fill(wanted, Math.toIntExact(range.offset()), Math.toIntExact(range.end()), true);
        }
        return wanted;
    }

    private static void assertMerges(List<ByteRange> ranges, long gapLimit, int gets, long bytes) {
        assertThat(counted(ranges, gapLimit))
                .as("gap limit %d, counted", gapLimit)
                .isEqualTo(new Merged(gets, bytes));
        assertThat(planned(ranges, gapLimit(gapLimit)))
                .as("gap limit %d, planned", gapLimit)
                .isEqualTo(new Merged(gets, bytes));
    }

    @ParameterizedTest(name = "{0}: all columns")
    @DisplayName("B05 B63 chunks of real files merge into exactly the GETs and bytes of the table")
    @CsvSource({
        // file, need, then GETs and bytes at gap limits 0, 64, 128, 4096, 8192
        "parquet-testing--nested_structs.rust, 17712, 216, 17712, 195, 19048, 1, 33550, 1, 33550, 1, 33550",
        "parquet-testing--ARROW-GH-41317, 16237, 210, 16237, 204, 16581, 1, 35417, 1, 35417, 1, 35417",
        "parquet-testing--alltypes_plain, 671, 11, 671, 1, 1064, 1, 1064, 1, 1064, 1, 1064",
        "parquet-testing--sort_columns, 348, 4, 348, 3, 407, 1, 591, 1, 591, 1, 591",
        "parquet-testing--byte_stream_split_extended.gzip, 11404, 14, 11404, 14, 11404, 1, 12521, 1, 12521, 1, 12521",
        "parquet-testing--geospatial, 35952, 1, 35952, 1, 35952, 1, 35952, 1, 35952, 1, 35952",
        "parquet-testing--geography-polygons, 44076, 1, 44076, 1, 44076, 1, 44076, 1, 44076, 1, 44076",
        "parquet-testing--delta_binary_packed, 65467, 1, 65467, 1, 65467, 1, 65467, 1, 65467, 1, 65467",
        "arrow-testing--alltypes-java, 2173, 32, 2173, 28, 2397, 1, 4657, 1, 4657, 1, 4657",
        "cudf--mixed_card_ndv_500, 51926, 5, 51926, 5, 51926, 5, 51926, 5, 51926, 1, 68822",
        "duckdb--file_row_number, 53607, 10, 53607, 10, 53607, 1, 54502, 1, 54502, 1, 54502",
        "duckdb--lineitem-arrow, 217285, 16, 217285, 16, 217285, 1, 218650, 1, 218650, 1, 218650",
    })
    void mergesAllColumnsAsTheTableSays(@AggregateWith(TableRow.Aggregator.class) TableRow row) throws IOException {
        List<ByteRange> chunks = chunks(row.file(), ALL);
        assertThat(need(chunks)).isEqualTo(row.need());
        for (int i = 0; i < TableRow.GAP_LIMITS.size(); i++) {
            assertMerges(
                    chunks,
                    TableRow.GAP_LIMITS.get(i),
                    row.gets().get(i),
                    row.bytes().get(i));
        }
    }

    @ParameterizedTest(name = "{0}: even columns")
    @CsvSource({
        // file, need, GETs at gap limit 0, GETs at gap limit 128
        "parquet-testing--nested_structs.rust, 8856, 108, 108",
        "parquet-testing--ARROW-GH-41317, 8393, 106, 105",
        "parquet-testing--alltypes_plain, 441, 6, 5",
        "parquet-testing--sort_columns, 208, 2, 2",
        "parquet-testing--byte_stream_split_extended.gzip, 6049, 7, 7",
        "parquet-testing--geospatial, 21243, 32, 30",
        "parquet-testing--geography-polygons, 5163, 50, 50",
        "parquet-testing--delta_binary_packed, 32745, 33, 32",
        "arrow-testing--alltypes-java, 1089, 16, 16",
        "cudf--mixed_card_ndv_500, 29080, 20, 20",
        "duckdb--lineitem-arrow, 63929, 8, 8",
        "impala--lineitem_multiblock_variable_num_rows, 1030492, 320, 307",
    })
    void mergesEvenColumnsAsTheTableSays(String file, long need, int getsAt0, int getsAt128) throws IOException {
        List<ByteRange> chunks = chunks(file, EVEN);
        assertThat(need(chunks)).isEqualTo(need);
        assertMerges(chunks, 0, getsAt0, need);
        Merged at128 = counted(chunks, 128);
        assertThat(at128.gets()).isEqualTo(getsAt128);
        assertThat(planned(chunks, gapLimit(128))).isEqualTo(at128);
    }

    @Test
    @DisplayName("B05 216 chunks are 2 GETs at a gap limit of 102 and 1 at 103; 11 chunks 2 at 46 and 1 at 47")
    void mergesHundredsOfTinyChunksAtTheExactGap() throws IOException {
        List<ByteRange> nested = chunks("parquet-testing--nested_structs.rust", ALL);
        assertMerges(nested, 102, 2, 33_447);
        assertMerges(nested, 103, 1, 33_550);
        List<ByteRange> plain = chunks("parquet-testing--alltypes_plain", ALL);
        assertMerges(plain, 46, 2, 1_017);
        assertMerges(plain, 47, 1, 1_064);
    }

    @Test
    @DisplayName("B63 Bloom filters between row groups are gaps like any other: 5 GETs at 4,223 and 1 at 4,224")
    void mergesOverBloomFiltersAtTheExactGap() throws IOException {
        List<ByteRange> chunks = chunks("cudf--mixed_card_ndv_500", ALL);
        assertMerges(chunks, 4_223, 5, 51_926);
        assertMerges(chunks, 4_224, 1, 68_822);
    }

    @Test
    void takesOneGetForTheWholeOfAMultiGroupFileWithTouchingChunks() throws IOException {
        assertMerges(chunks("impala--lineitem_multiblock_variable_num_rows", ALL), 0, 1, 2_338_639);
    }

    @Test
    @DisplayName("B06 a projection of few columns moves at most twice its need where gaps are not exempt")
    void boundsTheWasteOfAProjectionThatWouldMoveMostOfTheFile() throws IOException {
        List<ByteRange> chunks = chunks("parquet-testing--geography-polygons", EVEN);
        CoalescingPolicy mebibyteGaps =
                CoalescingPolicy.defaults().withMaxGapBytes(1 << 20).withWholeObjectBytes(0);
        assertMerges(chunks, 1 << 20, 1, 43_297);
        assertThat(planned(chunks, mebibyteGaps))
                .as("gaps this small are exempt by default")
                .isEqualTo(new Merged(1, 43_297));
        assertThat(planned(chunks, mebibyteGaps.withWaste(1, 0)).bytes()).isLessThanOrEqualTo(2 * 5_163);
        assertThat(planned(withGapsTimes(1_000, chunks), mebibyteGaps).bytes())
                .as("gaps a thousand times as large are not")
                .isLessThanOrEqualTo(2 * 5_163);
    }

    private static List<ByteRange> withGapsTimes(long factor, List<ByteRange> sorted) {
        List<ByteRange> result = new ArrayList<>();
        long seen = 0;
        long at = 0;
        for (ByteRange range : sorted) {
            at += (range.offset() - seen) * factor;
            result.add(ByteRange.of(at, range.length()));
            seen = range.end();
            at += range.length();
        }
        return result;
    }
}
