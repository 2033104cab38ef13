package dev.vectorio.parquet;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.plan.ReadPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The plans that the engine is going to make of what parquet-java asks for, made beforehand: all announced row groups in
 * one, and one for each read that nothing announces.
 */
final class PlanSteps {
    private final ParquetSource source;
    private final List<RowGroupPlan.Group> groups;
    private final long longestAllocation;

    /**
     * @param longestAllocation parquet-java's longest buffer
     */
    PlanSteps(ParquetSource source, List<RowGroupPlan.Group> groups, long longestAllocation) {
        this.source = source;
        this.groups = groups;
        this.longestAllocation = longestAllocation;
    }

    List<ReadPlan> steps() {
        List<ReadPlan> steps = new ArrayList<>();
        if (source.options().enabled()) {
            List<ByteRange> announced = RowGroupPlan.parts(groups).stream()
                    .filter(this::isAnnounced)
                    .toList();
            add(steps, announced, RowGroupPlan.requestLimit(groups, source.options()));
        }
        for (List<ByteRange> together : source.options().enabled() ? afterwards() : serial()) {
            add(steps, together, Long.MAX_VALUE);
        }
        return steps;
    }

    private void add(List<ReadPlan> steps, List<ByteRange> together, long maxRequestBytes) {
        if (together.isEmpty()) {
            return;
        }
        boolean whole = steps.stream()
                .flatMap(step -> step.requests().stream())
                .anyMatch(request -> request.reason() == PlannedRequest.Reason.WHOLE_OBJECT);
        steps.add(whole ? fromMemory(together) : source.plan(together, maxRequestBytes));
    }

    /** What an earlier step fetches whole is in memory for those that follow. */
    private static ReadPlan fromMemory(List<ByteRange> together) {
        long end = together.stream().mapToLong(ByteRange::end).max().orElse(0);
        return new CoalescingPlanner(CoalescingPolicy.defaults())
                .plan(together, new PlanContext(OptionalLong.empty(), List.of(ByteRange.between(0, end))));
    }

    /** Row group by row group what is too long to be announced. */
    private List<List<ByteRange>> afterwards() {
        List<List<ByteRange>> reads = new ArrayList<>();
        for (RowGroupPlan.Group group : groups) {
            reads.add(group.parts().stream().filter(part -> !isAnnounced(part)).toList());
        }
        return reads;
    }

    private boolean isAnnounced(ByteRange part) {
        return part.length() <= prefetchBytes();
    }

    /** Without vectored reads parquet-java fills one buffer after another. */
    private List<List<ByteRange>> serial() {
        List<ByteRange> buffers = new ArrayList<>();
        for (ByteRange part : RowGroupPlan.parts(groups)) {
            ConsecutiveParts.cut(part, longestAllocation, buffers);
        }
        return buffers.stream().map(List::of).toList();
    }

    /**
     * True if memory never stands in the way: what is held of the end of the file stays, a row group that is waited for fits
     * beside the prefetch of the following ones, and so does each request of it.
     */
    boolean fitMemory(List<ReadPlan> steps, long heldBytes) {
        long budget = source.options().effectiveMemoryBudgetBytes();
        if (groups.stream().anyMatch(RowGroupPlan.Group::serial)) {
            return false;
        }
        if (!source.options().enabled()) {
            return steps.stream().allMatch(step -> heldBytes + step.needBytes() <= budget);
        }
        long rowGroup = groups.stream()
                .mapToLong(group ->
                        group.parts().stream().mapToLong(ByteRange::length).sum())
                .max()
                .orElse(0);
        boolean ahead = RowGroupPlan.parts(groups).stream().anyMatch(this::isAnnounced);
        boolean alone = (groups.size() <= 1 || !ahead) && heldBytes + rowGroup <= budget;
        // what is announced is the first step
        return (alone || heldBytes + rowGroup <= budget - prefetchBytes())
                && steps.stream()
                        .limit(ahead ? 1 : 0)
                        .allMatch(step -> step.requests().stream()
                                .allMatch(request -> buffersOf(step, request) <= prefetchBytes()));
    }

    private static long buffersOf(ReadPlan step, PlannedRequest request) {
        return request.slices().stream()
                .map(PlannedSlice::rangeIndex)
                .distinct()
                .mapToLong(index -> step.ranges().get(index).length())
                .sum();
    }

    private long prefetchBytes() {
        VectorIoOptions options = source.options();
        return (long) (options.effectiveMemoryBudgetBytes() * options.prefetchBudgetShare());
    }
}
