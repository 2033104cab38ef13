package dev.vectorio.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * An object and what the caller knows of it before the first request.
 *
 * @param location the object
 * @param length its length in bytes, if known
 * @param lengthTrusted true if the length came from the store itself (an answer, a file status): a range past it is
 *     refused without a request. False for a hint (a manifest, an option): it refuses nothing and is checked on the
 *     first answer.
 * @param version the version every request must see, if known
 */
public record KnownObject(
        ObjectLocation location, OptionalLong length, boolean lengthTrusted, Optional<ObjectVersion> version) {
    /**
     * @throws IllegalArgumentException if the length is negative, or trusted but absent
     */
    public KnownObject {
        if (length.orElse(0) < 0) {
            throw new IllegalArgumentException("negative length " + length.getAsLong() + " of " + location);
        }
        if (lengthTrusted && length.isEmpty()) {
            throw new IllegalArgumentException("a trusted length must be given: " + location);
        }
    }

    /** Nothing is known but the place. */
    public static KnownObject at(ObjectLocation location) {
        return new KnownObject(location, OptionalLong.empty(), false, Optional.empty());
    }

    /** A length that may be wrong, from a manifest or an option. */
    public KnownObject withLengthHint(long length) {
        return new KnownObject(location, OptionalLong.of(length), false, version);
    }

    /** A length that the store gave. */
    public KnownObject withLength(long length) {
        return new KnownObject(location, OptionalLong.of(length), true, version);
    }

    /** The version that all bytes must come from. */
    public KnownObject withVersion(ObjectVersion version) {
        return new KnownObject(location, length, lengthTrusted, Optional.of(version));
    }
}
