package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Plans by fixed numbers: merge what lies near, cut what became too long, then cut what wastes too much. O(n log n) in
 * the number of ranges.
 *
 * <p>Merging comes first and knows no size, so that the cuts can be placed well afterwards: at the largest gap that costs
 * no extra request, else into equal parts. (Greedy packing up to the size limit would put them wherever the limit falls.)
 */
public final class CoalescingPlanner implements ReadPlanner {
    private final CoalescingPolicy policy;

    /** A planner for these numbers. */
    public CoalescingPlanner(CoalescingPolicy policy) {
        this.policy = policy;
    }

    @Override
    public ReadPlan plan(List<ByteRange> ranges, PlanContext context) {
        List<Fragment> missing = new ArrayList<>(ranges.size());
        List<PlannedSlice> held = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            separate(i, ranges.get(i), context.held(), missing, held);
        }
        Collections.sort(missing);
        List<PlannedRequest> requests = missing.isEmpty()
                ? List.of()
                : isWholeObject(context, missing) ? wholeObject(missing, context) : merged(missing, context);
        return new ReadPlan(ranges, requests, held);
    }

    private boolean isWholeObject(PlanContext context, List<Fragment> missing) {
        long length = context.objectLength().orElse(Long.MAX_VALUE);
        return length <= policy.wholeObjectBytes() && missing.stream().allMatch(fragment -> fragment.to() <= length);
    }

    /** Cuts a range into what is in memory and what is missing. */
    private static void separate(
            int index, ByteRange range, List<ByteRange> held, List<Fragment> missing, List<PlannedSlice> inMemory) {
        long at = range.offset();
        for (ByteRange block : held) {
            if (block.end() <= at) {
                continue;
            }
            if (block.offset() >= range.end()) {
                break;
            }
            if (block.offset() > at) {
                missing.add(new Fragment(index, range.offset(), at, block.offset()));
                at = block.offset();
            }
            long to = Math.min(block.end(), range.end());
            if (to > at) {
                inMemory.add(new PlannedSlice(index, at, at - range.offset(), to - at));
                at = to;
            }
        }
        if (at < range.end()) {
            missing.add(new Fragment(index, range.offset(), at, range.end()));
        }
    }

    /** One request for each stretch of the object that is not in memory: one, unless a middle part is held. */
    private static List<PlannedRequest> wholeObject(List<Fragment> missing, PlanContext context) {
        List<PlannedRequest> requests = new ArrayList<>(1);
        SliceCursor cursor = new SliceCursor(missing);
        long at = 0;
        for (ByteRange block : context.held()) {
            if (block.offset() > at) {
                requests.add(cursor.request(at, block.offset(), Reason.WHOLE_OBJECT));
            }
            at = block.end();
        }
        long length = context.objectLength().getAsLong();
        if (at < length) {
            requests.add(cursor.request(at, length, Reason.WHOLE_OBJECT));
        }
        return requests;
    }

    /** The merge loop. */
    private List<PlannedRequest> merged(List<Fragment> sorted, PlanContext context) {
        List<PlannedRequest> requests = new ArrayList<>();
        SliceCursor cursor = new SliceCursor(sorted);
        Run run = new Run(startOf(sorted.get(0)), endOf(sorted.get(0), context));
        for (Fragment next : sorted) {
            long start = startOf(next);
            long gap = start - run.end();
            if (gap < 0 || gap <= policy.maxGapBytes()) {
                run.extend(start, endOf(next, context));
            } else {
                cut(run, cursor, requests);
                run = new Run(start, endOf(next, context));
            }
        }
        cut(run, cursor, requests);
        return requests;
    }

    private long startOf(Fragment fragment) {
        return fragment.from() - fragment.from() % policy.alignmentBytes();
    }

    private long endOf(Fragment fragment, PlanContext context) {
        long over = fragment.to() % policy.alignmentBytes();
        long end = over == 0 ? fragment.to() : Math.addExact(fragment.to() - over, policy.alignmentBytes());
        return Math.max(fragment.to(), Math.min(end, context.objectLength().orElse(end)));
    }

    private void cut(Run run, SliceCursor cursor, List<PlannedRequest> requests) {
        List<Run> pieces = run.cutToSize(policy.maxRequestBytes());
        for (Run piece : pieces) {
            List<Run> parts = piece.cutToWaste(policy.maxWasteRatio(), policy.wasteExemptGapBytes());
            boolean split = pieces.size() > 1 || parts.size() > 1;
            for (Run part : parts) {
                PlannedRequest request = cursor.request(part.start(), part.end(), Reason.ALONE);
                boolean several = request.slices().size() > 1;
                Reason reason = split ? Reason.SPLIT : several ? Reason.MERGED : Reason.ALONE;
                requests.add(new PlannedRequest(request.range(), request.slices(), reason));
            }
        }
    }
}
