package dev.vectorio.store.s3;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ObjectAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An upload in parts that is not complete. All methods may be called from any thread. */
final class MultipartUpload {
    private final String id;
    private final String bucket;
    private final String key;
    private final ObjectAttributes attributes;
    private final Instant created;
    private final Map<Integer, Part> parts = new TreeMap<>();

    MultipartUpload(String id, String bucket, String key, ObjectAttributes attributes, Instant created) {
        this.id = id;
        this.bucket = bucket;
        this.key = key;
        this.attributes = attributes;
        this.created = created;
    }

    /**
     * One part.
     *
     * @param bytes its content
     * @param etag MD5 of the content
     * @param checksums the checksums that came with it, by algorithm
     * @param written when it was written
     */
    record Part(ByteSource bytes, String etag, Map<String, String> checksums, Instant written) {}

    String id() {
        return id;
    }

    String bucket() {
        return bucket;
    }

    String key() {
        return key;
    }

    ObjectAttributes attributes() {
        return attributes;
    }

    Instant created() {
        return created;
    }

    synchronized void put(int number, Part part) {
        parts.put(number, part);
    }

    synchronized Optional<Part> part(int number) {
        return Optional.ofNullable(parts.get(number));
    }

    /** A copy of the parts by number. */
    synchronized Map<Integer, Part> parts() {
        return new TreeMap<>(parts);
    }
}
