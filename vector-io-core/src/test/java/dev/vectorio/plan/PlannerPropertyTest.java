package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random small inputs: against the brute-force planner, and against what must hold for any plan. */
class PlannerPropertyTest {
    private static final int OBJECT_BYTES = 240;
    private static final int SEEDS = 8_000;

    /** One random case: ranges, what is known, what is held, and every limit small enough to be hit often. */
    private record Case(List<ByteRange> ranges, PlanContext context, CoalescingPolicy policy) {
        static Case of(long seed) {
            Random random = new Random(seed);
            List<ByteRange> ranges = new ArrayList<>();
            for (int count = 1 + random.nextInt(12); count > 0; count--) {
                ranges.add(range(random, random.nextInt(4) == 0 ? 60 : 12));
            }
            if (random.nextBoolean()) {
                ranges.add(ranges.get(random.nextInt(ranges.size()))); // a duplicate
            }
            List<ByteRange> held = new ArrayList<>();
            int from = random.nextInt(3) == 0 ? 0 : OBJECT_BYTES;
            while (from < OBJECT_BYTES) {
                int start = from + random.nextInt(80);
                int end = start + random.nextInt(40);
                if (end <= OBJECT_BYTES) {
                    held.add(ByteRange.between(start, end));
                }
                from = end + 1;
            }
            // now and then a length that is a wrong hint: ranges and held bytes lie past it
            OptionalLong length = random.nextBoolean()
                    ? OptionalLong.empty()
                    : OptionalLong.of(random.nextInt(3) == 0 ? random.nextInt(OBJECT_BYTES) : OBJECT_BYTES);
            return new Case(ranges, new PlanContext(length, held), policy(random));
        }

        private static ByteRange range(Random random, int longest) {
            int length = Math.min(random.nextInt(longest), OBJECT_BYTES - 1);
            return ByteRange.of(random.nextInt(OBJECT_BYTES - length), length);
        }

        private static CoalescingPolicy policy(Random random) {
            int wholeObject = random.nextInt(4) == 0 ? OBJECT_BYTES + random.nextInt(3) - 1 : 0;
            int alignment = random.nextInt(4) == 0 ? 1 + random.nextInt(16) : 1;
            double ratio = random.nextInt(3) == 0 ? Double.POSITIVE_INFINITY : random.nextInt(9) / 4.0;
            return new CoalescingPolicy(
                    random.nextInt(30) - 1, ratio, random.nextInt(12), 1 + random.nextInt(70), wholeObject, alignment);
        }

        ReadPlan plan() {
            return new CoalescingPlanner(policy).plan(ranges, context);
        }
    }

    @Test
    void givesTheSameRequestsAsTheBruteForcePlanner() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            List<ByteRange> expected =
                    new BruteForcePlanner(input.policy(), input.context(), OBJECT_BYTES + 16).requests(input.ranges());
            assertThat(input.plan().requests().stream().map(PlannedRequest::range))
                    .as("%s", input)
                    .isEqualTo(expected);
        });
    }

    @Test
    void bringsEveryWantedByteExactlyOnceFromARequestOrFromMemory() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            ReadPlan plan = input.plan();
            int[][] times = new int[input.ranges().size()][OBJECT_BYTES];
            for (PlannedRequest request : plan.requests()) {
                request.slices().forEach(slice -> {
                    assertThat(request.range().contains(ByteRange.of(slice.sourceOffset(), slice.length())))
                            .isTrue();
                    count(slice, input, times);
                });
            }
            plan.held().forEach(slice -> {
                ByteRange source = ByteRange.of(slice.sourceOffset(), slice.length());
                assertThat(input.context().held()).anyMatch(block -> block.contains(source));
                count(slice, input, times);
            });
            for (int i = 0; i < times.length; i++) {
                for (int at = 0; at < OBJECT_BYTES; at++) {
                    assertThat(times[i][at])
                            .isEqualTo(at < input.ranges().get(i).length() ? 1 : 0);
                }
            }
        });
    }

    private static void count(PlannedSlice slice, Case input, int[][] times) {
        long offset = input.ranges().get(slice.rangeIndex()).offset();
        assertThat(slice.length()).isPositive();
        assertThat(slice.destinationOffset()).isEqualTo(slice.sourceOffset() - offset);
        for (long at = slice.destinationOffset(); at < slice.destinationOffset() + slice.length(); at++) {
            times[slice.rangeIndex()][(int) at]++;
        }
    }

    @Test
    void fetchesNoByteTwiceAndNoneThatIsHeld() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            long seen = 0;
            for (PlannedRequest request : input.plan().requests()) {
                assertThat(request.range().offset()).isGreaterThanOrEqualTo(seen);
                assertThat(input.context().held()).noneMatch(request.range()::overlaps);
                seen = request.range().end();
            }
        });
    }

    @Test
    void doesNotDependOnTheOrderOfTheRanges() {
        Seeds.forEach(SEEDS / 4, seed -> {
            Case input = Case.of(seed);
            List<ByteRange> shuffled = new ArrayList<>(input.ranges());
            Collections.shuffle(shuffled, new Random(seed));
            Case other = new Case(shuffled, input.context(), input.policy());
            assertThat(described(other.plan())).isEqualTo(described(input.plan()));
        });
    }

    /** A plan in words that name ranges by their bytes instead of by their index, which alone tells equal pieces apart. */
    private static List<String> described(ReadPlan plan) {
        return plan.requests().stream()
                .map(request -> request.range() + " " + request.reason() + " "
                        + request.slices().stream()
                                .map(slice -> plan.ranges().get(slice.rangeIndex()) + "@" + slice.sourceOffset() + "+"
                                        + slice.length())
                                .sorted()
                                .toList())
                .toList();
    }

    @Test
    void asksForNoMoreThanTheLimitUnlessForTheWholeObject() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            for (PlannedRequest request : input.plan().requests()) {
                if (request.reason() != Reason.WHOLE_OBJECT) {
                    assertThat(request.range().length())
                            .isLessThanOrEqualTo(input.policy().maxRequestBytes());
                }
            }
        });
    }

    @Test
    void keepsTheWasteOfEveryRequestWithinTheRatio() {
        Seeds.forEach(SEEDS, seed -> {
            Case input = Case.of(seed);
            for (PlannedRequest request : input.plan().requests()) {
                if (request.reason() == Reason.WHOLE_OBJECT || input.policy().alignmentBytes() > 1) {
                    continue;
                }
                long seen = request.range().offset();
                long counted = 0;
                for (PlannedSlice slice : request.slices()) {
                    long gap = Math.max(0, slice.sourceOffset() - seen);
                    assertThat(gap)
                            .isLessThanOrEqualTo(Math.max(0, input.policy().maxGapBytes()));
                    counted += gap > input.policy().wasteExemptGapBytes() ? gap : 0;
                    seen = Math.max(seen, slice.sourceEnd());
                }
                assertThat(seen)
                        .as("ends with a wanted byte")
                        .isEqualTo(request.range().end());
                assertThat((double) counted)
                        .isLessThanOrEqualTo(input.policy().maxWasteRatio() * request.usefulBytes());
            }
        });
    }

    @Test
    void sortsTheSlicesOfARequestBySource() {
        Seeds.forEach(SEEDS / 4, seed -> {
            for (PlannedRequest request : Case.of(seed).plan().requests()) {
                assertThat(request.slices().stream().map(PlannedSlice::sourceOffset))
                        .isSorted();
            }
        });
    }

    @Test
    void countsNeedAsTheUnionOfTheRanges() {
        Seeds.forEach(SEEDS / 4, seed -> {
            Case input = Case.of(seed);
            boolean[] wanted = new boolean[OBJECT_BYTES];
            long union = 0;
            for (ByteRange range : input.ranges()) {
                for (long at = range.offset(); at < range.end(); at++) {
                    union += wanted[(int) at] ? 0 : 1;
                    wanted[(int) at] = true;
                }
            }
            ReadPlan plan = input.plan();
            assertThat(plan.needBytes()).isEqualTo(union);
            long useful = 0;
            for (PlannedRequest request : plan.requests()) {
                useful += request.usefulBytes();
                assertThat(request.usefulBytes() + request.gapBytes())
                        .isEqualTo(request.range().length());
            }
            if (plan.held().isEmpty()) {
                assertThat(useful).isEqualTo(union);
            }
        });
    }

    @Test
    void givesTheSamePlanFarBeyondTheReachOfAnInt() {
        Seeds.forEach(SEEDS / 4, seed -> {
            Case input = Case.of(seed);
            long multiple = input.policy().alignmentBytes();
            for (long far : new long[] {1L << 31, 1L << 40, Long.MAX_VALUE - 4 * OBJECT_BYTES}) {
                long shift = far - far % multiple;
                PlanContext context = new PlanContext(
                        input.context().objectLength().stream()
                                .map(length -> length + shift)
                                .findFirst(),
                        shifted(input.context().held(), shift));
                CoalescingPolicy policy = input.policy().withWholeObjectBytes(0);
                ReadPlan near = new CoalescingPlanner(policy).plan(input.ranges(), input.context());
                ReadPlan plan = new CoalescingPlanner(policy).plan(shifted(input.ranges(), shift), context);
                assertThat(plan.requests().stream().map(PlannedRequest::range))
                        .isEqualTo(shifted(
                                near.requests().stream()
                                        .map(PlannedRequest::range)
                                        .toList(),
                                shift));
                assertThat(plan.needBytes()).isEqualTo(near.needBytes());
            }
        });
    }

    private static List<ByteRange> shifted(List<ByteRange> ranges, long shift) {
        return ranges.stream()
                .map(range -> ByteRange.of(range.offset() + shift, range.length()))
                .toList();
    }
}
