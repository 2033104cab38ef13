package dev.vectorio.perf;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlan;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The first plan of a JVM: nothing is compiled, no class of the planner is loaded. One call in each of many JVMs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(15)
public class FirstPlanBenchmark {
    private final List<ByteRange> wanted = RandomRanges.of(100_000);

    /** Plans 100,000 random ranges. */
    @Benchmark
    public ReadPlan plan() {
        return new CoalescingPlanner(CoalescingPolicy.defaults()).plan(wanted, PlanContext.unknown());
    }
}
