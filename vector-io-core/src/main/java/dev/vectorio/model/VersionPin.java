package dev.vectorio.model;

/** Which of a store's version tokens later requests of a reader carry. */
public enum VersionPin {
    /** The entity tag (or the store's own equivalent): a replaced object is noticed and the read fails. */
    ETAG,
    /** The version id, where the bucket keeps versions: a replaced object is read to its end as it was. */
    VERSION_ID
}
