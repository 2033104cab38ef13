package dev.vectorio.model;

/**
 * What tells one state of an object from another. Two versions are the same if and only if both components are equal.
 *
 * @param kind what the token is
 * @param token the store's own text, unchanged (an ETag keeps its quotes)
 */
public record ObjectVersion(Kind kind, String token) {
    /** What a version token is. */
    public enum Kind {
        /** HTTP entity tag, sent back as {@code If-Match}. */
        ETAG,
        /** Google Cloud Storage generation, sent back as a generation match. */
        GENERATION,
        /** Version id of a versioned bucket: names the bytes for ever, even after the object is replaced. */
        VERSION_ID,
        /** Length and time of change, where the store has nothing better; compared, never sent. */
        FINGERPRINT
    }

    /**
     * @throws IllegalArgumentException if the token is empty
     */
    public ObjectVersion {
        if (token.isEmpty()) {
            throw new IllegalArgumentException("empty " + kind + " token");
        }
    }

    /** An entity tag, with its quotes. */
    public static ObjectVersion etag(String token) {
        return new ObjectVersion(Kind.ETAG, token);
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + " " + token;
    }
}
