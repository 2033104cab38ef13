package dev.vectorio.spi;

import dev.vectorio.model.ObjectLocation;
import java.util.Set;

/** Finds a backend for a scheme; registered through {@link java.util.ServiceLoader}. */
public interface BackendProvider {
    /** The lower-case schemes that the backend serves, such as {@code s3} and {@code s3a}. */
    Set<String> schemes();

    /**
     * Builds a backend.
     *
     * @return a backend that the caller closes
     * @throws IllegalArgumentException naming key and value if a property is unknown or malformed
     */
    ObjectStoreBackend create(BackendContext context);

    /**
     * Refuses a location of one of {@link #schemes()} that names no object of the store, so that a slip shows when a reader
     * is opened and not as a read that fails. No I/O; what may exist passes.
     *
     * @param context what the backend was created with
     * @throws IllegalArgumentException saying what is missing, without anything that may be a signature
     */
    void requireLocation(ObjectLocation location, BackendContext context);
}
