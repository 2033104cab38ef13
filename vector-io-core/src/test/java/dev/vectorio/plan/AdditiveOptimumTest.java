package dev.vectorio.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.Objective;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The adaptive planner against the optimum, where only requests and bytes cost. Seeds are printed with each failure. */
class AdditiveOptimumTest {
    private static final long LIMIT = 8 << 20;
    private static final CoalescingPolicy POLICY =
            new CoalescingPolicy(0, Double.POSITIVE_INFINITY, 0, LIMIT / AdaptivePlanner.LONGEST_PIECE, 0, 1);

    /** Ranges and gaps of all sizes, none longer than the limit. */
    private static AdditiveOptimum layout(long seed, int ranges) {
        Random random = new Random(seed);
        double largest = 14 + random.nextInt(10);
        double widest = 10 + random.nextInt(14);
        List<ByteRange> apart = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < ranges; i++) {
            long length = Math.min(LIMIT, 1 + (long) Math.pow(2, random.nextDouble() * largest));
            apart.add(ByteRange.of(at, length));
            at += length + 1 + (long) Math.pow(2, random.nextDouble() * widest);
        }
        double perByte = Math.pow(10, -12 + 4 * random.nextDouble());
        return new AdditiveOptimum(apart, 4e-7, perByte, LIMIT);
    }

    private static double planned(AdditiveOptimum layout) {
        // a store on which nothing takes time, so that only money counts
        StoreProfile store = new StoreProfile(
                "price",
                Duration.ZERO,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                64,
                layout.perRequest() * 1e6,
                layout.perByte() * 1e9);
        ReadPlan plan = new AdaptivePlanner(POLICY, LIMIT / 4, Objective.COST, store)
                .plan(layout.ranges(), PlanContext.unknown());
        return store.dollars(plan.requests().size(), plan.fetchedBytes());
    }

    @Test
    void bothWaysFindTheSameOptimum() {
        Seeds.forEach(300, seed -> {
            AdditiveOptimum layout = layout(seed, 1 + (int) (seed % 12));
            assertThat(layout.byDynamicProgramming()).isCloseTo(layout.byBruteForce(), within(1e-15));
        });
    }

    @Test
    void costsAtMostATwentiethMoreThanTheOptimumOnSmallInputs() {
        Seeds.forEach(1_000, seed -> {
            AdditiveOptimum layout = layout(seed, 1 + (int) (seed % 12));
            assertThat(planned(layout) / layout.byBruteForce()).isBetween(0.999_999, 1.05);
        });
    }

    @Test
    void costsAtMostATwentiethMoreThanTheOptimum() {
        Seeds.forEach(300, seed -> {
            AdditiveOptimum layout = layout(seed, 50 + (int) (seed % 7) * 50);
            assertThat(planned(layout) / layout.byDynamicProgramming()).isBetween(0.999_999, 1.05);
        });
    }
}
