package dev.vectorio.spi;

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
}
