package dev.vectorio.model;

/** What happens when an answer comes from another version of the object than the reader began with. */
public enum VersionCheck {
    /** The read fails with {@code OBJECT_CHANGED}: all bytes of a reader come from one version. */
    STRICT,
    /** The bytes are delivered and one warning is logged per reader. */
    WARN,
    /** Versions are neither sent nor compared. */
    OFF
}
