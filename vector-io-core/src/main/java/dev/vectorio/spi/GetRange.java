package dev.vectorio.spi;

import dev.vectorio.model.ByteRange;

/** The bytes that one GET asks for. There is no open-ended form: every GET has a last byte (or is a suffix). */
public sealed interface GetRange {
    /** {@code bytes=a-b} of an object; the one place where the inclusive end of HTTP exists (RFC 9110, 14.1.2). */
    String toHttpHeader();

    /** How many bytes the store may send at most. */
    long length();

    /**
     * Bytes {@code [offset, end)}.
     *
     * @param range not empty
     */
    record Bounded(ByteRange range) implements GetRange {
        /**
         * @throws IllegalArgumentException if the range is empty: HTTP has no form for it
         */
        public Bounded {
            if (range.isEmpty()) {
                throw new IllegalArgumentException("HTTP cannot ask for the empty range " + range);
            }
        }

        @Override
        public String toHttpHeader() {
            return "bytes=" + range.offset() + "-" + (range.end() - 1);
        }

        @Override
        public long length() {
            return range.length();
        }

        @Override
        public String toString() {
            return range.toString();
        }
    }

    /**
     * The last {@code length} bytes, or the whole object if it is shorter.
     *
     * @param length at least 1
     */
    record Suffix(long length) implements GetRange {
        /**
         * @throws IllegalArgumentException if the length is not positive
         */
        public Suffix {
            if (length < 1) {
                throw new IllegalArgumentException("a suffix needs at least one byte: " + length);
            }
        }

        @Override
        public String toHttpHeader() {
            return "bytes=-" + length;
        }

        @Override
        public String toString() {
            return "the last " + length + " bytes";
        }
    }

    /** The bounded form of a range that is not empty. */
    static GetRange of(ByteRange range) {
        return new Bounded(range);
    }

    /** The last {@code length} bytes. */
    static GetRange suffix(long length) {
        return new Suffix(length);
    }
}
