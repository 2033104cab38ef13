package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The least that requests can cost where each costs a price and each of its bytes another, and none may be longer than a
 * limit: by dynamic programming, and by trying everything. A request ends with a range, or is as long as it may be: another one
 * could take bytes over from the next at no cost.
 *
 * @param ranges sorted, apart
 */
record AdditiveOptimum(List<ByteRange> ranges, double perRequest, double perByte, long limit) {
    /** The shortest path over the places where requests may begin. */
    double byDynamicProgramming() {
        return from(0, ranges.get(0).offset(), new HashMap<>());
    }

    private double from(int first, long start, Map<Long, Double> known) {
        if (first == ranges.size()) {
            return 0;
        }
        Double before = known.get(start);
        if (before != null) {
            return before;
        }
        double least = Double.MAX_VALUE;
        int last = first;
        for (; last < ranges.size() && ranges.get(last).end() - start <= limit; last++) {
            long next = last + 1 < ranges.size() ? ranges.get(last + 1).offset() : Long.MAX_VALUE;
            least = Math.min(least, cost(ranges.get(last).end() - start) + from(last + 1, next, known));
        }
        if (last < ranges.size() && ranges.get(last).offset() < start + limit) {
            least = Math.min(least, cost(limit) + from(last, start + limit, known));
        }
        known.put(start, least);
        return least;
    }

    /** Without remembering anything. */
    double byBruteForce() {
        return from(0, ranges.get(0).offset());
    }

    private double from(int first, long start) {
        double least = first == ranges.size() ? 0 : Double.MAX_VALUE;
        for (int last = first; last < ranges.size(); last++) {
            ByteRange range = ranges.get(last);
            boolean fits = range.end() - start <= limit;
            if (fits) {
                long next = last + 1 < ranges.size() ? ranges.get(last + 1).offset() : Long.MAX_VALUE;
                least = Math.min(least, cost(range.end() - start) + from(last + 1, next));
            } else if (range.offset() < start + limit) {
                least = Math.min(least, cost(limit) + from(last, start + limit));
            }
        }
        return least;
    }

    private double cost(long bytes) {
        return perRequest + perByte * bytes;
    }
}
