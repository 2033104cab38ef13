package dev.vectorio.plan;

/**
 * A piece of a wanted range that is not in memory.
 *
 * @param rangeIndex the range it belongs to
 * @param rangeOffset where that range starts in the object
 * @param from first wanted byte
 * @param to first byte after
 */
record Fragment(int rangeIndex, long rangeOffset, long from, long to) implements Comparable<Fragment> {
    long length() {
        return to - from;
    }

    /** The part of this piece that lies in {@code [start, end)}, or the whole of it. */
    PlannedSlice within(long start, long end) {
        long first = Math.max(from, start);
        return new PlannedSlice(rangeIndex, first, first - rangeOffset, Math.min(to, end) - first);
    }

    /** By offset, longest first, then index: any other order would let the input's order into the plan. */
    @Override
    public int compareTo(Fragment other) {
        int order = Long.compare(from, other.from);
        if (order == 0) {
            order = Long.compare(other.to, to);
        }
        return order != 0 ? order : Integer.compare(rangeIndex, other.rangeIndex);
    }
}
