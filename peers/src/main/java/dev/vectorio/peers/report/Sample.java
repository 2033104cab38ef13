package dev.vectorio.peers.report;

import dev.vectorio.peers.worker.Outcome;
import dev.vectorio.perf.store.StoreLog;

/**
 * One read: what the worker said of it, and what the store saw.
 *
 * @param outcome time and values
 * @param gets reads of object bytes
 * @param heads metadata requests
 * @param others requests of any other kind
 * @param bytes body bytes sent
 * @param inFlight most requests in flight at once
 */
public record Sample(Outcome outcome, int gets, int heads, int others, long bytes, int inFlight) {
    /** With what the log shows. */
    public static Sample of(Outcome outcome, StoreLog log) {
        return new Sample(outcome, log.gets(), log.heads(), log.others(), log.bytes(), log.maxInFlight());
    }
}
