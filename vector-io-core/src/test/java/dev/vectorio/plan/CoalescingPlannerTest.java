package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Every limit at both sides, and the inputs that broke other planners. */
class CoalescingPlannerTest {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    /** Merges gaps up to 100 bytes, and nothing else happens. */
    private static final CoalescingPolicy GAP_100 =
            new CoalescingPolicy(100, Double.POSITIVE_INFINITY, 0, Long.MAX_VALUE, 0, 1);

    private static ByteRange bytes(long offset, long end) {
        return ByteRange.between(offset, end);
    }

    private static ReadPlan plan(CoalescingPolicy policy, ByteRange... ranges) {
        return new CoalescingPlanner(policy).plan(List.of(ranges), PlanContext.unknown());
    }

    private static List<ByteRange> gets(ReadPlan plan) {
        return plan.requests().stream().map(PlannedRequest::range).toList();
    }

    private static List<ByteRange> gets(CoalescingPolicy policy, ByteRange... ranges) {
        return gets(plan(policy, ranges));
    }

    private static PlanContext known(long length, ByteRange... held) {
        return new PlanContext(OptionalLong.of(length), List.of(held));
    }

    // --- merging ---

    @Test
    void mergesWhenTheGapEqualsTheLimitAndNotOneByteAbove() {
        assertThat(gets(GAP_100, bytes(0, 10), bytes(109, 120))).containsExactly(bytes(0, 120));
        assertThat(gets(GAP_100, bytes(0, 10), bytes(110, 120))).containsExactly(bytes(0, 120));
        assertThat(gets(GAP_100, bytes(0, 10), bytes(111, 120))).containsExactly(bytes(0, 10), bytes(111, 120));
    }

    @Test
    @DisplayName("B68 max-gap-bytes=0 joins touching ranges only")
    void joinsTouchingRangesOnlyWhenTheGapLimitIsZero() {
        CoalescingPolicy touching = GAP_100.withMaxGapBytes(0);
        assertThat(gets(touching, bytes(0, 10), bytes(10, 20))).containsExactly(bytes(0, 20));
        assertThat(gets(touching, bytes(0, 10), bytes(11, 20))).hasSize(2);
    }

    @Test
    @DisplayName("B68 max-gap-bytes=-1 never merges")
    void neverJoinsTouchingRangesWhenTheGapLimitIsMinusOneButFetchesNothingTwice() {
        CoalescingPolicy never = GAP_100.withMaxGapBytes(-1);
        assertThat(gets(never, bytes(0, 10), bytes(10, 20))).containsExactly(bytes(0, 10), bytes(10, 20));
        assertThat(gets(never, bytes(0, 10), bytes(9, 20))).containsExactly(bytes(0, 20));
    }

    @Test
    @DisplayName("B05 52 touching chunks of 25 KB are one GET")
    void serves52TouchingChunksInOneGet() {
        List<ByteRange> chunks = IntStream.range(0, 52)
                .mapToObj(i -> ByteRange.of(4 + i * 25_000L, 25_000))
                .toList();
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults().withMaxRequestBytes(8 * MIB))
                .plan(chunks, PlanContext.unknown());
        assertThat(gets(plan)).containsExactly(bytes(4, 1_300_004));
        assertThat(plan.requests().get(0).slices()).hasSize(52);
    }

    @Test
    void namesTheReasonOfEachShape() {
        CoalescingPolicy policy = GAP_100.withMaxRequestBytes(50).withMaxGapBytes(5);
        ReadPlan plan = plan(policy, bytes(0, 10), bytes(100, 110), bytes(115, 120), bytes(1000, 1060));
        assertThat(plan.requests().stream().map(PlannedRequest::reason))
                .containsExactly(Reason.ALONE, Reason.MERGED, Reason.SPLIT, Reason.SPLIT);
        assertThat(new CoalescingPlanner(policy.withWholeObjectBytes(60))
                        .plan(List.of(bytes(0, 3)), PlanContext.ofLength(60))
                        .requests()
                        .get(0)
                        .reason())
                .isEqualTo(Reason.WHOLE_OBJECT);
    }

    // --- duplicates, overlap, nesting, empty ranges ---

    @Test
    @DisplayName("B29 the planner takes duplicates, overlap and nesting and fetches each byte once")
    void fetchesDuplicatesOverlapsAndNestedRangesOnce() {
        ReadPlan plan = plan(GAP_100, bytes(40, 60), bytes(0, 100), bytes(90, 130), bytes(0, 100));
        assertThat(gets(plan)).containsExactly(bytes(0, 130));
        assertThat(plan.needBytes()).isEqualTo(130);
        assertThat(plan.requests().get(0).slices())
                .containsExactly(
                        new PlannedSlice(1, 0, 0, 100),
                        new PlannedSlice(3, 0, 0, 100),
                        new PlannedSlice(0, 40, 0, 20),
                        new PlannedSlice(2, 90, 0, 40));
    }

    @Test
    void putsTheLongestOfTheRangesThatStartTogetherFirstHoweverMany() {
        for (int count : new int[] {2, 3, 31, 32, 33, 34, 500}) {
            List<ByteRange> ranges = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ranges.add(ByteRange.of(7, 1 + (i * 7_919L) % count / 2)); // each length twice
                ranges.add(ByteRange.of(1_000_000 + i * 1_000L, 10));
            }
            Collections.shuffle(ranges, new Random(count));
            List<PlannedSlice> slices = new CoalescingPlanner(GAP_100)
                    .plan(ranges, PlanContext.unknown())
                    .requests()
                    .get(0)
                    .slices();
            assertThat(slices)
                    .hasSize(count)
                    .isSortedAccordingTo((a, b) -> a.length() != b.length()
                            ? Long.compare(b.length(), a.length())
                            : Integer.compare(a.rangeIndex(), b.rangeIndex()));
        }
    }

    @Test
    void asksForNothingWhereAllRangesAreEmptyOrThereIsNone() {
        assertThat(plan(GAP_100, bytes(5, 5), bytes(900, 900)).requests()).isEmpty();
        assertThat(plan(CoalescingPolicy.defaults()).requests()).isEmpty();
        assertThat(new CoalescingPlanner(CoalescingPolicy.defaults())
                        .plan(List.of(bytes(7, 7)), PlanContext.ofLength(100))
                        .requests())
                .isEmpty();
    }

    @Test
    void doesNotLetAnEmptyRangeBridgeAGap() {
        assertThat(gets(GAP_100, bytes(0, 10), bytes(100, 100), bytes(190, 200)))
                .containsExactly(bytes(0, 10), bytes(190, 200));
    }

    @Test
    @DisplayName("B55 [0,3) and [3,6) with requests of 3 bytes lose and repeat nothing")
    void losesAndRepeatsNoByteAtAJoint() {
        assertThat(gets(GAP_100.withMaxRequestBytes(3), bytes(0, 3), bytes(3, 6)))
                .containsExactly(bytes(0, 3), bytes(3, 6));
    }

    @Test
    @DisplayName("B56 10,000 ranges in random order: the list stays as it is and is referred to by index")
    void leavesTheCallersListAloneAndRefersToItByIndex() {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ranges.add(ByteRange.of(i * 1_000L, 900));
        }
        Collections.shuffle(ranges, new Random(56));
        List<ByteRange> before = List.copyOf(ranges);
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults())
                .plan(Collections.unmodifiableList(ranges), PlanContext.unknown());
        assertThat(ranges).isEqualTo(before);
        assertThat(plan.ranges()).isEqualTo(before);
        plan.requests()
                .forEach(request -> request.slices().forEach(slice -> {
                    ByteRange range = before.get(slice.rangeIndex());
                    assertThat(slice.sourceOffset() - slice.destinationOffset()).isEqualTo(range.offset());
                }));
    }

    // --- cutting to size ---

    @Test
    void cutsOneByteAboveTheRequestLimitAndNotAtIt() {
        CoalescingPolicy policy = GAP_100.withMaxRequestBytes(100);
        assertThat(gets(policy, bytes(7, 106))).containsExactly(bytes(7, 106));
        assertThat(gets(policy, bytes(7, 107))).containsExactly(bytes(7, 107));
        assertThat(gets(policy, bytes(7, 108))).containsExactly(bytes(7, 58), bytes(58, 108));
    }

    @Test
    void cutsIntoEqualPartsThatDifferByAtMostOneByte() {
        for (long length = 101; length < 1200; length += 7) {
            List<ByteRange> parts = gets(GAP_100.withMaxRequestBytes(100), ByteRange.of(13, length));
            assertThat(parts).hasSize((int) ((length + 99) / 100));
            LongStream lengths = parts.stream().mapToLong(ByteRange::length);
            var spread = lengths.summaryStatistics();
            assertThat(spread.getMax() - spread.getMin()).isLessThanOrEqualTo(1);
            assertThat(spread.getSum()).isEqualTo(length);
        }
    }

    @Test
    void cutsAtTheLargestGapThatCostsNoFurtherRequest() {
        // 150 bytes in two requests of at most 100: a cut may lie from 50 to 100
        assertThat(gets(GAP_100.withMaxRequestBytes(100), bytes(0, 20), bytes(50, 60), bytes(65, 90), bytes(91, 150)))
                .as("the gap of 30 before 50 leaves exactly 100")
                .containsExactly(bytes(0, 20), bytes(50, 150));
        assertThat(gets(GAP_100.withMaxRequestBytes(100), bytes(0, 20), bytes(49, 60), bytes(65, 90), bytes(91, 150)))
                .as("one byte earlier it would leave 101")
                .containsExactly(bytes(0, 60), bytes(65, 150));
    }

    @Test
    void usesGapsToNeedFewerRequests() {
        // 210 bytes would be three parts of 70, but cutting in the gap leaves two that fit
        assertThat(gets(GAP_100.withMaxRequestBytes(100), bytes(0, 95), bytes(110, 210)))
                .containsExactly(bytes(0, 95), bytes(110, 210));
    }

    @Test
    @DisplayName("B57 2,000 touching MiB are exactly 250 GETs of 8 MiB")
    void cutsTheTouchChainOf2000MebibytesInto250Gets() {
        List<ByteRange> chain = IntStream.range(0, 2_000)
                .mapToObj(i -> ByteRange.of(i * MIB, MIB))
                .toList();
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults().withMaxRequestBytes(8 * MIB))
                .plan(chain, PlanContext.unknown());
        assertThat(plan.requests())
                .hasSize(250)
                .allMatch(request -> request.range().length() == 8 * MIB);
        assertThat(plan.fetchedBytes()).isEqualTo(2_000 * MIB);
    }

    @Test
    @DisplayName("B57 1,000 overlapping ranges stay under the cap and fetch no byte twice")
    void cutsTheOverlapChainWithoutFetchingAByteTwice() {
        List<ByteRange> chain = IntStream.range(0, 1_000)
                .mapToObj(i -> ByteRange.of(i * 100L, 150))
                .toList();
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults().withMaxRequestBytes(8_192))
                .plan(chain, PlanContext.unknown());
        assertThat(plan.requests())
                .hasSize((99_900 + 150 + 8_191) / 8_192)
                .allMatch(request -> request.range().length() <= 8_192);
        assertThat(plan.fetchedBytes()).isEqualTo(plan.needBytes()).isEqualTo(100_050);
    }

    @Test
    @DisplayName("B23 a chunk of 2,300,000,000 bytes is cut into touching pieces")
    void cutsAChunkOfMoreThanTwoGibibytes() {
        ByteRange chunk = ByteRange.of(209_579_966, 2_300_000_000L);
        ReadPlan plan = plan(CoalescingPolicy.defaults(), chunk);
        assertThat(plan.requests()).hasSize(275);
        long at = chunk.offset();
        for (PlannedRequest request : plan.requests()) {
            assertThat(request.range().offset()).isEqualTo(at);
            assertThat(request.range().length()).isBetween(1L, 8 * MIB);
            assertThat(request.slices())
                    .containsExactly(new PlannedSlice(
                            0, at, at - chunk.offset(), request.range().length()));
            at = request.range().end();
        }
        assertThat(at).isEqualTo(chunk.end());
    }

    @Test
    void plansRangesAtTheEndOfTheNumbers() {
        ByteRange last = bytes(Long.MAX_VALUE - 10, Long.MAX_VALUE);
        assertThat(gets(GAP_100.withMaxRequestBytes(6), last, bytes(0, 1)))
                .containsExactly(
                        bytes(0, 1),
                        bytes(Long.MAX_VALUE - 10, Long.MAX_VALUE - 5),
                        bytes(Long.MAX_VALUE - 5, Long.MAX_VALUE));
        assertThat(gets(GAP_100.withAlignmentBytes(512), last))
                .as("rounding up does not overflow")
                .containsExactly(bytes(Long.MAX_VALUE - 511, Long.MAX_VALUE));
        assertThatThrownBy(() -> ByteRange.of(Long.MAX_VALUE - 10, 11))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset 9223372036854775797, length 11");
    }

    @Test
    void obeysTheReadsOwnLimitWhereItIsBelowThePlanners() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100.withMaxRequestBytes(400));
        List<ByteRange> range = List.of(bytes(0, 800));
        PlanContext own = new PlanContext(OptionalLong.empty(), List.of(), 200);
        assertThat(gets(planner.plan(range, own)))
                .containsExactly(bytes(0, 200), bytes(200, 400), bytes(400, 600), bytes(600, 800));
        PlanContext above = new PlanContext(OptionalLong.empty(), List.of(), 800);
        assertThat(gets(planner.plan(range, above))).containsExactly(bytes(0, 400), bytes(400, 800));
    }

    // --- waste ---

    @Test
    void keepsARequestWhoseWasteEqualsTheRatioAndCutsOneByteAbove() {
        CoalescingPolicy policy = GAP_100.withWaste(0.5, 0);
        assertThat(gets(policy, bytes(0, 50), bytes(99, 149))).hasSize(1);
        assertThat(gets(policy, bytes(0, 50), bytes(100, 150))).containsExactly(bytes(0, 150));
        assertThat(gets(policy, bytes(0, 50), bytes(101, 151))).containsExactly(bytes(0, 50), bytes(101, 151));
    }

    @Test
    void doesNotCountGapsUpToTheExemption() {
        CoalescingPolicy policy = GAP_100.withWaste(0, 60);
        assertThat(gets(policy, bytes(0, 1), bytes(60, 61))).hasSize(1);
        assertThat(gets(policy, bytes(0, 1), bytes(61, 62))).containsExactly(bytes(0, 62));
        assertThat(gets(policy, bytes(0, 1), bytes(62, 63))).hasSize(2);
    }

    @Test
    void cutsTheLargestGapsFirstUntilTheRestIsWorthIt() {
        // 40 useful, 75 wasted: without the gap of 40 the two parts waste 5 of 20 and 30 of 20; the latter is cut once
        // more
        assertThat(gets(GAP_100.withWaste(1, 0), bytes(0, 10), bytes(15, 25), bytes(65, 75), bytes(105, 115)))
                .containsExactly(bytes(0, 25), bytes(65, 75), bytes(105, 115));
    }

    @Test
    void boundsTheWasteOfEachPartOfAPieceThatWasCutToSize() {
        // as a whole 200 useful, 100 wasted; after the size cut the second piece would waste 50 of 20
        ReadPlan plan =
                plan(GAP_100.withWaste(1, 0).withMaxRequestBytes(180), bytes(0, 180), bytes(230, 240), bytes(290, 300));
        plan.requests().forEach(request -> assertThat(request.gapBytes()).isLessThanOrEqualTo(request.usefulBytes()));
    }

    @Test
    void fetchesThreeFarApartRangesAlone() {
        // 3 x 100 KB with 600 KB between: merging would move five times the need (research: Doris PR 57303)
        ByteRange[] ranges = IntStream.range(0, 3)
                .mapToObj(i -> ByteRange.of(i * 700_000L, 100_000))
                .toArray(ByteRange[]::new);
        ReadPlan plan = plan(CoalescingPolicy.defaults().withMaxGapBytes(MIB), ranges);
        assertThat(gets(plan)).containsExactly(ranges);
        assertThat(plan.amplification()).isEqualTo(1);
    }

    @Test
    void readsThroughAnyNumberOfSmallGapsByDefaultButNotThroughLargeOnes() {
        List<ByteRange> near = IntStream.range(0, 50)
                .mapToObj(i -> ByteRange.of(i * 860L, 103))
                .toList();
        List<ByteRange> far = near.stream()
                .map(range -> ByteRange.of(range.offset() * 1_000, range.length() * 1_000))
                .toList();
        CoalescingPlanner planner =
                new CoalescingPlanner(CoalescingPolicy.defaults().withMaxGapBytes(MIB));
        assertThat(planner.plan(near, PlanContext.unknown()).requests()).hasSize(1);
        assertThat(planner.plan(far, PlanContext.unknown()).amplification()).isLessThanOrEqualTo(2);
    }

    // --- whole object ---

    @Test
    @DisplayName("B18 an object is planned whole up to the limit and not one byte above")
    void fetchesAnObjectWholeUpToTheLimitAndNotOneByteAbove() {
        CoalescingPlanner planner =
                new CoalescingPlanner(GAP_100.withWholeObjectBytes(1000).withMaxRequestBytes(64));
        List<ByteRange> ranges = List.of(bytes(10, 20), bytes(900, 950));
        assertThat(gets(planner.plan(ranges, PlanContext.ofLength(999)))).containsExactly(bytes(0, 999));
        assertThat(gets(planner.plan(ranges, PlanContext.ofLength(1000)))).containsExactly(bytes(0, 1000));
        assertThat(gets(planner.plan(ranges, PlanContext.ofLength(1001)))).isEqualTo(ranges);
        for (long keepable : new long[] {0, 999, 1000}) {
            PlanContext memory = new PlanContext(OptionalLong.of(1000), List.of(), Long.MAX_VALUE, keepable);
            assertThat(gets(planner.plan(ranges, memory)))
                    .isEqualTo(keepable < 1000 ? ranges : List.of(bytes(0, 1000)));
        }
        assertThat(gets(planner.plan(ranges, PlanContext.unknown()))).isEqualTo(ranges);
    }

    @Test
    void neverFetchesWholeObjectsWhenTheLimitIsZero() {
        assertThat(gets(new CoalescingPlanner(GAP_100).plan(List.of(bytes(3, 4)), PlanContext.ofLength(5))))
                .containsExactly(bytes(3, 4));
    }

    @Test
    void fetchesOnlyWhatIsMissingOfAWholeObject() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100.withWholeObjectBytes(1000));
        List<ByteRange> all = List.of(bytes(0, 1000));
        assertThat(gets(planner.plan(all, known(1000, bytes(936, 1000))))).containsExactly(bytes(0, 936));
        assertThat(gets(planner.plan(all, known(1000, bytes(0, 64))))).containsExactly(bytes(64, 1000));
        assertThat(gets(planner.plan(all, known(1000, bytes(400, 464)))))
                .containsExactly(bytes(0, 400), bytes(464, 1000));
        assertThat(gets(planner.plan(all, known(1000, bytes(0, 1000))))).isEmpty();
        assertThat(gets(planner.plan(List.of(bytes(950, 960)), known(1000, bytes(936, 1000)))))
                .as("what is wanted is in memory")
                .isEmpty();
    }

    @Test
    void asksForARangePastAWrongLengthAsItIs() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100.withWholeObjectBytes(1000));
        assertThat(gets(planner.plan(List.of(bytes(0, 10), bytes(950, 1001)), PlanContext.ofLength(1000))))
                .as("the length may be a hint, so neither whole nor clipped")
                .containsExactly(bytes(0, 10), bytes(950, 1001));
        assertThat(gets(planner.plan(List.of(bytes(0, 10), bytes(950, 1000)), PlanContext.ofLength(1000))))
                .containsExactly(bytes(0, 1000));
    }

    // --- held bytes ---

    @Test
    void takesHeldBytesFromMemoryAndTheRestFromTheStore() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100);
        ReadPlan plan = planner.plan(List.of(bytes(100, 200)), known(5000, bytes(120, 130), bytes(180, 500)));
        assertThat(gets(plan)).containsExactly(bytes(100, 120), bytes(130, 180));
        assertThat(plan.held()).containsExactly(new PlannedSlice(0, 120, 20, 10), new PlannedSlice(0, 180, 80, 20));
        assertThat(plan.needBytes()).isEqualTo(100);
        assertThat(plan.fetchedBytes()).isEqualTo(70);
    }

    @Test
    void sendsNothingForWhatIsInMemoryAltogether() {
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults())
                .plan(List.of(bytes(30, 40), bytes(10, 90), bytes(10, 10)), known(5_000_000, bytes(10, 90)));
        assertThat(plan.requests()).isEmpty();
        assertThat(plan.held()).containsExactly(new PlannedSlice(0, 30, 0, 10), new PlannedSlice(1, 10, 0, 80));
    }

    @Test
    void doesNotReachOverHeldBytesHoweverFew() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100);
        assertThat(gets(planner.plan(List.of(bytes(0, 10), bytes(20, 30)), known(5000, bytes(12, 13)))))
                .containsExactly(bytes(0, 10), bytes(20, 30));
        assertThat(gets(planner.plan(List.of(bytes(0, 10), bytes(20, 30)), known(5000, bytes(30, 40)))))
                .containsExactly(bytes(0, 30));
    }

    @Test
    void ignoresEmptyHeldBlocksAndRefusesUnsortedOnes() {
        assertThat(gets(new CoalescingPlanner(GAP_100)
                        .plan(List.of(bytes(0, 10), bytes(20, 30)), known(5000, bytes(12, 12)))))
                .containsExactly(bytes(0, 30));
        assertThatThrownBy(() -> known(100, bytes(0, 10), bytes(10, 20)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sorted and apart");
    }

    // --- alignment ---

    @Test
    @DisplayName("B59 requests aligned to blocks end with the object")
    void clipsAlignedRequestsToTheObject() {
        CoalescingPlanner planner =
                new CoalescingPlanner(GAP_100.withMaxGapBytes(-1).withAlignmentBytes(512));
        PlanContext file = PlanContext.ofLength(1000);
        assertThat(gets(planner.plan(List.of(bytes(900, 1000)), file))).containsExactly(bytes(512, 1000));
        assertThat(gets(planner.plan(List.of(bytes(0, 1)), file))).containsExactly(bytes(0, 512));
        assertThat(gets(planner.plan(List.of(bytes(999, 1000)), file))).containsExactly(bytes(512, 1000));
        assertThat(gets(planner.plan(List.of(bytes(900, 1000), bytes(0, 1), bytes(999, 1000)), file)))
                .as("the aligned blocks touch: not merged at -1, and fetched once")
                .containsExactly(bytes(0, 512), bytes(512, 1000));
    }

    @Test
    void clipsAlignedRequestsToWhatIsHeld() {
        CoalescingPlanner planner = new CoalescingPlanner(GAP_100.withAlignmentBytes(512));
        assertThat(gets(planner.plan(List.of(bytes(600, 700)), known(4096, bytes(0, 550), bytes(900, 4096)))))
                .containsExactly(bytes(550, 900));
    }

    // --- numbers that are refused ---

    @Test
    void refusesPoliciesOutOfRangeByName() {
        CoalescingPolicy policy = CoalescingPolicy.defaults();
        assertThatThrownBy(() -> policy.withMaxGapBytes(-2)).hasMessage("max-gap-bytes out of range: -2");
        assertThatThrownBy(() -> policy.withMaxRequestBytes(0)).hasMessage("max-request-bytes out of range: 0");
        assertThatThrownBy(() -> policy.withWholeObjectBytes(-1)).hasMessage("whole-object-bytes out of range: -1");
        assertThatThrownBy(() -> policy.withAlignmentBytes(0)).hasMessage("alignment-bytes out of range: 0");
        assertThatThrownBy(() -> policy.withWaste(-0.1, 0)).hasMessage("max-waste-ratio out of range: -0.1");
        assertThatThrownBy(() -> policy.withWaste(Double.NaN, 0)).hasMessage("max-waste-ratio out of range: NaN");
        assertThatThrownBy(() -> policy.withWaste(1, -1)).hasMessage("waste-exempt-gap-bytes out of range: -1");
    }

    @Test
    void startsFromTheDocumentedDefaults() {
        assertThat(CoalescingPolicy.defaults())
                .isEqualTo(new CoalescingPolicy(512 * KIB, 1.0, 128 * KIB, 8 * MIB, 3 * MIB, 1));
    }
}
