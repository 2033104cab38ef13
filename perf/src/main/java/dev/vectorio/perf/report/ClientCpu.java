package dev.vectorio.perf.report;

/**
 * What raw ranges cost this process after two seconds of warming up, on a store that does not keep it waiting: client, engine
 * and copies, and whatever the JVM compiles and collects meanwhile; nothing decoded.
 *
 * @param seconds processor time of all reads
 * @param gets GETs of all reads
 * @param bytes that all reads fetched
 * @param reads how many there were
 */
public record ClientCpu(double seconds, int gets, long bytes, int reads) {
    /** Where a read moves less, its requests decide, and bytes mean nothing. */
    private static final long TELLING_BYTES = 10_000_000;

    /** Microseconds for each GET with its bytes. */
    public double microsPerGet() {
        return seconds / gets * 1e6;
    }

    /** Seconds for each 10^9 bytes with their requests. */
    public double secondsPerGigabyte() {
        return seconds / bytes * 1e9;
    }

    /** True if a read moves enough for {@link #secondsPerGigabyte} to say something. */
    public boolean movesMuch() {
        return bytes / reads >= TELLING_BYTES;
    }
}
