package dev.vectorio.perf.store;

import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.store.request.Operation;
import java.util.List;

/**
 * One line of the store's log, as it crosses from the store's process.
 *
 * @param operation what was asked
 * @param key of the object; never with a tab in it, the files of the measurements have plain names
 * @param range the Range header, or {@code -}
 * @param status HTTP status
 * @param bytes body bytes sent
 * @param connection number of the connection
 * @param inFlight requests in flight when this one arrived, itself included
 * @param arrivalNanos when it arrived, by the store's clock
 * @param endNanos when its answer had been sent, by the same clock
 */
public record LoggedRequest(
        Operation operation,
        String key,
        String range,
        int status,
        long bytes,
        long connection,
        int inFlight,
        long arrivalNanos,
        long endNanos) {
    static LoggedRequest of(RequestRecord request) {
        return new LoggedRequest(
                request.facts().operation(),
                request.key(),
                request.facts().rangeHeader().orElse("-"),
                request.status(),
                request.bytesSent(),
                request.connectionId(),
                request.inFlight(),
                request.arrivalNanos(),
                request.endNanos().orElse(request.arrivalNanos()));
    }

    String toLine() {
        return String.join(
                "\t",
                List.of(
                        operation.name(),
                        key,
                        range,
                        Integer.toString(status),
                        Long.toString(bytes),
                        Long.toString(connection),
                        Integer.toString(inFlight),
                        Long.toString(arrivalNanos),
                        Long.toString(endNanos)));
    }

    static LoggedRequest parse(String line) {
        List<String> fields = List.of(line.split("\t", -1));
        return new LoggedRequest(
                Operation.valueOf(fields.get(0)),
                fields.get(1),
                fields.get(2),
                Integer.parseInt(fields.get(3)),
                Long.parseLong(fields.get(4)),
                Long.parseLong(fields.get(5)),
                Integer.parseInt(fields.get(6)),
                Long.parseLong(fields.get(7)),
                Long.parseLong(fields.get(8)));
    }
}
