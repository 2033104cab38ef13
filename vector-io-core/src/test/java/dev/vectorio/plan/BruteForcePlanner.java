package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of the fixed planner, done byte by byte for objects of a few hundred bytes: no sorting, no arithmetic on ranges,
 * every decision found by trying all possibilities. Gives the bytes that the GETs should ask for.
 */
final class BruteForcePlanner {
    private final CoalescingPolicy policy;
    private final PlanContext context;
    private final boolean[] asked;
    /** The byte before belongs to the same range (or its aligned blocks): both must come in one run. */
    private final boolean[] joined;

    private final boolean[] held;
    private boolean missing;
    private int missingEnd;

    BruteForcePlanner(CoalescingPolicy policy, PlanContext context, int bytes) {
        this.policy = policy;
        this.context = context;
        asked = new boolean[bytes];
        joined = new boolean[bytes];
        held = new boolean[bytes];
        for (ByteRange block : context.held()) {
            for (long at = block.offset(); at < block.end(); at++) {
                held[(int) at] = true;
            }
        }
    }

    List<ByteRange> requests(List<ByteRange> ranges) {
        for (ByteRange range : ranges) {
            for (int at = (int) range.offset(); at < range.end(); at++) {
                if (!held[at]) {
                    want(at, at > range.offset() && !held[at - 1]);
                }
            }
        }
        if (!missing) {
            return List.of();
        }
        long length = context.objectLength().orElse(Long.MAX_VALUE);
        if (length <= policy.wholeObjectBytes() && missingEnd <= length) {
            return wholeObject((int) length);
        }
        List<ByteRange> requests = new ArrayList<>();
        for (ByteRange run : runs()) {
            for (ByteRange piece : sizeCut(run)) {
                wasteCut(piece, requests);
            }
        }
        return requests;
    }

    /** Asks for a byte, with the rest of its aligned block as far as that exists and is not held. */
    private void want(int at, boolean withByteBefore) {
        missing = true;
        missingEnd = Math.max(missingEnd, at + 1);
        asked[at] = true;
        joined[at] |= withByteBefore;
        long alignment = policy.alignmentBytes();
        for (int i = at; i % alignment != 0 && !held[i - 1]; i--) {
            asked[i - 1] = true;
            joined[i] = true;
        }
        long length = context.objectLength().orElse(Long.MAX_VALUE);
        for (int i = at + 1; i % alignment != 0 && i < length && !held[i]; i++) {
            asked[i] = true;
            joined[i] = true;
        }
    }

    private List<ByteRange> wholeObject(int length) {
        List<ByteRange> requests = new ArrayList<>();
        for (int at = 0; at < length; at++) {
            if (!held[at] && (at == 0 || held[at - 1])) {
                int end = at;
                while (end < length && !held[end]) {
                    end++;
                }
                requests.add(ByteRange.between(at, end));
            }
        }
        return requests;
    }

    private List<ByteRange> runs() {
        List<ByteRange> runs = new ArrayList<>();
        int start = -1;
        int end = -1;
        for (int at = 0; at < asked.length; at++) {
            if (!asked[at]) {
                continue;
            }
            if (start < 0 || !isSameRun(end, at)) {
                if (start >= 0) {
                    runs.add(ByteRange.between(start, end));
                }
                start = at;
            }
            end = at + 1;
        }
        runs.add(ByteRange.between(start, end));
        return runs;
    }

    private boolean isSameRun(int end, int next) {
        for (int at = end; at < next; at++) {
            if (held[at]) {
                return false;
            }
        }
        return next == end ? joined[next] || policy.maxGapBytes() >= 0 : next - end <= policy.maxGapBytes();
    }

    private List<ByteRange> sizeCut(ByteRange run) {
        List<ByteRange> pieces = new ArrayList<>();
        int end = (int) run.end();
        int[] fewest = fewestPieces(run);
        int from = (int) run.offset();
        while (fewest[from] > 1) {
            int cut = bestGap(from, end, fewest);
            if (cut < 0) {
                cut = evenCut(from, end, fewest);
            }
            pieces.add(ByteRange.between(from, cut));
            from = firstAsked(cut);
        }
        pieces.add(ByteRange.between(from, end));
        return pieces;
    }

    /** How few pieces hold everything asked for from each byte on. */
    private int[] fewestPieces(ByteRange run) {
        int end = (int) run.end();
        int[] fewest = new int[end + 1];
        for (int from = end - 1; from >= run.offset(); from--) {
            fewest[from] = Integer.MAX_VALUE;
            for (int to = from + 1; to <= end && to - from <= policy.maxRequestBytes(); to++) {
                fewest[from] = Math.min(fewest[from], 1 + fewest[to == end ? end : firstAsked(to)]);
            }
        }
        return fewest;
    }

    /** Where the largest gap starts that costs no further piece, -1 if there is none. */
    private int bestGap(int from, int end, int[] fewest) {
        int best = -1;
        for (int at = from + 1; at < end && at - from <= policy.maxRequestBytes(); at++) {
            boolean gapStarts = asked[at - 1] && !asked[at];
            if (gapStarts
                    && fewest[firstAsked(at)] == fewest[from] - 1
                    && (best < 0 || firstAsked(at) - at > firstAsked(best) - best)) {
                best = at;
            }
        }
        return best;
    }

    /** The cut nearest to equal parts that costs no further piece. */
    private int evenCut(int from, int end, int[] fewest) {
        int even = from + (end - from + fewest[from] - 1) / fewest[from];
        int best = -1;
        for (int at = from + 1; at < end && at - from <= policy.maxRequestBytes(); at++) {
            boolean fits = fewest[at] == fewest[from] - 1;
            if (fits && (best < 0 || Math.abs(at - even) < Math.abs(best - even))) {
                best = at;
            }
        }
        return best;
    }

    private void wasteCut(ByteRange piece, List<ByteRange> parts) {
        long useful = 0;
        long counted = 0;
        int largest = -1;
        for (int at = (int) piece.offset(); at < piece.end(); at++) {
            useful += asked[at] ? 1 : 0;
            if (!asked[at] && asked[at - 1]) {
                int size = firstAsked(at) - at;
                counted += size > policy.wasteExemptGapBytes() ? size : 0;
                largest = largest < 0 || size > firstAsked(largest) - largest ? at : largest;
            }
        }
        if (counted > policy.maxWasteRatio() * useful) {
            wasteCut(ByteRange.between(piece.offset(), largest), parts);
            wasteCut(ByteRange.between(firstAsked(largest), piece.end()), parts);
        } else {
            parts.add(piece);
        }
    }

    private int firstAsked(int from) {
        int at = from;
        while (!asked[at]) {
            at++;
        }
        return at;
    }
}
