package dev.vectorio;

import dev.vectorio.engine.StatsCounter;

/**
 * Counts of a reader, or of all readers of a {@link VectorIo}, at one moment. Sizes are bytes.
 *
 * @param gets ranged GETs sent, repeated ones and duplicates included
 * @param heads metadata requests sent
 * @param needBytes size of the union of the bytes asked for; over several readers, the sum
 * @param fetchedBytes bytes of bodies received
 * @param retriedBytes of those, received a second time because an attempt had failed
 * @param retries attempts after the first
 * @param throttled attempts that the store answered with a request for fewer
 * @param rounds steps from nothing queued or in flight to something
 * @param prefetchHits demanded ranges that had been announced
 * @param maxInFlight most GETs in flight at once
 * @param hedges of the GETs, duplicates of late ones
 * @param hedgesWon of those, the ones whose answer was used, as it came first
 */
public record VectorIoStats(
        long gets,
        long heads,
        long needBytes,
        long fetchedBytes,
        long retriedBytes,
        long retries,
        long throttled,
        long rounds,
        long prefetchHits,
        long maxInFlight,
        long hedges,
        long hedgesWon) {
    static VectorIoStats of(StatsCounter counter, long heads) {
        return new VectorIoStats(
                counter.gets(),
                heads,
                counter.needBytes(),
                counter.fetchedBytes(),
                counter.retriedBytes(),
                counter.retries(),
                counter.throttled(),
                counter.rounds(),
                counter.prefetchHits(),
                counter.maxInFlight(),
                counter.hedges(),
                counter.hedgesWon());
    }

    /** Bytes received that nobody had asked for: gaps, tails, prefetched bytes that were never used. */
    public long wastedBytes() {
        return Math.max(0, fetchedBytes - retriedBytes - needBytes);
    }

    /** Fetched by needed bytes; 1 where nothing was needed. */
    public double amplification() {
        return needBytes == 0 ? 1 : (double) fetchedBytes / needBytes;
    }
}
