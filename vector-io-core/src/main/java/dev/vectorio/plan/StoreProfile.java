package dev.vectorio.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.PriorityQueue;

/**
 * What a store costs in time and money, for predictions.
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

    /** S3 Standard read from its own region: 26 ms, 90 MB/s a connection, 10 Gbit/s in all, $0.40 a million GETs. */
    public static StoreProfile s3() {
        return new StoreProfile("s3", Duration.ofMillis(26), 90 * MB, 1_250 * MB, 64, 0.40, 0);
    }

    /** S3 Express One Zone: 5 ms, $0.03 a million GETs and $0.0006 a gigabyte. */
    public static StoreProfile s3Express() {
        return new StoreProfile("s3-express", Duration.ofMillis(5), 90 * MB, 1_250 * MB, 64, 0.03, 0.0006);
    }

    /** Google Cloud Storage read from its own region: 60 ms, 50 MB/s a connection. */
    public static StoreProfile gcs() {
        return new StoreProfile("gcs", Duration.ofMillis(60), 50 * MB, 1_250 * MB, 64, 0.40, 0);
    }

    /** Azure Blob, hot tier, read from its own region: 35 ms, 60 MB/s a connection. */
    public static StoreProfile adls() {
        return new StoreProfile("adls", Duration.ofMillis(35), 60 * MB, 1_250 * MB, 64, 0.50, 0);
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
     * O(n log n).
     *
     * @param requestBytes sizes in the order they are issued
     */
    public Duration predict(long[] requestBytes) {
        if (requestBytes.length == 0) {
            return Duration.ZERO;
        }
        double latency = firstByte.toNanos() / 1e9;
        PriorityQueue<Double> opening = new PriorityQueue<>();
        PriorityQueue<Double> ends = new PriorityQueue<>();
        int next = 0;
        double now = 0;
        double served = 0; // bytes that a connection open since time 0 would have got
        while (next < requestBytes.length && next < concurrency) {
            opening.add(latency);
            next++;
        }
        int started = 0;
        while (!opening.isEmpty() || !ends.isEmpty()) {
            double rate = ends.isEmpty()
                    ? 0
                    : Math.min((double) connectionBytesPerSecond, (double) totalBytesPerSecond / ends.size());
            double nextOpen = opening.isEmpty() ? Double.MAX_VALUE : opening.peek();
            double nextEnd = ends.isEmpty() ? Double.MAX_VALUE : now + (ends.peek() - served) / rate;
            if (nextOpen <= nextEnd) {
                served += (nextOpen - now) * rate;
                now = nextOpen;
                opening.remove();
                ends.add(served + requestBytes[started++]);
            } else {
                served = ends.remove();
                now = nextEnd;
                if (next < requestBytes.length) {
                    opening.add(now + latency);
                    next++;
                }
            }
        }
        return Duration.ofNanos((long) (now * 1e9));
    }
}
