package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * Cuts pieces of runs at their largest gaps, largest first, until in every part the gaps longer than the exemption sum up to
 * at most the ratio times the useful bytes. O(gaps): the order comes from a tree in which every gap stands above the smaller
 * ones on its two sides (a Cartesian tree), so nothing is sorted. One object serves all runs of a plan, one after another.
 */
final class WasteCut {
    private static final int NONE = -1;

    private final CoalescingPolicy policy;
    private final Run run;

    private long pieceStart;
    private long pieceEnd;
    private int firstGap;
    private int gaps;

    // The tree, and sums over the gaps of the piece before each; by number of the gap in the piece.
    private int[] left = new int[0];
    private int[] right = new int[0];
    private long[] wastedBefore = new long[0];
    private long[] countedBefore = new long[0];
    private int[] path = new int[0];
    private int[] partEnds = new int[0];

    WasteCut(CoalescingPolicy policy, Run run) {
        this.policy = policy;
        this.run = run;
    }

    /** True if the run as a whole wastes too much. */
    boolean isNeeded() {
        if (run.gaps() == 0) {
            return false;
        }
        take(run.start(), run.end(), 0, run.gaps());
        return isTooMuch();
    }

    /** Adds the parts of a piece that starts and ends with a wanted byte to {@code parts}, in order. */
    void addParts(ByteRange piece, List<ByteRange> parts) {
        int first = run.firstGapFrom(piece.offset());
        take(piece.offset(), piece.end(), first, run.firstGapFrom(piece.end()) - first);
        if (isTooMuch()) {
            addParts(tree(), parts);
        } else {
            parts.add(piece);
        }
    }

    private void take(long start, long end, int firstGapOfPiece, int gapsOfPiece) {
        pieceStart = start;
        pieceEnd = end;
        firstGap = firstGapOfPiece;
        gaps = gapsOfPiece;
    }

    private boolean isTooMuch() {
        long wasted = 0;
        long counted = 0;
        for (int gap = 0; gap < gaps; gap++) {
            wasted += size(gap);
            counted += counted(gap);
        }
        return isTooMuch(counted, pieceEnd - pieceStart - wasted);
    }

    private boolean isTooMuch(long counted, long useful) {
        return counted > policy.maxWasteRatio() * useful;
    }

    private long size(int gap) {
        return run.gapSize(firstGap + gap);
    }

    private long counted(int gap) {
        return size(gap) > policy.wasteExemptGapBytes() ? size(gap) : 0;
    }

    /** Builds the tree of the gaps that count and returns its root: the largest, or the first of them. */
    private int tree() {
        makeRoom();
        int depth = 0;
        for (int gap = 0; gap < gaps; gap++) {
            wastedBefore[gap + 1] = wastedBefore[gap] + size(gap);
            countedBefore[gap + 1] = countedBefore[gap] + counted(gap);
            if (counted(gap) == 0) {
                continue;
            }
            left[gap] = NONE;
            right[gap] = NONE;
            while (depth > 0 && size(path[depth - 1]) < size(gap)) {
                left[gap] = path[--depth];
            }
            if (depth > 0) {
                right[path[depth - 1]] = gap;
            }
            path[depth++] = gap;
        }
        return path[0];
    }

    private void makeRoom() {
        if (left.length <= gaps) {
            int capacity = Math.max(16, gaps + (gaps >> 1) + 1);
            left = new int[capacity];
            right = new int[capacity];
            wastedBefore = new long[capacity];
            countedBefore = new long[capacity];
            path = new int[capacity];
            partEnds = new int[capacity];
        }
    }

    /** Depth first, left before right, with a stack of its own: the tree of ascending gaps is a list. */
    private void addParts(int root, List<ByteRange> parts) {
        path[0] = root;
        partEnds[0] = gaps;
        int depth = 1;
        int first = 0;
        while (depth > 0) {
            int node = path[--depth];
            int last = partEnds[depth];
            if (node != NONE && isTooMuch(first, last)) {
                path[depth] = right[node];
                partEnds[depth++] = last;
                path[depth] = left[node];
                partEnds[depth++] = node;
            } else {
                parts.add(ByteRange.between(startOfPart(first), endOfPart(last)));
                first = last + 1;
            }
        }
    }

    private boolean isTooMuch(int first, int last) {
        long wasted = wastedBefore[last] - wastedBefore[first];
        long useful = endOfPart(last) - startOfPart(first) - wasted;
        return isTooMuch(countedBefore[last] - countedBefore[first], useful);
    }

    private long startOfPart(int first) {
        return first == 0 ? pieceStart : run.gapEnd(firstGap + first - 1);
    }

    private long endOfPart(int last) {
        return last == gaps ? pieceEnd : run.gapStart(firstGap + last);
    }
}
