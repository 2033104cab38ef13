package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A stretch of near ranges, seen as wanted bytes with gaps between: every gap has a wanted byte on either side. Grows while
 * ranges are merged, is then cut, and begins anew.
 */
final class Run {
    private static final int FIRST_CAPACITY = 16;

    private long start;
    private long end;
    private long[] gapStarts = new long[FIRST_CAPACITY];
    private long[] gapEnds = new long[FIRST_CAPACITY];
    private int gaps;

    Run(long start, long end) {
        begin(start, end);
    }

    /** Forgets what was merged and starts with one range. */
    void begin(long from, long to) {
        start = from;
        end = to;
        gaps = 0;
    }

    /** Takes in a range that starts no earlier than any before. */
    void extend(long from, long to) {
        if (from > end) {
            if (gaps == gapStarts.length) {
                gapStarts = Arrays.copyOf(gapStarts, gaps * 2);
                gapEnds = Arrays.copyOf(gapEnds, gaps * 2);
            }
            gapStarts[gaps] = end;
            gapEnds[gaps++] = from;
        }
        end = Math.max(end, to);
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    long length() {
        return end - start;
    }

    ByteRange range() {
        return ByteRange.between(start, end);
    }

    int gaps() {
        return gaps;
    }

    long gapStart(int gap) {
        return gapStarts[gap];
    }

    long gapEnd(int gap) {
        return gapEnds[gap];
    }

    long gapSize(int gap) {
        return gapEnds[gap] - gapStarts[gap];
    }

    /** Index of the first gap that starts at or after {@code offset}. */
    int firstGapFrom(long offset) {
        int found = Arrays.binarySearch(gapStarts, 0, gaps, offset);
        return found >= 0 ? found : -found - 1;
    }

    /**
     * Cuts into as few pieces of at most {@code limit} bytes as can hold all wanted bytes. Each cut goes to the largest gap
     * that costs no further piece; where there is none it goes through wanted bytes, so that the parts become equal.
     */
    List<ByteRange> cutToSize(long limit) {
        if (length() <= limit) {
            return List.of(range());
        }
        long[] earliest = earliestStarts(limit);
        List<ByteRange> pieces = new ArrayList<>(earliest.length);
        long from = start;
        for (int left = earliest.length - 1; left > 0; left--) {
            long latest = from + limit;
            int gap = largestGap(earliest[left], latest);
            long equal = from + ceilDiv(end - from, left + 1);
            long pieceEnd = gap >= 0 ? gapStarts[gap] : Math.max(earliest[left], Math.min(equal, latest));
            pieces.add(ByteRange.between(from, pieceEnd));
            from = gap >= 0 ? gapEnds[gap] : pieceEnd;
        }
        pieces.add(ByteRange.between(from, end));
        return pieces;
    }

    /**
     * At {@code i}, the first offset from which {@code i} pieces reach the end; there are as many entries as the whole run
     * needs pieces. (Packing from the end gives the fewest: no other way of cutting starts a piece earlier.)
     */
    private long[] earliestStarts(long limit) {
        long[] earliest = new long[Math.toIntExact(ceilDiv(end - start, limit))];
        earliest[0] = end;
        int pieces = 0;
        while (earliest[pieces] - limit > start) {
            long reach = earliest[pieces] - limit;
            int gap = firstGapFrom(reach + 1) - 1;
            earliest[++pieces] = gap >= 0 && gapEnds[gap] >= reach ? gapStarts[gap] : reach;
        }
        return Arrays.copyOf(earliest, pieces + 1);
    }

    /** The largest gap, or the first of them, that touches {@code [from, to]}; -1 if there is none. */
    private int largestGap(long from, long to) {
        int gap = firstGapFrom(from);
        int best = gap > 0 && gapEnds[gap - 1] >= from ? gap - 1 : -1;
        for (; gap < gaps && gapStarts[gap] <= to; gap++) {
            if (best < 0 || gapSize(gap) > gapSize(best)) {
                best = gap;
            }
        }
        return best;
    }

    private static long ceilDiv(long value, long divisor) {
        return -Math.floorDiv(-value, divisor);
    }
}
