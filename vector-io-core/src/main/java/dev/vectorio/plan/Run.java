package dev.vectorio.plan;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A stretch of near ranges, seen as wanted bytes with gaps between. Grows while ranges are merged, is then cut.
 */
final class Run {
    private final long start;
    private long end;
    private long[] gapStarts = new long[0];
    private long[] gapEnds = new long[0];
    private int gaps;

    Run(long start, long end) {
        this.start = start;
        this.end = end;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** Takes in a range that starts no earlier than any before. */
    void extend(long from, long to) {
        if (from > end) {
            if (gaps == gapStarts.length) {
                int capacity = Math.max(8, gaps * 2);
                gapStarts = Arrays.copyOf(gapStarts, capacity);
                gapEnds = Arrays.copyOf(gapEnds, capacity);
            }
            gapStarts[gaps] = end;
            gapEnds[gaps++] = from;
        }
        end = Math.max(end, to);
    }

    /**
     * Cuts into as many pieces as the limit demands and no more: {@code k = ceil(length / limit)}. Each cut goes to the
     * largest gap that leaves the rest within {@code k - 1} pieces; where there is none, equal parts are made.
     */
    List<Run> cutToSize(long limit) {
        if (end - start <= limit) {
            return List.of(this);
        }
        List<Run> pieces = new ArrayList<>();
        long from = start;
        int gap = 0;
        while (end - from > limit) {
            long parts = ceilDiv(end - from, limit);
            long latest = from + limit;
            long earliest = end - (parts - 1) * limit;
            int best = -1;
            for (; gap < gaps && gapStarts[gap] <= latest; gap++) {
                boolean fits = gapStarts[gap] > from && gapEnds[gap] >= earliest;
                if (fits && (best < 0 || size(gap) > size(best))) {
                    best = gap;
                }
            }
            long pieceEnd = best < 0 ? from + ceilDiv(end - from, parts) : gapStarts[best];
            long nextFrom = best < 0 ? pieceEnd : gapEnds[best];
            pieces.add(part(from, pieceEnd));
            from = nextFrom;
            gap = firstGapFrom(from);
        }
        pieces.add(part(from, end));
        return pieces;
    }

    /**
     * Cuts at the largest gaps, largest first, until in every part the gaps longer than {@code exempt} sum up to at most
     * {@code ratio} times the useful bytes.
     */
    List<Run> cutToWaste(double ratio, long exempt) {
        long[] counted = new long[gaps + 1];
        long[] wasted = new long[gaps + 1];
        for (int i = 0; i < gaps; i++) {
            counted[i + 1] = counted[i] + (size(i) > exempt ? size(i) : 0);
            wasted[i + 1] = wasted[i] + size(i);
        }
        TreeMap<Integer, Integer> parts = new TreeMap<>();
        parts.put(0, gaps);
        int[] largestFirst = IntStream.range(0, gaps)
                .filter(i -> size(i) > exempt)
                .boxed()
                .sorted((a, b) -> size(a) != size(b) ? Long.compare(size(b), size(a)) : Integer.compare(a, b))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int gap : largestFirst) {
            Map.Entry<Integer, Integer> around = requireNonNull(parts.floorEntry(gap));
            int first = around.getKey();
            int last = around.getValue();
            long useful = endOfPart(last) - startOfPart(first) - (wasted[last] - wasted[first]);
            if (counted[last] - counted[first] > ratio * useful) {
                parts.put(first, gap);
                parts.put(gap + 1, last);
            }
        }
        if (parts.size() == 1) {
            return List.of(this);
        }
        List<Run> result = new ArrayList<>(parts.size());
        parts.forEach((first, last) -> result.add(part(startOfPart(first), endOfPart(last))));
        return result;
    }

    private long startOfPart(int firstGap) {
        return firstGap == 0 ? start : gapEnds[firstGap - 1];
    }

    private long endOfPart(int lastGap) {
        return lastGap == gaps ? end : gapStarts[lastGap];
    }

    private long size(int gap) {
        return gapEnds[gap] - gapStarts[gap];
    }

    private int firstGapFrom(long offset) {
        int found = Arrays.binarySearch(gapStarts, 0, gaps, offset);
        return found >= 0 ? found : -found - 1;
    }

    /** The part {@code [from, to)} with the gaps inside it; neither end lies in a gap. */
    private Run part(long from, long to) {
        Run part = new Run(from, to);
        int first = firstGapFrom(from);
        int last = first;
        while (last < gaps && gapEnds[last] <= to) {
            last++;
        }
        part.gapStarts = Arrays.copyOfRange(gapStarts, first, last);
        part.gapEnds = Arrays.copyOfRange(gapEnds, first, last);
        part.gaps = last - first;
        return part;
    }

    private static long ceilDiv(long value, long divisor) {
        return -Math.floorDiv(-value, divisor);
    }
}
