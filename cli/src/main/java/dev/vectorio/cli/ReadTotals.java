package dev.vectorio.cli;

import dev.vectorio.VectorIoStats;
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
    JsonObject addTo(JsonObject json) {
        return json.put("requests.get", stats.gets())
                .put("requests.head", stats.heads())
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
