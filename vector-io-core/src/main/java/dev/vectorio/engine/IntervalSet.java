package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The union of ranges, and its size. Not thread-safe. */
final class IntervalSet {
    private final TreeMap<Long, Long> endByStart = new TreeMap<>();
    private long bytes;

    /** Adds a range; returns how many of its bytes are new. */
    long add(ByteRange range) {
        if (range.isEmpty()) {
            return 0;
        }
        long start = range.offset();
        long end = range.end();
        long before = bytes;
        for (Map.Entry<Long, Long> e = endByStart.floorEntry(end);
                e != null && e.getValue() >= start;
                e = endByStart.floorEntry(end)) {
            start = Math.min(start, e.getKey());
            end = Math.max(end, e.getValue());
            bytes -= e.getValue() - e.getKey();
            endByStart.remove(e.getKey());
        }
        endByStart.put(start, end);
        bytes += end - start;
        return bytes - before;
    }

    boolean contains(ByteRange range) {
        Map.Entry<Long, Long> e = endByStart.floorEntry(range.offset());
        return range.isEmpty() || (e != null && e.getValue() >= range.end());
    }

    /** What of {@code range} is not in the set, in order. */
    List<ByteRange> missing(ByteRange range) {
        List<ByteRange> missing = new ArrayList<>(1);
        long at = range.offset();
        Long floor = endByStart.floorKey(at);
        for (Map.Entry<Long, Long> e :
                endByStart.tailMap(floor == null ? at : floor, true).entrySet()) {
            if (e.getKey() >= range.end()) {
                break;
            }
            if (e.getKey() > at) {
                missing.add(ByteRange.between(at, e.getKey()));
            }
            at = Math.max(at, e.getValue());
        }
        if (at < range.end()) {
            missing.add(ByteRange.between(at, range.end()));
        }
        return missing;
    }

    /** The ranges, sorted, disjoint and not touching. */
    List<ByteRange> ranges() {
        List<ByteRange> ranges = new ArrayList<>(endByStart.size());
        endByStart.forEach((start, end) -> ranges.add(ByteRange.between(start, end)));
        return ranges;
    }

    long bytes() {
        return bytes;
    }
}
