package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans by fixed numbers: merge what lies near, cut what became too long, then cut what wastes too much. O(n log n) in
 * the number of ranges.
 *
 * <p>Merging comes first and knows no size, so that the cuts can be placed well afterwards: at the largest gap that costs
 * no extra request, else into equal parts. (Greedy packing up to the size limit would put them wherever the limit falls.)
 * Waste comes last, because a piece may waste more than the whole that it was cut from.
 */
public final class CoalescingPlanner implements ReadPlanner {
    private final CoalescingPolicy policy;

    /** A planner for these numbers. */
    public CoalescingPlanner(CoalescingPolicy policy) {
        this.policy = policy;
    }

    @Override
    public boolean weighs() {
        return false;
    }

    @Override
    public ReadPlan plan(List<ByteRange> ranges, PlanContext context) {
        List<ByteRange> wanted = List.copyOf(ranges);
        List<PlannedSlice> held = new ArrayList<>(0);
        Fragments missing = Fragments.missing(wanted, context.held(), held);
        List<PlannedRequest> requests = missing.size() == 0
                ? List.of()
                : isWholeObject(missing, context) ? wholeObject(missing, context) : merged(missing, context);
        return new ReadPlan(wanted, requests, held);
    }

    boolean isWholeObject(Fragments missing, PlanContext context) {
        long length = context.objectLength().orElse(Long.MAX_VALUE);
        return length <= Math.min(policy.wholeObjectBytes(), context.keepableBytes())
                && missing.furthestEnd() <= length;
    }

    /** One request for each stretch of the object that is not in memory: one, unless a middle part is held. */
    static List<PlannedRequest> wholeObject(Fragments missing, PlanContext context) {
        List<PlannedRequest> requests = new ArrayList<>(1);
        SliceCursor cursor = new SliceCursor(missing);
        long length = context.objectLength().orElseThrow();
        long at = 0;
        for (ByteRange block : context.held()) {
            addWhole(at, Math.min(block.offset(), length), cursor, requests);
            at = block.end();
        }
        addWhole(at, length, cursor, requests);
        return requests;
    }

    private static void addWhole(long from, long to, SliceCursor cursor, List<PlannedRequest> requests) {
        if (from < to) {
            requests.add(new PlannedRequest(ByteRange.between(from, to), cursor.slices(from, to), Reason.WHOLE_OBJECT));
        }
    }

    private List<PlannedRequest> merged(Fragments sorted, PlanContext context) {
        long limit = Math.min(policy.maxRequestBytes(), context.maxRequestBytes());
        return requests(sorted, context, PieceLimits.upTo(limit));
    }

    /** The requests for what is missing, in pieces of these sizes. */
    List<PlannedRequest> requests(Fragments sorted, PlanContext context, PieceLimits pieces) {
        List<PlannedRequest> requests = new ArrayList<>();
        SliceCursor cursor = new SliceCursor(sorted);
        forEachRun(sorted, context, (run, wasteCut) -> {
            if (isOnePart(run, wasteCut, pieces)) {
                addRequest(run.range(), false, cursor, requests);
                return;
            }
            List<ByteRange> parts = parts(run, wasteCut, pieces);
            for (ByteRange part : parts) {
                addRequest(part, parts.size() > 1, cursor, requests);
            }
        });
        return requests;
    }

    /** Takes the runs one after another; both arguments are only good until it returns. */
    @FunctionalInterface
    interface RunVisitor {
        void visit(Run run, WasteCut wasteCut);
    }

    /** The merge loop. */
    void forEachRun(Fragments sorted, PlanContext context, RunVisitor visitor) {
        HeldFence fence = new HeldFence(context.held());
        fence.passes(sorted.start(0));
        Run run = new Run(startOf(sorted, 0, fence), endOf(sorted, 0, fence, context));
        WasteCut wasteCut = new WasteCut(policy, run);
        for (int i = 1; i < sorted.size(); i++) {
            boolean apart = fence.passes(sorted.start(i));
            long start = startOf(sorted, i, fence);
            long end = endOf(sorted, i, fence, context);
            if (!apart && start - run.end() <= policy.maxGapBytes()) {
                run.extend(start, end);
            } else {
                visitor.visit(run, wasteCut);
                run.begin(start, end);
            }
        }
        visitor.visit(run, wasteCut);
    }

    /** True if a run is fetched as it is. */
    static boolean isOnePart(Run run, WasteCut wasteCut, PieceLimits pieces) {
        return run.length() <= pieces.limitFor(run.length()) && !wasteCut.isNeeded();
    }

    /** What a run is fetched by that is too long or too wasteful as it is. */
    static List<ByteRange> parts(Run run, WasteCut wasteCut, PieceLimits pieces) {
        List<ByteRange> parts = new ArrayList<>();
        for (ByteRange piece : run.cutToSize(pieces.limitFor(run.length()))) {
            wasteCut.addParts(piece, parts);
        }
        return parts;
    }

    private long startOf(Fragments sorted, int fragment, HeldFence fence) {
        long start = sorted.start(fragment);
        return policy.alignmentBytes() == 1 ? start : Math.max(fence.floor(), start - start % policy.alignmentBytes());
    }

    private long endOf(Fragments sorted, int fragment, HeldFence fence, PlanContext context) {
        long end = sorted.end(fragment);
        long over = policy.alignmentBytes() == 1 ? 0 : end % policy.alignmentBytes();
        if (over == 0) {
            return end;
        }
        long limit = Math.min(fence.ceiling(), context.objectLength().orElse(Long.MAX_VALUE));
        long padding = Math.min(policy.alignmentBytes() - over, limit - end);
        return end + Math.max(0, padding); // a range past a wrong length is asked for as it is
    }

    private static void addRequest(ByteRange range, boolean split, SliceCursor cursor, List<PlannedRequest> requests) {
        List<PlannedSlice> slices = cursor.slices(range.offset(), range.end());
        Reason reason = split ? Reason.SPLIT : slices.size() > 1 ? Reason.MERGED : Reason.ALONE;
        requests.add(new PlannedRequest(range, slices, reason));
    }
}
