package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.Objective;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What must hold for every plan that was weighed, and what each objective and each store make of the same ranges. */
class AdaptivePlannerTest {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final int SEEDS = 300;
    private static final CoalescingPolicy POLICY = CoalescingPolicy.defaults().withWholeObjectBytes(0);
    private static final List<Objective> OBJECTIVES = List.of(Objective.values());
    private static final StoreProfile EGRESS = StoreProfile.s3().withPrices(0.40, 0.05);

    private static AdaptivePlanner planner(Objective objective, StoreProfile store) {
        return new AdaptivePlanner(POLICY, MIB, objective, store);
    }

    /** Up to 60 ranges with gaps of all sizes, some of them overlapping, now and then held bytes between. */
    private record Case(List<ByteRange> ranges, PlanContext context, Objective objective, StoreProfile store) {
        static Case of(long seed) {
            Random random = new Random(seed);
            List<ByteRange> ranges = new ArrayList<>();
            List<ByteRange> held = new ArrayList<>();
            long at = random.nextInt(1000);
            for (int count = 1 + random.nextInt(60); count > 0; count--) {
                long length = 1 + (long) Math.pow(2, random.nextDouble() * 24);
                ranges.add(ByteRange.of(at, length));
                if (random.nextInt(5) == 0) {
                    ranges.add(ByteRange.of(at + length / 3, length));
                }
                at += length;
                if (random.nextInt(12) == 0) {
                    held.add(ByteRange.of(at + 10, 1000));
                    at += 1100;
                }
                at += random.nextInt(6) == 0 ? 0 : (long) Math.pow(2, random.nextDouble() * 23);
            }
            List<StoreProfile> stores = List.of(
                    StoreProfile.s3(), StoreProfile.s3Express(), StoreProfile.gcs(), StoreProfile.local(), EGRESS);
            long own = random.nextInt(4) == 0 ? 512 * KIB + random.nextInt(1 << 21) : Long.MAX_VALUE;
            return new Case(
                    ranges,
                    new PlanContext(OptionalLong.empty(), held, own),
                    OBJECTIVES.get(random.nextInt(OBJECTIVES.size())),
                    stores.get(random.nextInt(stores.size())).withConcurrency(1 + random.nextInt(100)));
        }

        ReadPlan plan() {
            return planner(objective, store).plan(ranges, context);
        }
    }

    @Test
    void takesThePlanThatTheMergeLoopMakesOfTheWinnersLimits() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            ReadPlan plan = input.plan();
            PlanCandidate winner = plan.choice().orElseThrow().winner();
            assertThat(plan.requests()).hasSize(winner.requests());
            assertThat(plan.fetchedBytes()).isEqualTo(winner.fetchedBytes());
            long longest = Math.min(winner.maxPieceBytes(), input.context().maxRequestBytes());
            if (plan.requests().stream().noneMatch(request -> request.range().length() > longest)) {
                ReadPlan fixed = new CoalescingPlanner(
                                POLICY.withMaxGapBytes(winner.maxGapBytes()).withMaxRequestBytes(longest))
                        .plan(input.ranges(), input.context());
                if (fixed.requests().size() == plan.requests().size()) {
                    assertThat(plan.requests()).isEqualTo(fixed.requests());
                }
            }
        });
    }

    @Test
    void bringsEveryMissingByteOnceWithinTheLimits() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            ReadPlan plan = input.plan();
            long seen = 0;
            long useful = 0;
            for (PlannedRequest request : plan.requests()) {
                assertThat(request.range().offset()).isGreaterThanOrEqualTo(seen);
                seen = request.range().end();
                assertThat(request.range().length())
                        .isLessThanOrEqualTo(Math.min(
                                input.context().maxRequestBytes(),
                                AdaptivePlanner.LONGEST_PIECE * POLICY.maxRequestBytes()));
                useful += request.usefulBytes();
            }
            long held = new CoalescingPlanner(POLICY)
                    .plan(input.ranges(), input.context()).requests().stream()
                            .mapToLong(PlannedRequest::usefulBytes)
                            .sum();
            assertThat(useful).isEqualTo(held);
        });
    }

    @Test
    void neverWastesMoreThanTheBoundAllows() {
        Seeds.forEach(SEEDS, seed -> {
            for (PlannedRequest request : Case.of(seed).plan().requests()) {
                long counted = 0;
                long at = request.range().offset();
                for (PlannedSlice slice : request.slices()) {
                    long gap = slice.sourceOffset() - at;
                    counted += gap > POLICY.wasteExemptGapBytes() ? gap : 0;
                    at = Math.max(at, slice.sourceEnd());
                }
                assertThat((double) counted).isLessThanOrEqualTo(POLICY.maxWasteRatio() * request.usefulBytes());
            }
        });
    }

    @Test
    void givesTheSamePlanForTheSameRangesInAnyOrder() {
        Seeds.forEach(SEEDS / 3, seed -> {
            Case input = Case.of(seed);
            List<ByteRange> shuffled = new ArrayList<>(input.ranges());
            Collections.shuffle(shuffled, new Random(seed));
            ReadPlan plan = input.plan();
            ReadPlan again = planner(input.objective(), input.store()).plan(shuffled, input.context());
            assertThat(again.requests().stream().map(PlannedRequest::range))
                    .isEqualTo(
                            plan.requests().stream().map(PlannedRequest::range).toList());
            assertThat(again.choice()).isEqualTo(plan.choice());
        });
    }

    @Test
    void cutsALongRangeIntoEqualPartsNoneBelowTheLeast() {
        ReadPlan plan = planner(Objective.TIME, StoreProfile.s3())
                .plan(List.of(ByteRange.of(4, 64 * MIB)), PlanContext.unknown());
        assertThat(plan.requests()).hasSizeGreaterThan(16).hasSizeLessThanOrEqualTo(64);
        assertThat(plan.requests())
                .allMatch(request ->
                        request.reason() == Reason.SPLIT && request.range().length() >= MIB);
        Set<Long> lengths = new HashSet<>();
        plan.requests().forEach(request -> lengths.add(request.range().length()));
        assertThat(Collections.max(lengths) - Collections.min(lengths)).isLessThanOrEqualTo(1);
    }

    @Test
    void halvesOnlyWhereBothHalvesAreLongEnough() {
        for (long length : new long[] {2 * MIB - 1, 2 * MIB}) {
            ReadPlan plan = planner(Objective.TIME, StoreProfile.s3Express())
                    .plan(List.of(ByteRange.of(0, length)), PlanContext.unknown());
            assertThat(plan.requests()).hasSize(length < 2 * MIB ? 1 : 2);
        }
    }

    @Test
    void doesNotLetASmallColumnWaitForTheBigOneBesideIt() {
        ByteRange small = ByteRange.of(4 + 3_500_000, 640);
        ReadPlan plan = planner(Objective.TIME, StoreProfile.s3())
                .plan(List.of(ByteRange.of(4, 3_500_000), small), PlanContext.unknown());
        PlannedRequest last = plan.requests().get(plan.requests().size() - 1);
        assertThat(last.range().contains(small)).isTrue();
        assertThat(last.range().length()).isLessThan(2 * MIB);
        assertThat(plan.amplification()).isLessThanOrEqualTo(1.25);
    }

    @Test
    void readsThreeFarPiecesApart() {
        List<ByteRange> ranges =
                List.of(ByteRange.of(0, 100_000), ByteRange.of(700_000, 100_000), ByteRange.of(1_400_000, 100_000));
        for (Objective objective : Objective.values()) {
            ReadPlan plan = planner(objective, StoreProfile.s3()).plan(ranges, PlanContext.unknown());
            assertThat(plan.requests()).as("%s", objective).hasSize(3);
        }
    }

    @Test
    void joinsForMoneyWhereBytesAreFreeAndKeepsApartWhereTheyAreNot() {
        List<ByteRange> ranges = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 400; i++) {
            ranges.add(ByteRange.of(at, 400_000));
            at += 400_000 + 20_000 + i * 7_919L % 600_000;
        }
        StoreProfile free = StoreProfile.s3();
        long time = planner(Objective.TIME, free)
                .plan(ranges, PlanContext.unknown())
                .requests()
                .size();
        long cost = planner(Objective.COST, free)
                .plan(ranges, PlanContext.unknown())
                .requests()
                .size();
        ReadPlan egress = planner(Objective.COST, EGRESS).plan(ranges, PlanContext.unknown());
        assertThat(cost).isLessThanOrEqualTo(time);
        assertThat(egress.amplification()).isLessThanOrEqualTo(1.02);
    }

    @Test
    void takesTheProfileOfTheContextBeforeItsOwn() {
        List<ByteRange> ranges = List.of(ByteRange.of(0, 8 * MIB));
        StoreProfile slow = StoreProfile.s3().withConcurrency(1);
        PlanContext context = PlanContext.unknown().withProfile(slow);
        assertThat(planner(Objective.TIME, StoreProfile.s3())
                        .plan(ranges, context)
                        .requests())
                .hasSize(1);
        assertThat(planner(Objective.TIME, StoreProfile.s3())
                        .plan(ranges, PlanContext.unknown())
                        .requests())
                .hasSizeGreaterThan(3);
    }

    @Test
    void readsASmallObjectWhole() {
        AdaptivePlanner planner =
                new AdaptivePlanner(CoalescingPolicy.defaults(), MIB, Objective.TIME, StoreProfile.s3());
        ReadPlan plan = planner.plan(List.of(ByteRange.of(10, 20)), PlanContext.ofLength(3 * MIB));
        assertThat(plan.requests()).extracting(PlannedRequest::reason).containsExactly(Reason.WHOLE_OBJECT);
        assertThat(plan.choice()).isEmpty();
    }

    @Test
    void saysWhatWasWeighedAndWhyTheWinnerWon() {
        List<ByteRange> ranges = List.of(ByteRange.of(0, 100_000), ByteRange.of(150_000, 100_000));
        String text = planner(Objective.TIME, StoreProfile.s3())
                .plan(ranges, PlanContext.unknown())
                .explain();
        assertThat(text.lines().toList())
                .anyMatch(line -> line.equals("adaptive, least time on s3: first byte 26 ms (99 %: 60 ms), 90 MB/s a"
                        + " connection, 1,250 MB/s in all, 64 at once"))
                .anyMatch(line -> line.contains(" won of ")
                        && line.endsWith("the slowest first byte and the longest request decide"))
                .anyMatch(line -> line.endsWith("<- taken"));
    }

    @Test
    void refusesPartsOfNoBytes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AdaptivePlanner(POLICY, 0, Objective.TIME, StoreProfile.s3()))
                .withMessage("min-split-bytes out of range: 0");
    }
}
