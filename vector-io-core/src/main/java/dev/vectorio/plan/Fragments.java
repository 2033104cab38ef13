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
    /** So many are sorted faster one by one than digit by digit. */
    private static final int FEW = 32;

    private final List<ByteRange> ranges;
    /** No range was cut, so a piece starts where its range does: spares a look at scattered objects. */
    private final boolean rangesAreWhole;

    private int[] rangeIndexes;
    private long[] starts;
    private long[] ends;
    private int size;

    private Fragments(List<ByteRange> ranges, boolean rangesAreWhole) {
        this.ranges = ranges;
        this.rangesAreWhole = rangesAreWhole;
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
        Fragments fragments = new Fragments(ranges, held.isEmpty());
        for (int i = 0; i < ranges.size(); i++) {
            ByteRange range = ranges.get(i);
            if (fragments.rangesAreWhole) {
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
        long rangeStart =
                rangesAreWhole ? starts[fragment] : ranges.get(rangeIndex).offset();
        return new PlannedSlice(rangeIndex, first, first - rangeStart, Math.min(ends[fragment], to) - first);
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
        KeyedOrder order = new KeyedOrder(starts, size);
        order.sort();
        putLongestFirst(order);
        for (int i = 0; i < size; i++) {
            int from = order.indexes[i];
            order.spareIndexes[i] = rangeIndexes[from];
            order.spareKeys[i] = ends[from];
        }
        starts = order.keys;
        ends = order.spareKeys;
        rangeIndexes = order.spareIndexes;
    }

    /** Orders the pieces that start at the same byte. */
    private void putLongestFirst(KeyedOrder order) {
        int first = 0;
        for (int next = 1; next <= size; next++) {
            if (next == size || order.keys[next] != order.keys[first]) {
                if (next - first > FEW) {
                    sortByShortness(order.indexes, first, next);
                } else if (next - first > 1) {
                    insertByShortness(order.indexes, first, next);
                }
                first = next;
            }
        }
    }

    private void insertByShortness(int[] indexes, int first, int last) {
        for (int i = first + 1; i < last; i++) {
            int index = indexes[i];
            int to = i;
            for (; to > first && ends[indexes[to - 1]] < ends[index]; to--) {
                indexes[to] = indexes[to - 1];
            }
            indexes[to] = index;
        }
    }

    private void sortByShortness(int[] indexes, int first, int last) {
        long[] shortness = new long[last - first];
        for (int i = first; i < last; i++) {
            shortness[i - first] = Long.MAX_VALUE - ends[indexes[i]];
        }
        KeyedOrder order = new KeyedOrder(shortness, last - first);
        order.sort();
        int[] group = Arrays.copyOfRange(indexes, first, last);
        for (int i = first; i < last; i++) {
            indexes[i] = group[order.indexes[i - first]];
        }
    }

    private boolean isSorted() {
        for (int i = 1; i < size; i++) {
            if (starts[i] < starts[i - 1] || (starts[i] == starts[i - 1] && ends[i] > ends[i - 1])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Keys that are not negative, and the indexes that they belong to, each with as much room again. Few arrays, because
     * they are large ones, which the collector treats apart.
     */
    private static final class KeyedOrder {
        private final int size;
        private long[] keys;
        private int[] indexes;
        private long[] spareKeys;
        private int[] spareIndexes;

        /** Takes over the first {@code size} of {@code keys}. */
        KeyedOrder(long[] keys, int size) {
            this.size = size;
            this.keys = keys;
            spareKeys = new long[size];
            indexes = new int[size];
            spareIndexes = new int[size];
            for (int i = 0; i < size; i++) {
                indexes[i] = i;
            }
        }

        /** Ascending, stable, digit by digit from the lowest (radix sort); digits that all keys share are passed over. */
        void sort() {
            long differing = 0;
            for (int i = 1; i < size; i++) {
                differing |= keys[i] ^ keys[0];
            }
            for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
                if (digit(differing, shift) != 0) {
                    sortByDigit(shift);
                }
            }
        }

        private void sortByDigit(int shift) {
            long[] fromKeys = keys;
            int[] fromIndexes = indexes;
            long[] toKeys = spareKeys;
            int[] toIndexes = spareIndexes;
            int[] next = new int[DIGITS + 1];
            for (int i = 0; i < size; i++) {
                next[digit(fromKeys[i], shift) + 1]++;
            }
            for (int i = 1; i < DIGITS; i++) {
                next[i] += next[i - 1];
            }
            for (int i = 0; i < size; i++) {
                int to = next[digit(fromKeys[i], shift)]++;
                toKeys[to] = fromKeys[i];
                toIndexes[to] = fromIndexes[i];
            }
            keys = toKeys;
            indexes = toIndexes;
            spareKeys = fromKeys;
            spareIndexes = fromIndexes;
        }

        private static int digit(long key, int shift) {
            return (int) (key >>> shift) & (DIGITS - 1);
        }
    }
}
