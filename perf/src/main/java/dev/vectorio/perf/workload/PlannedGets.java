package dev.vectorio.perf.workload;

import java.util.Map;
import java.util.Objects;

/**
 * The GETs of each workload under default options, the tail among them, where its ranges are planned together or row group by
 * row group. Nothing but the plan decides them, on every store and through every binding.
 */
public final class PlannedGets {
    private static final Map<String, Integer> GETS = Map.of(
            "small", 1,
            "small, length unknown", 1,
            "200 small, 16 readers", 200,
            "200 small, announced, 1 reader", 200,
            "mid, all", 10,
            "big, 3 columns", 25,
            "big, 50 alternate columns", 17,
            "paged, 1 % of rows", 21,
            "footer larger than the tail", 14);

    private PlannedGets() {}

    /** How many. */
    public static int of(Workload workload) {
        return Objects.requireNonNull(GETS.get(workload.name()), workload.name());
    }
}
