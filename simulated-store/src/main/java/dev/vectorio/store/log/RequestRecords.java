package dev.vectorio.store.log;

import dev.vectorio.store.request.Operation;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Some records of a log, in order of arrival, and their sums.
 *
 * @param list the records
 */
public record RequestRecords(List<RequestRecord> list) implements Iterable<RequestRecord> {
    public RequestRecords {
        list = List.copyOf(list);
    }

    @Override
    public Iterator<RequestRecord> iterator() {
        return list.iterator();
    }

    public Stream<RequestRecord> stream() {
        return list.stream();
    }

    public int size() {
        return list.size();
    }

    /** Those that satisfy the condition. */
    public RequestRecords where(Predicate<RequestRecord> condition) {
        return new RequestRecords(list.stream().filter(condition).toList());
    }

    /** Those about this key. */
    public RequestRecords ofKey(String key) {
        return where(r -> r.key().equals(key));
    }

    /** Those from clients whose user agent contains {@code part}. */
    public RequestRecords ofUserAgent(String part) {
        return where(r -> r.facts().userAgent().contains(part));
    }

    /** Those that did this. */
    public RequestRecords of(Operation operation) {
        return where(r -> r.facts().operation() == operation);
    }

    /** Number of reads of object bytes. */
    public int gets() {
        return of(Operation.READ).size();
    }

    /** Number of requests for an object's head alone. */
    public int heads() {
        return of(Operation.HEAD).size();
    }

    /** Body bytes sent in all. */
    public long bytesSent() {
        return list.stream().mapToLong(RequestRecord::bytesSent).sum();
    }

    /** Most requests in flight at once, of the whole store, as seen at the arrivals of these; 0 if there are none. */
    public int maxInFlight() {
        return list.stream().mapToInt(RequestRecord::inFlight).max().orElse(0);
    }
}
