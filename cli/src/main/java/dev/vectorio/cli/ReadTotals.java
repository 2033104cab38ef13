package dev.vectorio.cli;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoStats;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Locale;

/**
 * What a read cost.
 *
 * @param stats requests and bytes
 * @param fetch time with at least one request under way
 * @param wall time from the start to the last value
 */
record ReadTotals(VectorIoStats stats, Duration fetch, Duration wall) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration BEAT = Duration.ofMillis(1);

    /** The totals of a read that is over, as soon as they are complete. */
    static ReadTotals of(VectorIo io, RequestTimes times, Duration wall) throws InterruptedIOException {
        awaitQuiet(io);
        return new ReadTotals(io.stats(), times.busy(), wall);
    }

    /**
     * Waits until every request is accounted for: a range is handed over when its own last byte is in, which is before its
     * request has ended.
     */
    static void awaitQuiet(VectorIo io) throws InterruptedIOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (io.load().requestsInFlight() > 0 && System.nanoTime() < end) {
            try {
                Thread.sleep(BEAT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }
    }

    JsonObject addTo(JsonObject json) {
        return json.put("requests.get", stats.gets())
                .put("requests.head", stats.heads())
                .put("requests.hedges", stats.hedges())
                .put("requests.hedgesWon", stats.hedgesWon())
                .put("bytes.need", stats.needBytes())
                .put("bytes.fetched", stats.fetchedBytes())
                .put("bytes.wasted", stats.wastedBytes())
                .put("bytes.retried", stats.retriedBytes())
                .put("amplification", stats.amplification())
                .put("maxInFlight", stats.maxInFlight())
                .put("rounds", stats.rounds())
                .put("fetchMillis", fetch.toMillis())
                .put("wallMillis", wall.toMillis());
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "requests  %,d GETs, %,d HEADs, at most %,d in flight, %,d rounds%n"
                        + "bytes     %,d needed, %,d fetched, %,d wasted, %,d retried, amplification %.3f%n"
                        + "time      %,d ms, of which %,d ms with requests under way",
                stats.gets(),
                stats.heads(),
                stats.maxInFlight(),
                stats.rounds(),
                stats.needBytes(),
                stats.fetchedBytes(),
                stats.wastedBytes(),
                stats.retriedBytes(),
                stats.amplification(),
                wall.toMillis(),
                fetch.toMillis());
    }
}
