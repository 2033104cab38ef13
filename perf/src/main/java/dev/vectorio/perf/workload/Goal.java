package dev.vectorio.perf.workload;

import dev.vectorio.perf.store.StoreModel;

/**
 * What a workload is judged by; fixed before anything is measured.
 *
 * @param rounds steps that depend on one another; the tail is one
 * @param needBytes bytes asked for
 * @param connections how many requests the workload allows at once
 * @param fetchFactor raw ranges within this factor of the floor; 0 if no time is judged
 * @param decode all values within this
 * @param rowGroups how many there are
 * @param counts what the store's log may show
 */
public record Goal(
        int rounds,
        long needBytes,
        int connections,
        double fetchFactor,
        DecodeGoal decode,
        int rowGroups,
        Counts counts) {
    /** The least time on this store. */
    public double floorMillis(StoreModel store) {
        return store.floorMillis(rounds, needBytes, connections);
    }

    /** True if times are judged. */
    public boolean judgesTimes() {
        return fetchFactor > 0;
    }

    /** The most that all values may take. */
    public double decodeLimit(double floor, double fetch, double local) {
        return decode.limit(floor, fetch, local, rowGroups);
    }
}
