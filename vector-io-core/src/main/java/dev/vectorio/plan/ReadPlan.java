package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * What a read will do: the requests in the order they are issued, and what comes from memory. The plan that prints is the
 * plan that runs.
 *
 * @param ranges what was asked for, in the caller's order
 * @param requests the GETs, by offset
 * @param held what is in memory already
 */
public record ReadPlan(List<ByteRange> ranges, List<PlannedRequest> requests, List<PlannedSlice> held) {
    /** The lists are copied. */
    public ReadPlan {
        ranges = List.copyOf(ranges);
        requests = List.copyOf(requests);
        held = List.copyOf(held);
    }

    /** Size of the union of the ranges, in bytes. */
    public long needBytes() {
        long need = 0;
        long seen = 0;
        for (ByteRange range : ranges.stream().sorted().toList()) {
            need += Math.max(0, range.end() - Math.max(seen, range.offset()));
            seen = Math.max(seen, range.end());
        }
        return need;
    }

    /** Bytes that the requests ask for. */
    public long fetchedBytes() {
        return requests.stream().mapToLong(request -> request.range().length()).sum();
    }

    /** Fetched bytes by needed bytes; 1 where nothing is needed. */
    public double amplification() {
        long need = needBytes();
        return need == 0 ? 1 : (double) fetchedBytes() / need;
    }

    /** The plan as text, without names for the ranges, predicted for {@link StoreProfile#s3()}. */
    public String explain() {
        return explain(List.of(), StoreProfile.s3());
    }

    /**
     * The plan as text: totals first, then a line per request.
     *
     * @param labels a name for each range, or an empty list for {@code range 0}, {@code range 1}, ...
     */
    public String explain(List<String> labels, StoreProfile profile) {
        return new PlanReport(this, labels, profile).text();
    }
}
