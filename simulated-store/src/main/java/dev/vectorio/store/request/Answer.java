package dev.vectorio.store.request;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.SlicedBytes;
import dev.vectorio.store.object.StoredBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP answer: status, header lines in order (a name may occur twice), body.
 *
 * @param status HTTP status
 * @param headers header lines in the order in which they are sent
 * @param body the body
 * @param contentLength the {@code Content-Length} to send, which an answer to HEAD has without a body; empty for none
 * @param bodySent whether the body is sent: not in answers to HEAD
 */
public record Answer(
        int status,
        List<Map.Entry<String, String>> headers,
        ByteSource body,
        Optional<Long> contentLength,
        boolean bodySent) {
    public Answer {
        headers = List.copyOf(headers);
    }

    /** An answer without headers and body. */
    public static Answer empty(int status) {
        boolean lengthForbidden = status == 204 || status == 304 || status < 200;
        return new Answer(
                status, List.of(), ByteSource.empty(), lengthForbidden ? Optional.empty() : Optional.of(0L), true);
    }

    /** An answer with a body of text. */
    public static Answer text(int status, String contentType, String body) {
        ByteSource bytes = StoredBytes.copyOf(body.getBytes(StandardCharsets.UTF_8));
        return empty(status).withHeader("Content-Type", contentType).withBody(bytes);
    }

    /** The same with one header line more. */
    public Answer withHeader(String name, String value) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.add(Map.entry(name, value));
        return new Answer(status, more, body, contentLength, bodySent);
    }

    /** The same with more header lines. */
    public Answer withHeaders(List<Map.Entry<String, String>> added) {
        List<Map.Entry<String, String>> more = new ArrayList<>(headers);
        more.addAll(added);
        return new Answer(status, more, body, contentLength, bodySent);
    }

    /** The same without any line of that name. */
    public Answer withoutHeader(String name) {
        List<Map.Entry<String, String>> fewer =
                headers.stream().filter(h -> !h.getKey().equalsIgnoreCase(name)).toList();
        boolean isLength = name.equalsIgnoreCase("Content-Length");
        return new Answer(status, fewer, body, isLength ? Optional.empty() : contentLength, bodySent);
    }

    /** The same with this body, all of it, and its length. */
    public Answer withBody(ByteSource bytes) {
        return new Answer(status, headers, bytes, Optional.of(bytes.length()), bodySent);
    }

    /** The same with a part of an object as body. */
    public Answer withBody(ByteSource bytes, RangeSpec.Span span) {
        return withBody(span.length() == bytes.length() ? bytes : new SlicedBytes(bytes, span.offset(), span.length()));
    }

    /** The same with another {@code Content-Length}, true or not. */
    public Answer withContentLength(long bytes) {
        return new Answer(status, headers, body, Optional.of(bytes), bodySent);
    }

    /** The head alone, as HEAD answers: the length stays, the body is not sent. */
    public Answer headOnly() {
        return new Answer(status, headers, ByteSource.empty(), contentLength, false);
    }

    /** The first value of a header. */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(h -> h.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
