package dev.vectorio.model;

import java.util.Optional;

/**
 * What a store said about an object.
 *
 * @param location the object
 * @param length its length in bytes
 * @param version its version, if the store names one
 */
public record ObjectMetadata(ObjectLocation location, long length, Optional<ObjectVersion> version) {
    /**
     * @throws IllegalArgumentException if the length is negative
     */
    public ObjectMetadata {
        if (length < 0) {
            throw new IllegalArgumentException("negative length " + length + " of " + location);
        }
    }
}
