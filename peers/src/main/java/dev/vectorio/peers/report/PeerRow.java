package dev.vectorio.peers.report;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.table.Goal.Measure;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What one peer needed for one case.
 *
 * @param peer which
 * @param first reads of the first set of files
 * @param second reads of the set that is seeded differently
 * @param peakBytes most memory of its process so far
 * @param failure why it could not read, if it could not
 */
public record PeerRow(Peer peer, List<Sample> first, List<Sample> second, long peakBytes, Optional<String> failure) {
    /** The lists are copied. */
    public PeerRow {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    /** True if there is something to show. */
    public boolean measured() {
        return failure.isEmpty() && !first.isEmpty();
    }

    /** Median time in milliseconds over the first set. */
    public double millis() {
        return median(Measure.TIME, false);
    }

    /** Median time in milliseconds over the second set. */
    public double secondMillis() {
        return median(Measure.TIME, true);
    }

    /** Median processor time in seconds over the first set. */
    public double cpuSeconds() {
        return median(Measure.CPU, false);
    }

    /**
     * Median of what can be promised, over one of the sets.
     *
     * @param ofSecond which one
     */
    double median(Measure measure, boolean ofSecond) {
        List<Sample> samples = ofSecond ? second : first;
        return switch (measure) {
            case TIME -> median(samples, sample -> sample.outcome().millis());
            case CPU -> median(samples, sample -> sample.outcome().cpuSeconds());
            case BYTES -> median(samples, Sample::bytes);
        };
    }

    /** Any one read: counts are the same in each, or the table says so. */
    public Sample any() {
        return first.get(0);
    }

    private static double median(List<Sample> samples, ToDoubleFunction<Sample> what) {
        double[] sorted = samples.stream().mapToDouble(what).sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
