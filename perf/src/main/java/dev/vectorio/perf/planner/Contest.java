package dev.vectorio.perf.planner;

import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.plan.StoreProfile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One layout on one store, and the reference: the least mean time, over the same draws of first bytes, of a grid of fixed
 * gap limits and piece lengths.
 */
public final class Contest {
    static final long KIB = 1 << 10;
    static final long MIB = 1 << 20;
    /** A gap limit that joins whatever there is. */
    static final long EVERYTHING = Long.MAX_VALUE / 4;

    private static final long[] GAPS = {
        -1, 0, 16 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, 2 * MIB, 4 * MIB, 16 * MIB, EVERYTHING
    };
    private static final long[] PIECES = {MIB, 2 * MIB, 4 * MIB, 8 * MIB, 16 * MIB, 32 * MIB};

    /** Few requests need more draws for the same certainty. */
    private static final int ENOUGH_REQUESTS = 8_000;

    private static final int MOST_DRAWS = 200;

    private final Layout layout;
    private final CoalescingPolicy policy;
    private final List<FluidStore> stores;
    private final Map<List<Long>, Double> known = new HashMap<>();
    private final double best;

    /**
     * Runs the grid.
     *
     * @param truth the store as it is
     * @param waste the waste ratio for everybody
     * @param draws how often first bytes are drawn at least
     */
    public Contest(Layout layout, StoreProfile truth, double waste, int draws) {
        this.layout = layout;
        this.policy = CoalescingPolicy.defaults()
                .withWholeObjectBytes(0)
                .withWaste(waste, CoalescingPolicy.defaults().wasteExemptGapBytes());
        this.stores = IntStream.range(
                        0,
                        Math.max(
                                draws,
                                Math.min(
                                        MOST_DRAWS,
                                        ENOUGH_REQUESTS / layout.ranges().size())))
                .mapToObj(draw -> new FluidStore(truth, draw))
                .toList();
        double least = Double.MAX_VALUE;
        for (long gap : GAPS) {
            for (long piece : PIECES) {
                least = Math.min(least, seconds(fixed(gap, piece)));
            }
        }
        this.best = least;
    }

    /** The limits that hold for everybody. */
    public CoalescingPolicy policy() {
        return policy;
    }

    /** A planner with other fixed limits. */
    public ReadPlanner fixed(long gap, long piece) {
        return new CoalescingPlanner(policy.withMaxGapBytes(gap).withMaxRequestBytes(piece));
    }

    /** Mean time of a planner's requests. */
    public double seconds(ReadPlanner planner) {
        long[] sizes = planner.plan(layout.ranges(), PlanContext.unknown()).requestBytes();
        return known.computeIfAbsent(
                Arrays.stream(sizes).boxed().toList(),
                same -> stores.stream()
                        .mapToDouble(store -> store.seconds(sizes))
                        .average()
                        .orElseThrow());
    }

    /** A time by the least time of the grid, or 1 where it is less. */
    public double regret(double seconds) {
        return Math.max(1, seconds / best);
    }
}
