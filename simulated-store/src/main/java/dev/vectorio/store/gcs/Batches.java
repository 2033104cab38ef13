package dev.vectorio.store.gcs;

import dev.vectorio.store.gcs.RelatedParts.Part;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.request.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Several calls in one request ("Send a batch request", {@code cloud.google.com/storage/docs/batch}): each part of the
 * body is an HTTP request, each part of the answer the HTTP answer to it, named {@code response-} + its content id.
 */
final class Batches {
    private static final String BOUNDARY = "batch_of_the_simulated_store";

    /** Answers each part with what {@code method} and address give. */
    Answer answer(GcsCall call, Function<Inner, Answer> inner) {
        StringBuilder body = new StringBuilder();
        for (Part part : RelatedParts.all(call)) {
            String text = new String(ByteSums.onHeap(part.content()), StandardCharsets.UTF_8);
            String[] line = text.substring(0, Math.max(0, text.indexOf("\r\n"))).split(" ", -1);
            if (line.length < 2) {
                throw GcsRefusal.invalid("Failed to parse batch request.");
            }
            append(body, part.headers(), inner.apply(new Inner(line[0], line[1])));
        }
        body.append("--").append(BOUNDARY).append("--\r\n");
        return Answer.text(200, "multipart/mixed; boundary=" + BOUNDARY, body.toString());
    }

    /**
     * A call inside a batch.
     *
     * @param method HTTP method
     * @param target path and query, or an absolute address
     */
    record Inner(String method, String target) {}

    private static void append(StringBuilder body, Map<String, String> headers, Answer answer) {
        String id = Optional.ofNullable(headers.get("content-id")).orElse("<1>");
        String document = new String(ByteSums.onHeap(answer.body()), StandardCharsets.UTF_8);
        body.append("--").append(BOUNDARY).append("\r\nContent-Type: application/http\r\nContent-ID: ");
        body.append(id.replace("<", "<response-")).append("\r\n\r\n");
        body.append("HTTP/1.1 ").append(answer.status()).append(" status\r\n");
        answer.headers()
                .forEach(h -> body.append(h.getKey())
                        .append(": ")
                        .append(h.getValue())
                        .append("\r\n"));
        body.append("Content-Length: ").append(document.getBytes(StandardCharsets.UTF_8).length);
        body.append("\r\n\r\n").append(document).append("\r\n");
    }
}
