package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Walks sorted fragments once while requests ascend; a fragment that a cut runs through is carried on to the next request. */
final class SliceCursor {
    private static final Comparator<PlannedSlice> BY_SOURCE = Comparator.comparingLong(PlannedSlice::sourceOffset)
            .thenComparing(Comparator.comparingLong(PlannedSlice::length).reversed())
            .thenComparingInt(PlannedSlice::rangeIndex);

    private final List<Fragment> sorted;
    private int next;
    private List<Fragment> open = List.of();

    SliceCursor(List<Fragment> sorted) {
        this.sorted = sorted;
    }

    /** The request for {@code [start, end)}; each call must start where or after the last one ended. */
    PlannedRequest request(long start, long end, Reason reason) {
        List<PlannedSlice> slices = new ArrayList<>(4);
        List<Fragment> unfinished = new ArrayList<>(0);
        for (Fragment fragment : open) {
            take(fragment, start, end, slices, unfinished);
        }
        boolean carried = slices.size() > 1;
        while (next < sorted.size() && sorted.get(next).from() < end) {
            take(sorted.get(next++), start, end, slices, unfinished);
        }
        open = unfinished;
        if (carried) {
            Collections.sort(slices, BY_SOURCE);
        }
        return new PlannedRequest(ByteRange.between(start, end), slices, reason);
    }

    private static void take(
            Fragment fragment, long start, long end, List<PlannedSlice> slices, List<Fragment> unfinished) {
        if (fragment.to() > start) {
            slices.add(fragment.within(start, end));
        }
        if (fragment.to() > end) {
            unfinished.add(fragment);
        }
    }
}
