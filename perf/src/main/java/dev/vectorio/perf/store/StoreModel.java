package dev.vectorio.perf.store;

import dev.vectorio.plan.StoreProfile;
import dev.vectorio.store.timing.TimingModel;
import java.time.Duration;
import java.util.Locale;

/**
 * How fast the store is set to be: the numbers that floors are computed from.
 *
 * @param firstByte median time to first byte
 * @param sigma standard deviation of its logarithm
 * @param connectionBytesPerSecond bandwidth of one connection
 * @param totalBytesPerSecond bandwidth of all
 * @param seed of the draws of the time to first byte
 */
public record StoreModel(
        Duration firstByte, double sigma, long connectionBytesPerSecond, long totalBytesPerSecond, long seed) {
    /** No latency and no limit, for warming up. */
    public static StoreModel unlimited() {
        return new StoreModel(Duration.ZERO, 0, TimingModel.UNLIMITED, TimingModel.UNLIMITED, 0);
    }

    /** The same with other draws. */
    public StoreModel withSeed(long changed) {
        return new StoreModel(firstByte, sigma, connectionBytesPerSecond, totalBytesPerSecond, changed);
    }

    /** What the store is started with. */
    public TimingModel timing() {
        return new TimingModel(firstByte, sigma, connectionBytesPerSecond, totalBytesPerSecond, seed);
    }

    /** What a plan's time is predicted with. */
    public StoreProfile profile(int concurrency) {
        return new StoreProfile(
                "the simulated store", firstByte, connectionBytesPerSecond, totalBytesPerSecond, concurrency, 0, 0);
    }

    /**
     * The least time that reading can take on this store: {@code rounds} first bytes one after another, then the bytes at
     * the smaller of all bandwidth and {@code connections} times that of one.
     *
     * @param rounds steps that depend on one another, a property of the workload and never of what was measured
     * @param needBytes bytes that are asked for
     * @param connections how many the workload lets a reader use at once
     */
    public double floorMillis(int rounds, long needBytes, int connections) {
        double bandwidth = Math.min((double) totalBytesPerSecond, (double) connections * connectionBytesPerSecond);
        return rounds * firstByte.toNanos() / 1e6 + needBytes / bandwidth * 1e3;
    }

    /** Such as {@code 30 ms to first byte (sigma 0.1), 60 MB/s per connection, 400 MB/s in all}. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                "%d ms to first byte (log-normal, sigma %s), %d MB/s per connection, %d MB/s in all",
                firstByte.toMillis(),
                sigma,
                connectionBytesPerSecond / 1_000_000,
                totalBytesPerSecond / 1_000_000);
    }
}
