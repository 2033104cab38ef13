package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What one reader has announced: disjoint ranges. Guarded by the reader's lock. */
final class PrefetchedRanges {
    private final TreeMap<Long, PrefetchedRange> byOffset = new TreeMap<>();

    void add(PrefetchedRange range) {
        byOffset.put(range.destination().range().offset(), range);
    }

    /** The announced range that is exactly this one. */
    Optional<PrefetchedRange> exactly(ByteRange range) {
        return Optional.ofNullable(byOffset.get(range.offset()))
                .filter(found -> found.destination().range().equals(range));
    }

    /** The announced ranges that share a byte with this one. */
    List<PrefetchedRange> overlapping(ByteRange range) {
        List<PrefetchedRange> found = new ArrayList<>(0);
        for (Map.Entry<Long, PrefetchedRange> e = byOffset.lowerEntry(range.end());
                e != null && e.getValue().destination().range().overlaps(range);
                e = byOffset.lowerEntry(e.getKey())) {
            found.add(e.getValue());
        }
        return found;
    }

    boolean remove(PrefetchedRange range) {
        return byOffset.remove(range.destination().range().offset(), range);
    }

    List<PrefetchedRange> removeAll() {
        List<PrefetchedRange> all = List.copyOf(byOffset.values());
        byOffset.clear();
        return all;
    }
}
