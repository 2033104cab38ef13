package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a read will do: the requests in the order they are issued, and what comes from memory. The plan that prints is the
 * plan that runs.
 *
 * @param ranges what was asked for, in the caller's order
 * @param requests the GETs, by offset
 * @param held what is in memory already
 * @param choice why it has this shape, where a planner weighed several
 */
public record ReadPlan(
        List<ByteRange> ranges, List<PlannedRequest> requests, List<PlannedSlice> held, Optional<PlanChoice> choice) {
    /** The lists are copied. */
    public ReadPlan {
        ranges = List.copyOf(ranges);
        requests = List.copyOf(requests);
        held = List.copyOf(held);
    }

    /** A plan that was not weighed against others. */
    public ReadPlan(List<ByteRange> ranges, List<PlannedRequest> requests, List<PlannedSlice> held) {
        this(ranges, requests, held, Optional.empty());
    }

    /** Size of the union of the ranges, in bytes. O(n log n), O(n) where the ranges are sorted. */
    public long needBytes() {
        long[] starts = new long[ranges.size()];
        long[] ends = new long[ranges.size()];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = ranges.get(i).offset();
            ends[i] = ranges.get(i).end();
        }
        // The union begins and ends where the i-th start and the i-th end do, whichever ranges they belong to.
        Arrays.sort(starts);
        Arrays.sort(ends);
        long need = 0;
        long seen = 0;
        for (int i = 0; i < starts.length; i++) {
            need += Math.max(0, ends[i] - Math.max(seen, starts[i]));
            seen = Math.max(seen, ends[i]);
        }
        return need;
    }

    /** Bytes that the requests ask for. */
    public long fetchedBytes() {
        long fetched = 0;
        for (PlannedRequest request : requests) {
            fetched += request.range().length();
        }
        return fetched;
    }

    /** The length of each request in bytes, in the order they are issued: what {@link StoreProfile#predict} takes. */
    public long[] requestBytes() {
        long[] lengths = new long[requests.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = requests.get(i).range().length();
        }
        return lengths;
    }

    /** Fetched bytes by needed bytes; 1 where nothing is needed. */
    public double amplification() {
        long need = needBytes();
        return need == 0 ? 1 : (double) fetchedBytes() / need;
    }

    /** The plan as text, without names for the ranges, predicted for the store it was made for, or {@link StoreProfile#s3()}. */
    public String explain() {
        return explain(List.of(), choice.map(PlanChoice::profile).orElseGet(StoreProfile::s3));
    }

    /**
     * The plan as text: what it costs, then how many requests have which shape and what is wasted, then a line per request.
     *
     * @param labels a name for each range, or an empty list for {@code range 0}, {@code range 1}, ...
     */
    public String explain(List<String> labels, StoreProfile profile) {
        return new PlanReport(this, labels, profile).text();
    }
}
