package dev.vectorio.spi;

import dev.vectorio.model.ByteRange;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code Content-Range} header (RFC 9110, 14.4).
 *
 * @param range the bytes that follow, or nothing in the form {@code bytes *}{@code /L} of a 416
 * @param total the object's length, or nothing in the form {@code bytes a-b/*}
 */
public record ContentRange(Optional<ByteRange> range, OptionalLong total) {
    private static final Pattern FORM = Pattern.compile("bytes (?:(\\d{1,18})-(\\d{1,18})|\\*)/(?:(\\d{1,18})|\\*)");

    /** The served bytes and the object's length. */
    public static ContentRange of(ByteRange range, long total) {
        return new ContentRange(Optional.of(range), OptionalLong.of(total));
    }

    /** Parses a header; nothing if it is not of the standard's form or contradicts itself. */
    public static Optional<ContentRange> parse(String header) {
        Matcher m = FORM.matcher(header.trim());
        if (!m.matches()) {
            return Optional.empty();
        }
        OptionalLong total = m.group(3) == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(m.group(3)));
        if (m.group(1) == null) {
            return total.isEmpty() ? Optional.empty() : Optional.of(new ContentRange(Optional.empty(), total));
        }
        long first = Long.parseLong(m.group(1));
        long end = Long.parseLong(m.group(2)) + 1;
        if (first >= end || end > total.orElse(Long.MAX_VALUE)) {
            return Optional.empty();
        }
        return Optional.of(new ContentRange(Optional.of(ByteRange.between(first, end)), total));
    }
}
