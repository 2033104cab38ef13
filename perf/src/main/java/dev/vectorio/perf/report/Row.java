package dev.vectorio.perf.report;

import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.workload.Goal;
import dev.vectorio.perf.workload.Prediction;
import dev.vectorio.perf.workload.Workload;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * All samples of one workload.
 *
 * @param workload what was read
 * @param samples by leg, in the order they were taken
 * @param cpu what its raw ranges cost the client
 * @param prediction what the plans said of its raw ranges before anything was read, if it is one file
 */
public record Row(Workload workload, Map<Leg, List<Sample>> samples, ClientCpu cpu, Optional<Prediction> prediction) {
    private static final double PREDICTION_ERROR = 0.2;

    /** The map is copied. */
    public Row {
        samples = Map.copyOf(new EnumMap<>(samples));
    }

    /** Median of the wall times of a leg. */
    public double millis(Leg leg) {
        return median(leg, Sample::millis);
    }

    /** Median of anything. */
    public double median(Leg leg, ToDoubleFunction<Sample> of) {
        double[] sorted = samples(leg).stream().mapToDouble(of).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Samples of a leg; none if it was not run. */
    public List<Sample> samples(Leg leg) {
        return samples.getOrDefault(leg, List.of());
    }

    /** The wall times of a leg as they came. */
    public double[] times(Leg leg) {
        return samples(leg).stream().mapToDouble(Sample::millis).toArray();
    }

    /** The least time. */
    public double floor(StoreModel store) {
        return workload.floorMillis(store);
    }

    /** The most that raw ranges may take. */
    public double fetchLimit(StoreModel store) {
        Goal goal = workload.goal();
        return goal.judgesTimes() ? goal.fetchFactor() * floor(store) : Double.POSITIVE_INFINITY;
    }

    /** The most that decoding may take. */
    public double decodeLimit(StoreModel store) {
        return workload.goal().decodeLimit(floor(store), millis(Leg.FETCH), millis(Leg.LOCAL));
    }

    /** True if a plan named the requests and bytes that the store saw. */
    public boolean predictedCounts() {
        return prediction.isEmpty()
                || samples(Leg.FETCH).stream()
                        .allMatch(sample -> sample.log().gets()
                                        == prediction.get().gets()
                                && sample.log().bytes() == prediction.get().bytes());
    }

    /** True if the median time is within a fifth of what the plan said. */
    public boolean predictedTime() {
        return prediction.isEmpty()
                || Math.abs(millis(Leg.FETCH) / prediction.get().millis() - 1) <= PREDICTION_ERROR;
    }

    /** What the store's log shows that it should not. */
    public List<String> violations() {
        return Arrays.stream(Leg.values())
                .filter(leg -> leg != Leg.LOCAL)
                .flatMap(leg -> samples(leg).stream()
                        .flatMap(sample -> workload.goal().counts().violations(sample.log()).stream())
                        .map(violation -> leg + ": " + violation))
                .distinct()
                .toList();
    }
}
