package dev.vectorio.store.azure;

import dev.vectorio.store.object.StoredObject;
import dev.vectorio.store.object.WriteCondition;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * Entity tags and conditional headers. A tag is not a hash of the content here: every write of content, properties or
 * metadata makes a new one (reference, "Specifying conditional headers for Blob service operations" and "Set Blob Metadata"),
 * so it is made of the write's number.
 */
final class BlobTags {
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT);

    private BlobTags() {}

    /** The tag without quotes. */
    static String of(StoredObject object) {
        return "0x8%014X".formatted(object.identity().generation());
    }

    static String quoted(StoredObject object) {
        return '"' + of(object) + '"';
    }

    static String httpDate(Instant time) {
        return HTTP_DATE.format(time.atZone(ZoneOffset.UTC));
    }

    /**
     * Refuses a read whose condition does not hold: 412 for If-Match and If-Unmodified-Since, 304 for the other two
     * (reference, the table under "HTTP response codes for operations with conditional headers").
     */
    static void checkRead(AzureCall call, StoredObject object) {
        Instant modified = object.lastModified().truncatedTo(ChronoUnit.SECONDS);
        boolean changed = call.header("If-Match")
                        .filter(tag -> !matches(tag, object))
                        .isPresent()
                || date(call, "If-Unmodified-Since").filter(modified::isAfter).isPresent();
        if (changed) {
            throw AzureRefusal.conditionNotMet();
        }
        boolean same =
                call.header("If-None-Match").filter(tag -> matches(tag, object)).isPresent()
                        || date(call, "If-Modified-Since")
                                .filter(d -> !modified.isAfter(d))
                                .isPresent();
        if (same) {
            throw new AzureRefusal(
                    304, "ConditionNotMet", "The condition specified using HTTP conditional header(s) is not met.");
        }
    }

    /** What must hold of the blob that a write replaces. */
    static WriteCondition forWrite(AzureCall call) {
        Optional<String> match = call.header("If-Match");
        Optional<String> noneMatch = call.header("If-None-Match");
        return current -> match.map(tag -> current.filter(o -> matches(tag, o)).isPresent())
                        .orElse(true)
                && noneMatch
                        .map(tag -> current.filter(o -> matches(tag, o)).isEmpty())
                        .orElse(true);
    }

    /** The refusal of a write whose condition did not hold: 409 for "only if absent", 412 otherwise. */
    static AzureRefusal writeRefused(AzureCall call) {
        if (!call.hasHeader("If-None-Match", "*")) {
            return AzureRefusal.conditionNotMet();
        }
        return call.target().dataLake()
                ? new AzureRefusal(409, "PathAlreadyExists", "The specified path already exists.")
                : new AzureRefusal(409, "BlobAlreadyExists", "The specified blob already exists.");
    }

    private static boolean matches(String header, StoredObject object) {
        String tag = header.strip();
        return tag.equals("*") || tag.replace("\"", "").equals(of(object));
    }

    private static Optional<Instant> date(AzureCall call, String header) {
        try {
            return call.header(header)
                    .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeParseException e) {
            throw AzureRefusal.invalidHeader(header, call.header(header).orElse(""));
        }
    }
}
