package dev.vectorio.plan;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.PriorityQueue;

/**
 * What a store costs in time and money, for predictions. The ready-made profiles hold published numbers of several years
 * and clients, named at each: a start, to be replaced by what one's own store shows.
 *
 * @param name as users write it
 * @param firstByte time to first byte of one GET
 * @param connectionBytesPerSecond bandwidth of one connection
 * @param totalBytesPerSecond bandwidth of all connections together
 * @param concurrency GETs in flight at most
 * @param dollarsPerMillionGets price of a million GETs
 * @param dollarsPerGigabyte price of 10^9 bytes moved, 0 where transfer inside the region is free
 */
public record StoreProfile(
        String name,
        Duration firstByte,
        long connectionBytesPerSecond,
        long totalBytesPerSecond,
        int concurrency,
        double dollarsPerMillionGets,
        double dollarsPerGigabyte) {
    private static final long MB = 1_000_000;

    /**
     * @throws IllegalArgumentException if a bandwidth or the concurrency is not positive, or a time or price is negative
     */
    public StoreProfile {
        if (connectionBytesPerSecond < 1 || totalBytesPerSecond < 1 || concurrency < 1) {
            throw new IllegalArgumentException(name + ": bandwidths and concurrency must be positive");
        }
        if (firstByte.isNegative() || dollarsPerMillionGets < 0 || dollarsPerGigabyte < 0) {
            throw new IllegalArgumentException(name + ": times and prices must not be negative");
        }
    }

    /**
     * S3 Standard read from its own region. 26 ms: median of small warm GETs, measured and published for a range cache
     * (Altinity, 64 to 256 KiB: 25 to 27 ms) and by a public benchmark (128 KiB: 26 ms). 90 MB/s a connection: the AWS
     * performance guide says 85 to 90, public measurements 82 to 93. $0.40 a million GETs, nothing per byte inside the
     * region: AWS price list, us-east-1, 2026. 1.25 GB/s is a client with 10 Gbit/s.
     */
    public static StoreProfile s3() {
        return new StoreProfile("s3", Duration.ofMillis(26), 90 * MB, 1_250 * MB, 64, 0.40, 0);
    }

    /**
     * S3 Express One Zone read from its own zone. 5 ms stands for the "single-digit milliseconds" of the AWS
     * documentation; bandwidths as for {@link #s3()}, for want of published ones. $0.03 a million GETs and $0.0006 a
     * gigabyte: AWS price list, us-east-1, 2026.
     */
    public static StoreProfile s3Express() {
        return new StoreProfile("s3-express", Duration.ofMillis(5), 90 * MB, 1_250 * MB, 64, 0.03, 0.0006);
    }

    /**
     * Google Cloud Storage read from its own region. 62 ms: median of the one published series with quantiles (2017, 90 %
     * within 136 ms), so take it as the slow side. 70 MB/s a connection is the product of latency and bandwidth, 4.3 MB,
     * that is used for this store, by that latency: no direct measurement is published. $0.40 a million class B operations: price list
     * of Google, regional Standard class, 2026.
     */
    public static StoreProfile gcs() {
        return new StoreProfile("gcs", Duration.ofMillis(62), 70 * MB, 1_250 * MB, 64, 0.40, 0);
    }

    /**
     * Azure Blob, hot tier, read from its own region. 138 MB/s a connection: 132 MiB/s measured and published for a single
     * stream. 35 ms lies between S3 and GCS and is an assumption, like $0.50 a million reads (hot, locally redundant; with a
     * hierarchical namespace each begun 4 MiB counts as a read, which this price leaves out).
     */
    public static StoreProfile adls() {
        return new StoreProfile("adls", Duration.ofMillis(35), 138 * MB, 1_250 * MB, 64, 0.50, 0);
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
            default ->
                throw new IllegalArgumentException(
                        "unknown store profile '" + name + "': one of s3, s3-express, gcs, adls");
        };
    }

    /** With another concurrency. */
    public StoreProfile withConcurrency(int requests) {
        return new StoreProfile(
                name,
                firstByte,
                connectionBytesPerSecond,
                totalBytesPerSecond,
                requests,
                dollarsPerMillionGets,
                dollarsPerGigabyte);
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
        ArrayDeque<Double> opening = new ArrayDeque<>(); // when the next first bytes come
        PriorityQueue<Double> ends = new PriorityQueue<>(); // of the open ones, in the measure of `served`
        int issued = Math.min(requestBytes.length, concurrency);
        for (int i = 0; i < issued; i++) {
            opening.add(latency);
        }
        double now = 0;
        double served = 0; // bytes that a connection open since time 0 would have got
        int opened = 0;
        while (!opening.isEmpty() || !ends.isEmpty()) {
            double rate = Math.min(
                    (double) connectionBytesPerSecond, (double) totalBytesPerSecond / Math.max(1, ends.size()));
            double nextOpen = opening.isEmpty() ? Double.MAX_VALUE : opening.peek();
            double nextEnd = ends.isEmpty() ? Double.MAX_VALUE : now + Math.max(0, ends.peek() - served) / rate;
            if (nextOpen <= nextEnd) {
                served += (nextOpen - now) * rate;
                now = nextOpen;
                opening.remove();
                ends.add(served + requestBytes[opened++]);
            } else {
                served = ends.remove();
                now = nextEnd;
                if (issued < requestBytes.length) {
                    opening.add(now + latency);
                    issued++;
                }
            }
        }
        return Duration.ofNanos(Math.round(now * 1e9));
    }
}
