package dev.vectorio.store.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The range that a request asks for, before the object's length is known. */
public sealed interface RangeSpec {

    /**
     * The bytes of an object of {@code length} bytes that this range covers, half-open, its end clipped; empty if it
     * cannot be satisfied (RFC 9110, section 14.1.2).
     */
    Optional<Span> resolve(long length);

    /** {@code bytes=offset-(end-1)}, held half-open. */
    record Bounded(long offset, long end) implements RangeSpec {
        @Override
        public Optional<Span> resolve(long length) {
            return offset < length ? Optional.of(new Span(offset, Math.min(end, length))) : Optional.empty();
        }
    }

    /** {@code bytes=offset-}. */
    record From(long offset) implements RangeSpec {
        @Override
        public Optional<Span> resolve(long length) {
            return offset < length ? Optional.of(new Span(offset, length)) : Optional.empty();
        }
    }

    /** {@code bytes=-count}: the last bytes. */
    record Suffix(long count) implements RangeSpec {
        @Override
        public Optional<Span> resolve(long length) {
            return count > 0 && length > 0
                    ? Optional.of(new Span(Math.max(0, length - count), length))
                    : Optional.empty();
        }
    }

    /**
     * The range in a {@code Range} header; empty if the header is no single, well-formed byte range. Servers ignore such
     * a header and answer with the whole object, S3 among them: it serves one range per request.
     */
    static Optional<RangeSpec> parse(String header) {
        Matcher matcher = Syntax.SINGLE_RANGE.matcher(header);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String first = matcher.group(1);
        String last = matcher.group(2);
        if (first.isEmpty()) {
            return last.isEmpty() ? Optional.empty() : Optional.of(new Suffix(Long.parseLong(last)));
        }
        long offset = Long.parseLong(first);
        if (last.isEmpty()) {
            return Optional.of(new From(offset));
        }
        long end = Long.parseLong(last) + 1;
        return end > offset ? Optional.of(new Bounded(offset, end)) : Optional.empty();
    }

    /** The syntax of a single range; 18 digits are more than any object has and still fit a long. */
    final class Syntax {
        private static final Pattern SINGLE_RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

        private Syntax() {}
    }

    /**
     * Bytes of an object, half-open.
     *
     * @param offset first byte
     * @param end byte after the last
     */
    record Span(long offset, long end) {
        public Span {
            if (offset < 0 || end < offset) {
                throw new IllegalArgumentException("no span: [" + offset + ", " + end + ")");
            }
        }

        public long length() {
            return end - offset;
        }
    }
}
