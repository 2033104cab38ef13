package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * Cuts one piece of a run at its largest gaps, largest first, until in every part the gaps longer than the exemption sum up
 * to at most the ratio times the useful bytes. O(gaps): the order comes from a tree in which every gap stands above the
 * smaller ones on its two sides (a Cartesian tree), so nothing is sorted.
 */
final class WasteCut {
    private static final int NONE = -1;

    private final CoalescingPolicy policy;
    private final Run run;
    private final ByteRange piece;
    private final int firstGap;
    private final int gaps;

    /** For the run as a whole. */
    WasteCut(CoalescingPolicy policy, Run run) {
        this.policy = policy;
        this.run = run;
        piece = run.range();
        firstGap = 0;
        gaps = run.gaps();
    }

    /** For a piece that starts and ends with a wanted byte. */
    WasteCut(CoalescingPolicy policy, Run run, ByteRange piece) {
        this.policy = policy;
        this.run = run;
        this.piece = piece;
        firstGap = run.firstGapFrom(piece.offset());
        gaps = run.firstGapFrom(piece.end()) - firstGap;
    }

    /** True if the piece wastes too much as it is. */
    boolean isNeeded() {
        long wasted = 0;
        long counted = 0;
        for (int gap = 0; gap < gaps; gap++) {
            wasted += size(gap);
            counted += counted(gap);
        }
        return isTooMuch(counted, piece.length() - wasted);
    }

    /** Adds the parts, in order, to {@code parts}. */
    void addParts(List<ByteRange> parts) {
        if (isNeeded()) {
            new Tree().addParts(parts);
        } else {
            parts.add(piece);
        }
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

    /** The gaps that count, with the largest at the root. */
    private final class Tree {
        private final int[] left = new int[gaps];
        private final int[] right = new int[gaps];
        private final long[] wastedBefore = new long[gaps + 1];
        private final long[] countedBefore = new long[gaps + 1];
        private final int root;

        Tree() {
            int[] path = new int[gaps];
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
            root = path[0];
        }

        /** Depth first, left before right, with a stack of its own: the tree of ascending gaps is a list. */
        void addParts(List<ByteRange> parts) {
            int[] nodes = new int[gaps + 1];
            int[] partEnds = new int[gaps + 1];
            int depth = 0;
            nodes[depth] = root;
            partEnds[depth++] = gaps;
            int first = 0;
            while (depth > 0) {
                int node = nodes[--depth];
                int last = partEnds[depth];
                if (node != NONE && isTooMuch(first, last)) {
                    nodes[depth] = right[node];
                    partEnds[depth++] = last;
                    nodes[depth] = left[node];
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
            return WasteCut.this.isTooMuch(countedBefore[last] - countedBefore[first], useful);
        }

        private long startOfPart(int first) {
            return first == 0 ? piece.offset() : run.gapEnd(firstGap + first - 1);
        }

        private long endOfPart(int last) {
            return last == gaps ? piece.end() : run.gapStart(firstGap + last);
        }
    }
}
