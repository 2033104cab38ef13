package dev.vectorio.store.object;

import java.time.Instant;
import java.util.List;

/**
 * One version of an object. Immutable: an answer under way keeps serving the version it began with.
 *
 * @param key the key, percent-decoded once
 * @param identity what tells this version from others
 * @param content the bytes and what was said about them
 */
public record StoredObject(String key, Identity identity, NewObject content) {

    /**
     * What tells one version from others.
     *
     * @param versionId the id in a versioned bucket, {@code "null"} elsewhere
     * @param generation grows with every write to the store, never reused
     * @param lastModified time of the write
     * @param deleteMarker whether this version says that the object is deleted
     */
    public record Identity(String versionId, long generation, Instant lastModified, boolean deleteMarker) {}

    public String versionId() {
        return identity.versionId();
    }

    public Instant lastModified() {
        return identity.lastModified();
    }

    public boolean deleteMarker() {
        return identity.deleteMarker();
    }

    /** Entity tag without quotes. */
    public String etag() {
        return content.etag();
    }

    /** Length in bytes. */
    public long length() {
        return content.bytes().length();
    }

    public ByteSource bytes() {
        return content.bytes();
    }

    public ObjectAttributes attributes() {
        return content.attributes();
    }

    public List<Long> partLengths() {
        return content.partLengths();
    }
}
