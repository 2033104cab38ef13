package dev.vectorio.cli.demo;

import dev.vectorio.cli.values.ValueTotals;
import java.time.Duration;
import java.util.Locale;

/**
 * One way to read a workload, and what it cost; counted by the store.
 *
 * @param way its name
 * @param values what was read
 * @param requests as the store's log has them
 * @param time from the first request to the last value
 */
record Reading(String way, ValueTotals values, Requests requests, Duration time) {
    static final String HEADING = String.format(
            Locale.ROOT,
            "  %-26s %6s %6s %13s %6s %10s %9s %7s",
            "",
            "GETs",
            "HEADs",
            "bytes",
            "ampl.",
            "in flight",
            "time",
            "ratio");

    /**
     * @param gets GETs
     * @param heads HEADs
     * @param bytes bytes of bodies
     * @param mostInFlight requests at once
     */
    record Requests(int gets, int heads, long bytes, int mostInFlight) {}

    /**
     * A line of the table.
     *
     * @param needBytes bytes that any way has to fetch
     * @param slowest the time that the ratio compares with
     */
    String line(long needBytes, Duration slowest) {
        return String.format(
                Locale.ROOT,
                "  %-26s %,6d %,6d %,13d %6.2f %,10d %,6d ms %6.1fx",
                way,
                requests.gets(),
                requests.heads(),
                requests.bytes(),
                (double) requests.bytes() / needBytes,
                requests.mostInFlight(),
                time.toMillis(),
                (double) slowest.toNanos() / time.toNanos());
    }
}
