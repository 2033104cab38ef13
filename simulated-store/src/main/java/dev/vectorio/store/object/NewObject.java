package dev.vectorio.store.object;

import java.util.List;

/**
 * What is about to be stored under a key.
 *
 * @param bytes the content
 * @param etag entity tag without quotes
 * @param attributes headers, metadata, checksums
 * @param partLengths lengths of the parts of a multipart upload in order; empty for an object written at once
 */
public record NewObject(ByteSource bytes, String etag, ObjectAttributes attributes, List<Long> partLengths) {
    public NewObject {
        partLengths = List.copyOf(partLengths);
    }

    /** An object written at once. */
    public static NewObject whole(ByteSource bytes, String etag, ObjectAttributes attributes) {
        return new NewObject(bytes, etag, attributes, List.of());
    }
}
