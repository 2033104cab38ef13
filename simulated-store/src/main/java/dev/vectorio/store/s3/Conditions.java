package dev.vectorio.store.s3;

import dev.vectorio.store.object.StoredObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Preconditions of reads, in the order of RFC 9110, section 13.2.2; a wrong date counts as no condition. */
final class Conditions {
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    private final Function<String, Optional<String>> headers;
    private final String prefix;

    /** Conditions named {@code prefix} + {@code if-match} and so on among the headers. */
    Conditions(Function<String, Optional<String>> headers, String prefix) {
        this.headers = headers;
        this.prefix = prefix;
    }

    /** The time in the form that HTTP headers use. */
    static String httpDate(Instant time) {
        return HTTP_DATE.format(time.atZone(ZoneOffset.UTC));
    }

    private static Optional<Instant> parsed(String date) {
        try {
            return Optional.of(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /**
     * Refuses if a condition does not hold of the object.
     *
     * @param notModifiedStatus what a failed if-none-match and if-modified-since are answered with: 304, for copies 412
     */
    void check(StoredObject object, int notModifiedStatus) {
        Optional<String> ifMatch = header("if-match");
        Instant modified = object.lastModified().truncatedTo(ChronoUnit.SECONDS);
        if (ifMatch.isPresent()) {
            if (!matches(ifMatch.get(), object.etag())) {
                throw S3Refusal.preconditionFailed("If-Match");
            }
        } else if (date("if-unmodified-since").filter(modified::isAfter).isPresent()) {
            throw S3Refusal.preconditionFailed("If-Unmodified-Since");
        }
        Optional<String> ifNoneMatch = header("if-none-match");
        boolean notModified = ifNoneMatch.isPresent()
                ? matches(ifNoneMatch.get(), object.etag())
                : date("if-modified-since").filter(d -> !modified.isAfter(d)).isPresent();
        if (notModified && notModifiedStatus == 304) {
            throw new S3Refusal(304, "NotModified", "Not Modified")
                    .header("ETag", quoted(object.etag()))
                    .header("Last-Modified", httpDate(object.lastModified()));
        } else if (notModified) {
            throw S3Refusal.preconditionFailed("If-None-Match");
        }
    }

    private Optional<String> header(String name) {
        return headers.apply(prefix + name);
    }

    private Optional<Instant> date(String name) {
        return header(name).flatMap(Conditions::parsed);
    }

    /** Whether a list of entity tags, quoted or not, or {@code *} names this one. */
    static boolean matches(String list, String etag) {
        for (String item : list.split(",", -1)) {
            String tag = unquoted(item.strip());
            if (tag.equals("*") || tag.equals(etag)) {
                return true;
            }
        }
        return false;
    }

    static String unquoted(String tag) {
        String strong = tag.startsWith("W/") ? tag.substring(2) : tag;
        return strong.length() >= 2 && strong.startsWith("\"") && strong.endsWith("\"")
                ? strong.substring(1, strong.length() - 1)
                : strong;
    }

    static String quoted(String etag) {
        return '"' + etag + '"';
    }
}
