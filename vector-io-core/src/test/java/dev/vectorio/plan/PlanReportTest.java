package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The text of a plan. */
class PlanReportTest {
    private static final CoalescingPolicy POLICY = new CoalescingPolicy(100, 1.0, 0, 1_000, 0, 1);

    private static ReadPlan plan(CoalescingPolicy policy, PlanContext context, ByteRange... ranges) {
        return new CoalescingPlanner(policy).plan(List.of(ranges), context);
    }

    @Test
    void saysOnOneLineWhatTheReadCosts() {
        ReadPlan plan = plan(
                CoalescingPolicy.defaults(),
                PlanContext.unknown(),
                ByteRange.of(4, 81_920),
                ByteRange.of(90_000, 262_144));
        assertThat(plan.explain()).isEqualTo("""
                        2 ranges -> 1 GET, need 344,064 B, fetched 352,140 B (1.02x), ~30 ms on s3
                        1 merged; wasted 8,076 B in 1 gap; longest GET 352,140 B; at most 1 at once; $0.40 per million such reads
                          1  merged       [      4, 352,144)  352,140 B, gaps   8,076 B  range 0, range 1
                        """);
    }

    @Test
    void saysForEachRequestWhichRangesItServesAndWhy() {
        ReadPlan plan = plan(
                POLICY,
                PlanContext.unknown(),
                ByteRange.of(5_000, 1_500),
                ByteRange.of(0, 100),
                ByteRange.of(120, 80),
                ByteRange.of(2_000, 30));
        assertThat(plan.explain(List.of("rg1.comment", "rg0.id", "rg0.name", "rg0.flag"), StoreProfile.gcs()))
                .isEqualTo("""
                        4 ranges -> 4 GETs, need 1,710 B, fetched 1,730 B (1.01x), ~62 ms on gcs
                        1 alone, 1 merged, 2 split; wasted 20 B in 1 gap; longest GET 750 B; at most 4 at once; $1.60 per million such reads
                          1  merged       [    0,   200)  200 B, gaps  20 B  rg0.id, rg0.name
                          2  alone        [2,000, 2,030)   30 B, gaps   0 B  rg0.flag
                          3  split        [5,000, 5,750)  750 B, gaps   0 B  rg1.comment (part)
                          4  split        [5,750, 6,500)  750 B, gaps   0 B  rg1.comment (part)
                        """);
    }

    @Test
    void namesALabelOnceHoweverManyRangesCarryItAndCountsWhatIsLeftOut() {
        List<ByteRange> pages =
                IntStream.range(0, 12).mapToObj(i -> ByteRange.of(i * 50L, 50)).toList();
        List<String> labels = List.of("a", "a", "a", "b", "c", "d", "e", "f", "g", "h", "h", "i");
        String text =
                new CoalescingPlanner(POLICY).plan(pages, PlanContext.unknown()).explain(labels, StoreProfile.s3());
        assertThat(text).contains("  a x3, b, c, d, e, f and 3 more\n");
    }

    @Test
    void countsWhatAWholeObjectBringsUnasked() {
        ReadPlan plan = plan(
                POLICY.withWholeObjectBytes(5_000),
                PlanContext.ofLength(5_000),
                ByteRange.of(100, 1_000),
                ByteRange.of(2_000, 1_000));
        assertThat(plan.explain())
                .startsWith("2 ranges -> 1 GET, need 2,000 B, fetched 5,000 B (2.50x), ~26 ms on s3\n"
                        + "1 whole-object; wasted 3,000 B in 3 gaps; ");
    }

    @Test
    void saysWhatComesFromMemory() {
        PlanContext context = new PlanContext(OptionalLong.of(9_000_000), List.of(ByteRange.of(50, 50)));
        assertThat(plan(POLICY, context, ByteRange.of(0, 100)).explain())
                .startsWith("1 range -> 1 GET, need 100 B, fetched 50 B (0.50x), 50 B from memory, ~26 ms on s3\n");
        assertThat(plan(POLICY, context, ByteRange.of(60, 20)).explain())
                .isEqualTo("1 range -> 0 GETs, need 20 B, fetched 0 B (0.00x), 20 B from memory, ~0 ms on s3\n");
        assertThat(plan(POLICY, context).explain())
                .isEqualTo("0 ranges -> 0 GETs, need 0 B, fetched 0 B (1.00x), ~0 ms on s3\n");
    }

    @Test
    void printsALineForEachOf500RequestsInStraightColumns() {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            ranges.add(ByteRange.of(i * 3_000_000L, 1 + i * 777L));
        }
        List<String> lines = new CoalescingPlanner(CoalescingPolicy.defaults())
                .plan(ranges, PlanContext.unknown())
                .explain()
                .lines()
                .toList();
        assertThat(lines).hasSize(502);
        assertThat(lines.get(0))
                .startsWith("500 ranges -> 500 GETs, need 96,931,250 B, fetched 96,931,250 B (1.00x), ~");
        assertThat(lines.get(1))
                .contains("500 alone;")
                .contains("at most 64 at once")
                .contains("$200.00 per million");
        assertThat(lines.subList(2, 502))
                .allMatch(line -> line.indexOf("B, gaps") == lines.get(2).indexOf("B, gaps"));
        assertThat(lines.get(501))
                .isEqualTo("  500  alone        [1,497,000,000, 1,497,387,724)  387,724 B, gaps       0 B  range 499");
    }

    @Test
    void refusesLabelsThatDoNotMatchTheRanges() {
        ReadPlan plan = plan(POLICY, PlanContext.unknown(), ByteRange.of(0, 1), ByteRange.of(5, 1));
        assertThatThrownBy(() -> plan.explain(List.of("a"), StoreProfile.s3()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 labels for 2 ranges");
    }
}
