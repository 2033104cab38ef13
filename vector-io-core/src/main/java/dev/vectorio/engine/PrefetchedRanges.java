package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was announced to one reader and not asked for yet: disjoint ranges. Guarded by the reader's lock. */
final class PrefetchedRanges {
    private static final Logger LOG = LoggerFactory.getLogger(PrefetchedRanges.class);

    private final ObjectReader reader;
    private final Engine engine;
    private final TreeMap<Long, PrefetchedRange> byOffset = new TreeMap<>();

    PrefetchedRanges(ObjectReader reader) {
        this.reader = reader;
        this.engine = reader.engine();
    }

    /** Announces what of these ranges is neither held nor announced; all of the object, as a window, if it is small. */
    void announce(List<ByteRange> ranges, ReadSettings settings, Later later) {
        List<ByteRange> fresh = fresh(ranges);
        if (fresh.isEmpty()) {
            return;
        }
        ReadPlan plan = reader.plan(fresh, List.of(), settings);
        if (plan.requests().stream().anyMatch(request -> request.reason() == Reason.WHOLE_OBJECT)) {
            for (PlannedRequest request : plan.requests()) {
                reader.windows().begin(GetRange.of(request.range()), request.reason(), Purpose.PREFETCH, later);
            }
        } else {
            begin(new RangedRead(reader, Purpose.PREFETCH, fresh, settings), plan, later);
        }
    }

    /** A range longer than the prefetch share would only stand in the way of those behind it. */
    private List<ByteRange> fresh(List<ByteRange> ranges) {
        IntervalSet held = reader.windows().bytes(List.of());
        IntervalSet taken = new IntervalSet();
        List<ByteRange> fresh = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            boolean useful = !range.isEmpty()
                    && range.length() <= engine.settings().limits().prefetchBytes()
                    && range.end() <= reader.pin().length().orElse(Long.MAX_VALUE)
                    && !held.contains(range)
                    && overlapping(range).isEmpty()
                    && taken.missing(range).equals(List.of(range));
            if (useful) {
                taken.add(range);
                fresh.add(range);
            }
        }
        return fresh;
    }

    private void begin(RangedRead read, ReadPlan plan, Later later) {
        List<Destination> destinations = new ArrayList<>(plan.ranges().size());
        for (int i = 0; i < plan.ranges().size(); i++) {
            PrefetchedRange range = new PrefetchedRange(
                    reader, read, i, engine.destination(read, plan.ranges().get(i)));
            range.destination().charge.owner = range;
            destinations.add(range.destination());
            byOffset.put(range.range().offset(), range);
            range.destination().stage().whenComplete((bytes, failure) -> {
                if (failure != null && drop(range)) {
                    LOG.debug("{}: prefetch of {} failed", reader.location(), range.range(), failure);
                }
            });
        }
        for (PlannedSlice slice : plan.held()) {
            // Not retained: a prefetch that waits for its turn must not keep memory that somebody may need.
            reader.windows()
                    .copies(slice, plan.ranges().get(slice.rangeIndex()), List.of(), false)
                    .forEach(destinations.get(slice.rangeIndex())::fillFrom);
        }
        List<RequestTask> tasks = RequestTask.forPlan(read, plan, destinations);
        later.add(() -> {
            engine.events().planned(read, plan);
            engine.scheduler().submit(tasks, List.of());
        });
    }

    boolean isEmpty() {
        return byOffset.isEmpty();
    }

    /** The announced range that is exactly this one, for the same allocator. */
    Optional<PrefetchedRange> exactly(ByteRange range, BufferAllocator allocator) {
        return Optional.ofNullable(byOffset.get(range.offset()))
                .filter(found -> found.range().equals(range) && found.isFor(allocator));
    }

    /** The announced ranges that share a byte with this one. */
    List<PrefetchedRange> overlapping(ByteRange range) {
        List<PrefetchedRange> found = new ArrayList<>(0);
        for (Map.Entry<Long, PrefetchedRange> e = byOffset.lowerEntry(range.end());
                e != null && e.getValue().range().overlaps(range);
                e = byOffset.lowerEntry(e.getKey())) {
            found.add(e.getValue());
        }
        return found;
    }

    boolean remove(PrefetchedRange range) {
        return byOffset.remove(range.range().offset(), range);
    }

    /** What was announced, for whoever lets it go. */
    List<PrefetchedRange> removeAll() {
        List<PrefetchedRange> all = List.copyOf(byOffset.values());
        byOffset.clear();
        return all;
    }

    /** Takes the lock. False if somebody asked for it, or dropped it, before. */
    boolean drop(PrefetchedRange range) {
        Leaver left;
        synchronized (reader) {
            if (!remove(range)) {
                return false;
            }
            left = reader.leaving();
        }
        range.letGo().whenComplete((ok, failure) -> reader.left(left));
        return true;
    }
}
