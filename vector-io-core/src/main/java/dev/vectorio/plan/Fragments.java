package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.Arrays;
import java.util.List;

/**
 * The pieces of the wanted ranges that are not in memory, sorted. Kept as columns of numbers, because objects and their
 * comparisons are what makes 100,000 ranges slow on the first call, when nothing is compiled yet.
 *
 * <p>The order is by offset, then longest first, then index of the range: any other would let the input's order into the
 * plan.
 */
final class Fragments {
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final List<ByteRange> ranges;
    private int[] rangeIndexes;
    private long[] starts;
    private long[] ends;
    private int size;

    private Fragments(List<ByteRange> ranges) {
        this.ranges = ranges;
        rangeIndexes = new int[ranges.size()];
        starts = new long[ranges.size()];
        ends = new long[ranges.size()];
    }

    /**
     * What is missing of {@code ranges}.
     *
     * @param held bytes in memory, sorted and apart
     * @param inMemory gets a slice for every wanted stretch of held bytes
     */
    static Fragments missing(List<ByteRange> ranges, List<ByteRange> held, List<PlannedSlice> inMemory) {
        Fragments fragments = new Fragments(ranges);
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            if (held.isEmpty()) {
                fragments.add(i, range.offset(), range.end());
            } else {
                fragments.separate(i, range, held, inMemory);
            }
        }
        fragments.sort();
        return fragments;
    }

    int size() {
        return size;
    }

    long start(int fragment) {
        return starts[fragment];
    }

    long end(int fragment) {
        return ends[fragment];
    }

    /** The end of the piece that reaches furthest. */
    long furthestEnd() {
        return Arrays.stream(ends, 0, size).max().orElse(0);
    }

    /** The part of a piece that lies in {@code [from, to)}. */
    PlannedSlice slice(int fragment, long from, long to) {
        int rangeIndex = rangeIndexes[fragment];
        long first = Math.max(starts[fragment], from);
        return new PlannedSlice(
                rangeIndex, first, first - ranges.get(rangeIndex).offset(), Math.min(ends[fragment], to) - first);
    }

    private void separate(int index, ByteRange range, List<ByteRange> held, List<PlannedSlice> inMemory) {
        long at = range.offset();
        for (int block = firstEndingAfter(held, at); block < held.size() && at < range.end(); block++) {
            long heldFrom = Math.max(at, held.get(block).offset());
            long heldTo = Math.min(range.end(), held.get(block).end());
            if (heldFrom >= heldTo) {
                break;
            }
            add(index, at, heldFrom);
            inMemory.add(new PlannedSlice(index, heldFrom, heldFrom - range.offset(), heldTo - heldFrom));
            at = heldTo;
        }
        add(index, at, range.end());
    }

    private static int firstEndingAfter(List<ByteRange> held, long offset) {
        int low = 0;
        int high = held.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (held.get(middle).end() > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void add(int rangeIndex, long from, long to) {
        if (from == to) {
            return;
        }
        if (size == starts.length) {
            int capacity = size + (size >> 1) + 1;
            rangeIndexes = Arrays.copyOf(rangeIndexes, capacity);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
        }
        rangeIndexes[size] = rangeIndex;
        starts[size] = from;
        ends[size++] = to;
    }

    private void sort() {
        if (isSorted()) {
            return;
        }
        int[] order = ordered(starts, identity());
        if (!isLongestFirst(order)) {
            long[] shortness = new long[size];
            Arrays.setAll(shortness, i -> Long.MAX_VALUE - ends[i]);
            order = ordered(starts, ordered(shortness, identity()));
        }
        int[] sortedIndexes = new int[size];
        long[] sortedStarts = new long[size];
        long[] sortedEnds = new long[size];
        for (int i = 0; i < size; i++) {
            sortedIndexes[i] = rangeIndexes[order[i]];
            sortedStarts[i] = starts[order[i]];
            sortedEnds[i] = ends[order[i]];
        }
        rangeIndexes = sortedIndexes;
        starts = sortedStarts;
        ends = sortedEnds;
    }

    private boolean isSorted() {
        for (int i = 1; i < size; i++) {
            if (starts[i] < starts[i - 1] || (starts[i] == starts[i - 1] && ends[i] > ends[i - 1])) {
                return false;
            }
        }
        return true;
    }

    private boolean isLongestFirst(int[] order) {
        for (int i = 1; i < size; i++) {
            if (starts[order[i]] == starts[order[i - 1]] && ends[order[i]] > ends[order[i - 1]]) {
                return false;
            }
        }
        return true;
    }

    private int[] identity() {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        return order;
    }

    /** Sorts {@code order} by key, stable, digit by digit from the lowest (radix sort); keys are not negative. */
    private int[] ordered(long[] keys, int[] order) {
        long differing = 0;
        for (int i = 1; i < size; i++) {
            differing |= keys[i] ^ keys[0];
        }
        int[] from = order;
        int[] into = new int[size];
        for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
            if (digit(differing, shift) == 0) {
                continue;
            }
            int[] next = new int[DIGITS + 1];
            for (int i = 0; i < size; i++) {
                next[digit(keys[i], shift) + 1]++;
            }
            for (int i = 1; i < DIGITS; i++) {
                next[i] += next[i - 1];
            }
            for (int i = 0; i < size; i++) {
                into[next[digit(keys[from[i]], shift)]++] = from[i];
            }
            int[] emptied = from;
            from = into;
            into = emptied;
        }
        return from;
    }

    private static int digit(long key, int shift) {
        return (int) (key >>> shift) & (DIGITS - 1);
    }
}
