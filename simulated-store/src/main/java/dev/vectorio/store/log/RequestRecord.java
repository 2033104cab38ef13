package dev.vectorio.store.log;

import dev.vectorio.store.request.RequestFacts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of one request. A snapshot: a request under way has no end yet. More components than a parameter list
 * should have: it is one row of a table.
 *
 * @param sequence number of the request in its store, from 0, in order of arrival
 * @param connectionId number of the connection in its store, from 0
 * @param facts what was asked
 * @param status HTTP status; 0 while there is none, or if none was ever sent
 * @param bytesSent body bytes handed to the socket, less those that could not be sent
 * @param arrivalNanos {@link System#nanoTime()} when the head had arrived
 * @param firstByteNanos when the first byte of the answer was handed to the socket
 * @param endNanos when the answer ended: its last byte handed to the socket, or the connection gone
 * @param inFlight requests without a complete answer when this one arrived, itself included
 * @param fault names of the faults that shaped the answer
 * @param outcome how it went
 */
public record RequestRecord(
        long sequence,
        long connectionId,
        RequestFacts facts,
        int status,
        long bytesSent,
        long arrivalNanos,
        OptionalLong firstByteNanos,
        OptionalLong endNanos,
        int inFlight,
        Optional<String> fault,
        Outcome outcome) {

    /** How a request went. */
    public enum Outcome {
        /** Its answer is not complete. */
        UNDER_WAY,
        /** The store sent all that it meant to send. */
        ANSWERED,
        /** The store broke off on purpose. */
        BROKEN_OFF,
        /** The client went away first. */
        ABORTED_BY_CLIENT
    }

    public String method() {
        return facts.method();
    }

    public String key() {
        return facts.key();
    }

    /**
     * The record as a line of an S3 server access log, whatever the dialect of the request, for tools that read such logs.
     * What is not known stands as a hyphen: owner, time, address, size of the object.
     */
    public String accessLine() {
        String operation = switch (facts.operation()) {
            case READ -> "REST.GET.OBJECT";
            case HEAD -> "REST.HEAD.OBJECT";
            default -> "REST." + method() + "." + facts.operation();
        };
        String key = encoded(key());
        return String.join(
                " ",
                "-",
                facts.bucket().isEmpty() ? "-" : facts.bucket(),
                "[-]",
                "-",
                facts.accessKeyId().isEmpty() ? "-" : facts.accessKeyId(),
                Long.toString(sequence),
                operation,
                key.isEmpty() ? "-" : key,
                "\"" + method() + " /" + facts.bucket() + "/" + key + " HTTP/1.1\"",
                status == 0 ? "-" : Integer.toString(status),
                "-",
                bytesSent == 0 ? "-" : Long.toString(bytesSent),
                "-",
                "-",
                "-",
                "\"-\"",
                "\"" + facts.userAgent().replace("\"", "'") + "\"",
                "-");
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2F", "/");
    }
}
