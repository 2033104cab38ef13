package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Plans 100,000 random ranges in a JVM that has planned nothing yet, and prints the milliseconds that its thread ran. */
final class FirstPlan {
    private FirstPlan() {}

    /** Random ranges of up to 200 kB over 1 MB each: a quarter merges. */
    static List<ByteRange> randomRanges(int count, long seed) {
        Random random = new Random(seed);
        List<ByteRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ranges.add(ByteRange.of((long) (random.nextDouble() * 1e6 * count), random.nextInt(200_000)));
        }
        return ranges;
    }

    public static void main(String[] args) throws IOException {
        List<ByteRange> ranges = randomRanges(100_000, 1);
        long start = nanos();
        ReadPlan plan = new CoalescingPlanner(CoalescingPolicy.defaults()).plan(ranges, PlanContext.unknown());
        long millis = (nanos() - start) / 1_000_000;
        if (plan.requests().isEmpty()) {
            throw new IllegalStateException("nothing planned");
        }
        System.out.print(millis);
    }

    /** Processor time of this thread where the system tells it, so that other work on the machine does not count. */
    private static long nanos() throws IOException {
        Path processorTime = Path.of("/proc/thread-self/schedstat");
        return Files.exists(processorTime)
                ? Long.parseLong(Files.readString(processorTime).split(" ", -1)[0])
                : System.nanoTime();
    }
}
