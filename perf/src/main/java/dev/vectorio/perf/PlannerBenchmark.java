package dev.vectorio.perf;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.Objective;
import dev.vectorio.plan.AdaptivePlanner;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.plan.StoreProfile;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Time and, with {@code -prof gc}, allocation of one plan by the default policy, or weighed for S3, once everything is compiled. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PlannerBenchmark {
    /** How many ranges are planned. */
    @Param({"100", "1000", "10000", "100000"})
    public int ranges;

    /** Whether they come sorted, as column chunks do. */
    @Param({"random", "sorted"})
    public String order = "random";

    /** Which planner. */
    @Param({"fixed", "adaptive"})
    public String kind = "fixed";

    private ReadPlanner planner = new CoalescingPlanner(CoalescingPolicy.defaults());
    private List<ByteRange> wanted = List.of();

    /** Makes the planner and the ranges, always the same. */
    @Setup
    public void makeRanges() {
        if ("adaptive".equals(kind)) {
            planner = new AdaptivePlanner(CoalescingPolicy.defaults(), 1 << 20, Objective.TIME, StoreProfile.s3());
        }
        wanted = "sorted".equals(order) ? RandomRanges.sorted(ranges) : RandomRanges.of(ranges);
    }

    /** One plan. */
    @Benchmark
    public ReadPlan plan() {
        return planner.plan(wanted, PlanContext.unknown());
    }
}
