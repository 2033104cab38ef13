package dev.vectorio.perf.store;

import dev.vectorio.store.log.RequestRecords;
import dev.vectorio.store.request.Operation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What the store saw during one measurement.
 *
 * @param requests in order of arrival
 */
public record StoreLog(List<LoggedRequest> requests) {
    /** The list is copied. */
    public StoreLog {
        requests = List.copyOf(requests);
    }

    /** The log of a store in this process, once nothing is under way. */
    public static StoreLog of(RequestRecords records) {
        return new StoreLog(records.stream().map(LoggedRequest::of).toList());
    }

    /** Reads of object bytes. */
    public int gets() {
        return count(Operation.READ);
    }

    /** Metadata requests. */
    public int heads() {
        return count(Operation.HEAD);
    }

    /** Requests of any other kind. */
    public int others() {
        return requests.size() - gets() - heads();
    }

    private int count(Operation operation) {
        return (int) requests.stream().filter(r -> r.operation() == operation).count();
    }

    /** Body bytes sent. */
    public long bytes() {
        return requests.stream().mapToLong(LoggedRequest::bytes).sum();
    }

    /** Most requests in flight at once. */
    public int maxInFlight() {
        return requests.stream().mapToInt(LoggedRequest::inFlight).max().orElse(0);
    }

    /** Steps from nothing in flight to something. One reader's rounds, if only one reader was at work. */
    public int rounds() {
        List<LoggedRequest> sorted = new ArrayList<>(requests);
        sorted.sort(Comparator.comparingLong(LoggedRequest::arrivalNanos));
        int rounds = 0;
        long busyUntil = Long.MIN_VALUE;
        for (LoggedRequest request : sorted) {
            if (request.arrivalNanos() > busyUntil) {
                rounds++;
            }
            busyUntil = Math.max(busyUntil, request.endNanos());
        }
        return rounds;
    }

    /** Connections that were used. */
    public long connections() {
        return requests.stream().mapToLong(LoggedRequest::connection).distinct().count();
    }
}
