package dev.vectorio.perf.workload;

import dev.vectorio.perf.store.StoreLog;
import java.util.ArrayList;
import java.util.List;

/**
 * What the store's log may show of one read.
 *
 * @param fewestGets at least so many GETs
 * @param mostGets at most so many
 * @param fewestBytes at least so many body bytes
 * @param mostBytes at most so many
 * @param mostRounds steps from nothing in flight to something, planned at once
 * @param mostRoundsPlainly the same through a plain input file
 */
public record Counts(
        int fewestGets, int mostGets, long fewestBytes, long mostBytes, int mostRounds, int mostRoundsPlainly) {
    /** One GET for each of so many files, whole. */
    static Counts whole(int files, long bytes) {
        return new Counts(files, files, bytes, bytes, files, files);
    }

    /**
     * What the log shows otherwise; empty if all is well.
     *
     * @param log of one read
     */
    public List<String> violations(StoreLog log) {
        List<String> wrong = new ArrayList<>();
        if (log.gets() < fewestGets || log.gets() > mostGets) {
            wrong.add(log.gets() + " GETs, not " + fewestGets + " to " + mostGets);
        }
        if (log.heads() + log.others() > 0) {
            wrong.add(log.heads() + " HEADs and " + log.others() + " other requests");
        }
        if (log.bytes() < fewestBytes || log.bytes() > mostBytes) {
            wrong.add(log.bytes() + " bytes, not " + fewestBytes + " to " + mostBytes);
        }
        return wrong;
    }
}
