package dev.vectorio.spi;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What an HTTP answer that carries no bytes of the object means to a reader: the same on every store. A store's own error
 * code goes first where it says more than the status.
 */
public final class HttpRefusal {
    /** How much of a refusal's body a backend reads, in bytes: errors of stores are a few hundred, a proxy's page is more. */
    public static final int LONGEST_BODY_BYTES = 64 << 10;

    /** What the decoder puts where bytes are no text. */
    private static final char UNREADABLE = '\uFFFD';

    private HttpRefusal() {}

    /**
     * The kind of a status (RFC 9110, 15; RFC 6585). A status that is not listed counts as the first of its class, as RFC
     * 9110, 15 asks; what only other requests are answered with is {@code PROTOCOL}. An interim answer that nobody asked for
     * (1xx) and what is no status at all are {@code TRANSIENT}: on a connection that was used before they may be the rest of
     * another answer, which another connection does not have.
     *
     * @param status as it came; none of an answer to be read as data
     */
    public static Kind kindOf(int status) {
        return switch (status) {
            case 304 -> Kind.PROTOCOL; // nobody asked whether it was modified
            case 401, 403 -> Kind.ACCESS_DENIED;
            case 404, 410 -> Kind.NOT_FOUND;
            case 408, 409 -> Kind.TRANSIENT; // too slow, or at odds with what goes on there now
            case 412 -> Kind.OBJECT_CHANGED;
            case 416 -> Kind.OUT_OF_BOUNDS;
            case 429, 503 -> Kind.THROTTLED;
            case 501, 505 -> Kind.UNSUPPORTED; // this server will never do that
            default -> ofClass(status / 100);
        };
    }

    private static Kind ofClass(int hundreds) {
        return switch (hundreds) {
            case 3, 4 -> Kind.UNSUPPORTED; // the object is elsewhere, or the request is one that is not served
            case 2 -> Kind.PROTOCOL;
            default -> Kind.TRANSIENT; // 5xx, and what is out of step
        };
    }

    /**
     * What a client that expects an error as XML may be shown of its body: that, if it is text and begins as XML; nothing of
     * a proxy's page, of what is no text, or of what a client cannot read without a word in its log.
     *
     * @param front the body, or its first {@link #LONGEST_BODY_BYTES}
     * @return UTF-8; empty if there is nothing to show
     */
    public static byte[] xmlOf(byte[] front) {
        String text = new String(front, StandardCharsets.UTF_8);
        boolean readable = text.indexOf(UNREADABLE) < 0 && (text.startsWith("<?xml") || text.startsWith("<Error"));
        return readable ? front : new byte[0];
    }

    /** Status, code, request id and the pause that is asked for, in the order in which messages name them. */
    public static String words(StoreAnswer answer) {
        return "HTTP " + answer.status()
                + answer.code().map(code -> " " + code).orElse("")
                + answer.requestId().map(id -> " (request id " + id + ")").orElse("")
                + answer.retryAfter()
                        .map(pause -> ", asks for a pause of " + pause.toSeconds() + " s")
                        .orElse("");
    }

    /** Follows {@link #words} where the store tells what does not exist: a bucket, a container, an object, a version. */
    public static String missing(String what) {
        return ", there is no such " + what;
    }

    /**
     * The pause of a {@code Retry-After}: seconds or a date (RFC 9110, 10.2.3); nothing for any other text or a date gone by.
     */
    public static Optional<Duration> retryAfter(String text, Instant now) {
        String trimmed = text.trim();
        if (trimmed.matches("\\d{1,9}")) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(trimmed)));
        }
        try {
            Instant then = ZonedDateTime.parse(trimmed, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(now, then)).filter(wait -> !wait.isNegative());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
