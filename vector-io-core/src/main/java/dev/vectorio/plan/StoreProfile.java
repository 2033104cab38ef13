package dev.vectorio.plan;

import java.time.Duration;
import java.util.Locale;

/**
 * What a store costs in time and money, for predictions. The ready-made profiles hold published numbers of several years
 * and clients, named at each: a start, to be replaced by what one's own store shows.
 *
 * @param name as users write it
 * @param firstByte time to first byte of one GET, the median
 * @param firstByteTail what 99 of 100 first bytes take at most; {@link #predict} does not look at it, a planner that weighs does
 * @param connectionBytesPerSecond bandwidth of one connection
 * @param totalBytesPerSecond bandwidth of all connections together
 * @param requestsPerSecond GETs that store and client can begin in a second, {@link Double#POSITIVE_INFINITY} for no
 *     such ceiling; looked at like the tail
 * @param concurrency GETs in flight at most
 * @param dollarsPerMillionGets price of a million GETs
 * @param dollarsPerGigabyte price of 10^9 bytes moved, 0 where transfer inside the region is free
 */
public record StoreProfile(
        String name,
        Duration firstByte,
        Duration firstByteTail,
        long connectionBytesPerSecond,
        long totalBytesPerSecond,
        double requestsPerSecond,
        int concurrency,
        double dollarsPerMillionGets,
        double dollarsPerGigabyte) {
    private static final long MB = 1_000_000;
    static final int ASSUMED_FIRST_BYTES = 4;
    private static final int TAIL_SAMPLES = 50; // with fewer, 99 of 100 say nothing

    /**
     * @throws IllegalArgumentException if a bandwidth or the concurrency is not positive, or a time or price is negative
     */
    public StoreProfile {
        if (connectionBytesPerSecond < 1 || totalBytesPerSecond < 1 || concurrency < 1) {
            throw new IllegalArgumentException(name + ": bandwidths and concurrency must be positive");
        }
        if (firstByteTail.compareTo(firstByte) < 0 || !(requestsPerSecond > 0)) {
            throw new IllegalArgumentException(
                    name + ": the tail must not be below the median, and the rate must be positive");
        }
        if (firstByte.isNegative() || dollarsPerMillionGets < 0 || dollarsPerGigabyte < 0) {
            throw new IllegalArgumentException(name + ": times and prices must not be negative");
        }
    }

    /** First bytes without scatter, and no ceiling on the rate. */
    public StoreProfile(
            String name,
            Duration firstByte,
            long connectionBytesPerSecond,
            long totalBytesPerSecond,
            int concurrency,
            double dollarsPerMillionGets,
            double dollarsPerGigabyte) {
        this(
                name,
                firstByte,
                firstByte,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                Double.POSITIVE_INFINITY,
                concurrency,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /**
     * S3 Standard read from its own region. 26 ms: median of small warm GETs, measured and published for a range cache
     * (Altinity, 64 to 256 KiB: 25 to 27 ms) and by a public benchmark (128 KiB: 26 ms). 90 MB/s a connection: the AWS
     * performance guide says 85 to 90, public measurements 82 to 93. 60 ms: 99 of 100 small GETs in the same series. 5,500
     * GETs a second: the AWS guide, for one prefix. $0.40 a million GETs, nothing per byte inside the
     * region: AWS price list, us-east-1, 2026. 1.25 GB/s is a client with 10 Gbit/s.
     */
    public static StoreProfile s3() {
        return ready("s3", 26, 60, 5_500, 90, 0.40, 0);
    }

    /**
     * S3 Express One Zone read from its own zone. 5 ms stands for the "single-digit milliseconds" of the AWS
     * documentation and 10 ms for its tail, 2,000,000 GETs a second for its published ceiling; bandwidths as for {@link #s3()}, for want of published ones. $0.03 a million GETs and $0.0006 a
     * gigabyte: AWS price list, us-east-1, 2026.
     */
    public static StoreProfile s3Express() {
        return ready("s3-express", 5, 10, 2_000_000, 90, 0.03, 0.0006);
    }

    /**
     * Google Cloud Storage read from its own region. 62 ms: median of the one published series with quantiles (2017, 90 %
     * within 136 ms, 99 % within 191 to 320 ms), so take it as the slow side. 5,000 GETs a second: a bucket's
     * documented start. 70 MB/s a connection is the product of latency and bandwidth, 4.3 MB,
     * that is used for this store, by that latency: no direct measurement is published. $0.40 a million class B operations: price list
     * of Google, regional Standard class, 2026.
     */
    public static StoreProfile gcs() {
        return ready("gcs", 62, 250, 5_000, 70, 0.40, 0);
    }

    /**
     * Azure Blob, hot tier, read from its own region. 138 MB/s a connection: 132 MiB/s measured and published for a single
     * stream. 35 ms lies between S3 and GCS and is an assumption, like $0.50 a million reads (hot, locally redundant; with a
     * hierarchical namespace each begun 4 MiB counts as a read, which this price leaves out) and a tail of 80 ms. 3,000 GETs
     * a second: documented for one blob.
     */
    public static StoreProfile adls() {
        return ready("adls", 35, 80, 3_000, 138, 0.50, 0);
    }

    /** A local file: 0.1 ms, 1 GB/s for each of its readers, 2 GB/s in all, and free. Assumed, for solid-state disks. */
    public static StoreProfile local() {
        return new StoreProfile(
                "local",
                Duration.ofNanos(100_000),
                Duration.ofMillis(1),
                1_000 * MB,
                2_000 * MB,
                Double.POSITIVE_INFINITY,
                64,
                0,
                0);
    }

    private static StoreProfile ready(
            String name,
            int firstByteMillis,
            int tailMillis,
            double requestsPerSecond,
            long connectionMegabytes,
            double dollarsPerMillionGets,
            double dollarsPerGigabyte) {
        return new StoreProfile(
                name,
                Duration.ofMillis(firstByteMillis),
                Duration.ofMillis(tailMillis),
                connectionMegabytes * MB,
                1_250 * MB,
                requestsPerSecond,
                64,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /**
     * A profile by its name.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static StoreProfile named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "s3" -> s3();
            case "s3-express" -> s3Express();
            case "gcs" -> gcs();
            case "adls" -> adls();
            case "local" -> local();
            default ->
                throw new IllegalArgumentException(
                        "unknown store profile '" + name + "': one of s3, s3-express, gcs, adls, local");
        };
    }

    /** What is assumed of a store that nothing was measured on yet, by the scheme of its locations; S3 for unknown ones. */
    public static StoreProfile ofScheme(String scheme) {
        return switch (scheme.toLowerCase(Locale.ROOT)) {
            case "gs" -> gcs();
            case "abfs", "abfss", "wasb", "wasbs", "https" -> adls();
            case "file" -> local();
            default -> s3();
        };
    }

    /** With another name. */
    public StoreProfile withName(String name) {
        return new StoreProfile(
                name,
                firstByte,
                firstByteTail,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                requestsPerSecond,
                concurrency,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /** With another concurrency. */
    public StoreProfile withConcurrency(int requests) {
        return new StoreProfile(
                name,
                firstByte,
                firstByteTail,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                requestsPerSecond,
                requests,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /** With other first bytes: the median, and what 99 of 100 take at most. */
    public StoreProfile withFirstByte(Duration median, Duration tail) {
        return new StoreProfile(
                name,
                median,
                tail,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                requestsPerSecond,
                concurrency,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /** With other bandwidths in bytes a second, of one connection and of all. */
    public StoreProfile withBandwidth(long ofConnection, long ofAll) {
        return new StoreProfile(
                name,
                firstByte,
                firstByteTail,
                ofConnection,
                ofAll,
                requestsPerSecond,
                concurrency,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /** With another ceiling of GETs a second. */
    public StoreProfile withRequestsPerSecond(double rate) {
        return new StoreProfile(
                name,
                firstByte,
                firstByteTail,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                rate,
                concurrency,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
    }

    /** With other prices in dollars: of a million GETs, and of 10^9 bytes moved. */
    public StoreProfile withPrices(double ofMillionGets, double ofGigabyte) {
        return new StoreProfile(
                name,
                firstByte,
                firstByteTail,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                requestsPerSecond,
                concurrency,
                ofMillionGets,
                ofGigabyte);
    }

    /**
     * With what was seen of the store. A figure moves from what is assumed to what was seen as samples come, by their
     * logarithms: the assumption weighs as much as {@value #ASSUMED_FIRST_BYTES} times to first byte, as one lone body and as
     * one busy moment. A bandwidth of all that was reached is believed at once.
     */
    public StoreProfile learned(StoreEstimate seen) {
        long median = Math.max(
                1,
                blend(firstByte.toNanos(), ASSUMED_FIRST_BYTES, seen.firstByte().toNanos(), seen.firstBytes()));
        double tails = seen.firstBytes() < TAIL_SAMPLES
                ? ratio(firstByteTail, firstByte)
                : ratio(seen.firstByteTail(), seen.firstByte());
        long tail = Math.max(median, Math.round(median * tails));
        long ofOne = blend(connectionBytesPerSecond, 1, seen.connectionBytesPerSecond(), seen.loneBodies());
        long ofAll = blend(totalBytesPerSecond, 1, seen.totalBytesPerSecond(), seen.busyMoments());
        long reached = seen.busyMoments() == 0 ? seen.mostBytesPerSecond() : seen.totalBytesPerSecond();
        return withFirstByte(Duration.ofNanos(median), Duration.ofNanos(tail))
                .withBandwidth(Math.max(1, ofOne), Math.max(1, Math.max(ofOne, Math.max(ofAll, reached))));
    }

    private static double ratio(Duration tail, Duration median) {
        return (double) tail.toNanos() / Math.max(1, median.toNanos());
    }

    private static long blend(long assumed, int weight, long seen, int samples) {
        if (samples == 0 || seen <= 0 || assumed <= 0) {
            return assumed;
        }
        double logarithm =
                (weight * Math.log((double) assumed) + samples * Math.log((double) seen)) / (weight + samples);
        return Math.round(Math.exp(logarithm));
    }

    /** Price of these GETs and bytes in dollars. */
    public double dollars(long gets, long bytes) {
        return gets * dollarsPerMillionGets / 1e6 + bytes * dollarsPerGigabyte / 1e9;
    }

    /**
     * Time from the first request to the last byte, by the fluid model: a request waits for a free slot, then
     * {@link #firstByte}, then moves at the smaller of its connection's bandwidth and an equal share of the total.
     * O(n log n). The scatter of real first bytes is left out: of many requests the slowest comes later than this says.
     *
     * @param requestBytes sizes in the order they are issued
     */
    public Duration predict(long[] requestBytes) {
        double latency = firstByte.toNanos() / 1e9;
        double seconds = new FluidModel(this).seconds(requestBytes, request -> latency, 0);
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
