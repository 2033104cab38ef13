package dev.vectorio.plan;

import java.util.Arrays;
import java.util.List;

/** Walks sorted fragments once while requests ascend; a fragment that a cut runs through is carried on to the next request. */
final class SliceCursor {
    private final Fragments sorted;
    private int next;
    private int[] carried = new int[0];
    private int carriedCount;

    SliceCursor(Fragments sorted) {
        this.sorted = sorted;
    }

    /**
     * What of {@code [start, end)} goes where, by source offset: what is carried on begins with the request, before all that
     * follows. Each call must start where or after the last one ended, and none may leave
     * out a wanted byte.
     */
    List<PlannedSlice> slices(long start, long end) {
        int first = next;
        while (next < sorted.size() && sorted.start(next) < end) {
            next++;
        }
        if (carriedCount == 0 && next == first + 1 && sorted.end(first) <= end) {
            return List.of(sorted.slice(first, start, end));
        }
        int before = carriedCount;
        int count = before + next - first;
        PlannedSlice[] slices = new PlannedSlice[count];
        carriedCount = 0;
        for (int i = 0; i < count; i++) {
            int fragment = i < before ? carried[i] : first + i - before;
            slices[i] = sorted.slice(fragment, start, end);
            if (sorted.end(fragment) > end) {
                carry(fragment);
            }
        }
        return List.of(slices);
    }

    private void carry(int fragment) {
        if (carriedCount == carried.length) {
            carried = Arrays.copyOf(carried, carriedCount + (carriedCount >> 1) + 4);
        }
        carried[carriedCount++] = fragment;
    }
}
