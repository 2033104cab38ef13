package dev.vectorio.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The store's own words in a failure. Holds nothing secret: no header value but these, no query string.
 *
 * @param status HTTP status, or 0 if there was none
 * @param code the store's error code, such as {@code SlowDown}
 * @param requestId what the store's support asks for
 * @param retryAfter the pause that the store asks for
 * @param objectLength the object's length, where the answer names it (416 with {@code bytes *}{@code /L})
 */
public record StoreAnswer(
        int status,
        Optional<String> code,
        Optional<String> requestId,
        Optional<Duration> retryAfter,
        OptionalLong objectLength) {
    private static final StoreAnswer NONE = ofStatus(0);

    /** No answer came. */
    public static StoreAnswer none() {
        return NONE;
    }

    /** An answer of which only the status is known. */
    public static StoreAnswer ofStatus(int status) {
        return new StoreAnswer(status, Optional.empty(), Optional.empty(), Optional.empty(), OptionalLong.empty());
    }

    /** With the store's error code and request id, each where given. */
    public StoreAnswer withCode(Optional<String> code, Optional<String> requestId) {
        return new StoreAnswer(status, code, requestId, retryAfter, objectLength);
    }

    /** With the pause that the store asks for. */
    public StoreAnswer withRetryAfter(Optional<Duration> retryAfter) {
        return new StoreAnswer(status, code, requestId, retryAfter, objectLength);
    }

    /** With the object's length as the answer names it. */
    public StoreAnswer withObjectLength(OptionalLong objectLength) {
        return new StoreAnswer(status, code, requestId, retryAfter, objectLength);
    }
}
