package dev.vectorio.store.gcs;

import dev.vectorio.store.request.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A request that is answered with an error. Its reasons are those of the page "HTTP status and error codes for JSON"
 * ({@code cloud.google.com/storage/docs/json_api/v1/status-codes}). Carries no stack trace: it is an answer, not a
 * failure of the store.
 */
final class GcsRefusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;
    private final String reason;
    private final transient List<Map.Entry<String, String>> headers = new ArrayList<>();

    GcsRefusal(int status, String reason, String message) {
        super(message, null, false, false);
        this.status = status;
        this.reason = reason;
    }

    /** The same with a header line. */
    GcsRefusal header(String name, String value) {
        headers.add(Map.entry(name, value));
        return this;
    }

    static GcsRefusal noSuchObject(String bucket, String name) {
        return new GcsRefusal(404, "notFound", "No such object: " + bucket + "/" + name);
    }

    static GcsRefusal noSuchBucket() {
        return new GcsRefusal(404, "notFound", "The specified bucket does not exist.");
    }

    static GcsRefusal forbidden(String caller, String what) {
        return new GcsRefusal(
                403,
                "forbidden",
                caller + " does not have " + what + " access to the Google Cloud Storage object. Permission '" + what
                        + "' denied on resource (or it may not exist).");
    }

    static GcsRefusal conditionNotMet() {
        return new GcsRefusal(412, "conditionNotMet", "At least one of the pre-conditions you specified did not hold.");
    }

    static GcsRefusal invalid(String message) {
        return new GcsRefusal(400, "invalid", message);
    }

    static GcsRefusal required(String message) {
        return new GcsRefusal(400, "required", message);
    }

    /** The error document of the JSON API. */
    Answer json() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("message", text());
        one.put("domain", "global");
        one.put("reason", reason);
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", (long) status);
        error.put("message", text());
        error.put("errors", List.of(one));
        return status == 304
                ? plain()
                : Answer.text(status, "application/json; charset=UTF-8", Json.write(Map.of("error", error)))
                        .withHeaders(headers);
    }

    /**
     * The bare message, which is what media downloads are refused with: {@code content-type: text/html} and one line, as
     * recorded from the service in github.com/firebase/firebase-tools pull request 3647.
     */
    Answer plain() {
        return status == 304
                ? Answer.empty(304).withHeaders(headers)
                : Answer.text(status, "text/html; charset=UTF-8", text()).withHeaders(headers);
    }

    private String text() {
        return String.valueOf(getMessage());
    }
}
