package dev.vectorio.parquet;

import dev.vectorio.VectorIoStats;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.ReadPlan;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ColumnPath;

/**
 * What a read through {@link VectorIoParquet#open} fetches: the steps are the plans that it runs.
 *
 * @param layout the footer, and the file that it belongs to
 * @param rowGroups the row groups that are read, by position in the footer
 * @param columns the leaf columns that are read
 * @param ranges the bytes wanted: column chunks, or the pages that a filter leaves
 * @param opening what reading the footer took, and what the filter looks at; a read begins with the same
 * @param steps the requests for the ranges: those of one step go out together, the next step begins when they are
 *     through. One step, or none, as a rule; one for each buffer of parquet-java where the option {@code enabled} is off
 * @param exact true if a read sends these requests and no others, but for what no plan can foresee: a retry, and the
 *     duplicate of a late request where {@code hedge.enabled} is on; false if the memory budget is too small for that, so that
 *     a read cuts requests, or fetches again what it had to let go
 */
public record ParquetPlan(
        ParquetLayout layout,
        List<Integer> rowGroups,
        Set<ColumnPath> columns,
        List<LabelledRange> ranges,
        VectorIoStats opening,
        List<ReadPlan> steps,
        boolean exact) {
    /** The collections are copied. */
    public ParquetPlan {
        rowGroups = List.copyOf(rowGroups);
        columns = Set.copyOf(columns);
        ranges = List.copyOf(ranges);
        steps = List.copyOf(steps);
    }

    /** The requests of all steps, in their order. */
    public List<PlannedRequest> requests() {
        return steps.stream().flatMap(step -> step.requests().stream()).toList();
    }

    /** GETs of a whole read, those for the footer included. */
    public long gets() {
        return opening.gets() + dataRequests();
    }

    /** GETs behind the footer. */
    public long dataRequests() {
        return steps.stream().mapToLong(step -> step.requests().size()).sum();
    }

    /** Bytes that the requests behind the footer ask for. */
    public long dataBytes() {
        return sum(steps.stream().map(ReadPlan::fetchedBytes));
    }

    /** Size of the union of the ranges, in bytes. */
    public long dataNeedBytes() {
        return sum(steps.stream().map(ReadPlan::needBytes));
    }

    /** Bytes that a whole read fetches. */
    public long fetchedBytes() {
        return opening.fetchedBytes() + dataBytes();
    }

    /** Bytes that a whole read is asked for. */
    public long needBytes() {
        return opening.needBytes() + dataNeedBytes();
    }

    /** Rounds of a whole read: those of the opening, and one for each step that sends something. */
    public long rounds() {
        return opening.rounds()
                + steps.stream().filter(step -> !step.requests().isEmpty()).count();
    }

    /**
     * Most GETs in flight at once, where answers take longer than sending.
     *
     * @param limit how many may be, at most
     */
    public long maxInFlight(long limit) {
        long most =
                steps.stream().mapToLong(step -> step.requests().size()).max().orElse(0);
        return Math.max(opening.maxInFlight(), Math.min(limit, most));
    }

    private static long sum(Stream<Long> numbers) {
        return numbers.mapToLong(Long::longValue).sum();
    }
}
