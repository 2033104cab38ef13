package dev.vectorio.peers.table;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.perf.store.StoreModel;

/**
 * A promise that a file is read about as fast as a reader can read that decodes one row group while the next ones come: the first
 * row group must be there before anything is decoded, and then the slower of decoding and of what remains to be sent decides.
 *
 * @param ours one way of this library
 * @param least share of that throughput, at least
 * @param firstShare of the file's bytes that lies in its first row group, at most 1
 */
public record StreamGoal(Peer ours, double least, double firstShare) {
    private static final int ROUNDS_TO_THE_FIRST_ROW_GROUP = 2;

    /**
     * The time of such a reader.
     *
     * @param store how fast it is
     * @param fileBytes all of them are wanted
     * @param decodeMillis what the same values take from the local disk
     */
    public double millis(StoreModel store, long fileBytes, double decodeMillis) {
        double bandwidth = store.totalBytesPerSecond() / 1e3;
        double first = fileBytes * firstShare;
        return ROUNDS_TO_THE_FIRST_ROW_GROUP * store.firstByte().toNanos() / 1e6
                + first / bandwidth
                + Math.max(decodeMillis, (fileBytes - first) / bandwidth);
    }
}
