package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.Objective;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Plans by what the store costs: weighs several gap limits, taken from the gaps that there are, and several lengths of
 * pieces, predicts for each how long the requests would take and what they would cost, and takes the least. The requests of
 * each come from the merge loop of {@link CoalescingPlanner}, with other limits.
 *
 * <p>Pure like every planner: the same ranges, the same profile and the same limits give the same plan. {@link ReadPlan#choice}
 * tells what was weighed.
 *
 * <p>The waste bound of the policy holds for every candidate, and so does its limit for a whole object; its gap limit does
 * not count. No piece is longer than {@value #LONGEST_PIECE} times the policy's request limit, nor than the read's own
 * limit, and none is made shorter than {@code minSplitBytes} by a cut through wanted bytes.
 */
public final class AdaptivePlanner implements ReadPlanner {
    /** Pieces may be this many times as long as the configured limit where that is better. */
    static final int LONGEST_PIECE = 4;

    private final CoalescingPolicy policy;
    private final long minSplitBytes;
    private final Objective objective;
    private final StoreProfile prior;
    private final double[] deviations = Makespan.deviations();

    /**
     * A planner with these limits.
     *
     * @param minSplitBytes at least 1
     * @param objective what is made least
     * @param prior the store, where the context of a plan does not say better
     * @throws IllegalArgumentException if {@code minSplitBytes} is not positive
     */
    public AdaptivePlanner(CoalescingPolicy policy, long minSplitBytes, Objective objective, StoreProfile prior) {
        if (minSplitBytes < 1) {
            throw new IllegalArgumentException("min-split-bytes out of range: " + minSplitBytes);
        }
        this.policy = policy;
        this.minSplitBytes = minSplitBytes;
        this.objective = objective;
        this.prior = prior;
    }

    @Override
    public ReadPlan plan(List<ByteRange> ranges, PlanContext context) {
        List<ByteRange> wanted = List.copyOf(ranges);
        List<PlannedSlice> held = new ArrayList<>(0);
        Fragments missing = Fragments.missing(wanted, context.held(), held);
        CoalescingPlanner fixed = new CoalescingPlanner(policy);
        if (missing.size() == 0 || fixed.isWholeObject(missing, context)) {
            return fixed.plan(wanted, context);
        }
        StoreProfile profile = context.profile().orElse(prior);
        Candidates candidates =
                new Candidates(policy, lengths(context), missing, context, new Makespan(profile, deviations));
        List<PlanCandidate> best = candidates.ranked(Preference.of(objective));
        List<PlannedRequest> requests = candidates.requests(best.get(0));
        return new ReadPlan(wanted, requests, held, Optional.of(new PlanChoice(objective, profile, best)));
    }

    /** From the shortest that a piece may be (but no less than a hundredth of the longest), by doubling, to the longest. */
    private List<PieceLimits> lengths(PlanContext context) {
        long own = policy.maxRequestBytes() > Long.MAX_VALUE / LONGEST_PIECE
                ? Long.MAX_VALUE
                : policy.maxRequestBytes() * LONGEST_PIECE;
        long hard = Math.min(own, context.maxRequestBytes());
        List<PieceLimits> lengths = new ArrayList<>();
        for (long length = Math.max(minSplitBytes, hard / 128); length < hard && length > 0; length *= 2) {
            lengths.add(new PieceLimits(minSplitBytes, length, hard));
        }
        lengths.add(new PieceLimits(minSplitBytes, hard, hard));
        return lengths;
    }
}
