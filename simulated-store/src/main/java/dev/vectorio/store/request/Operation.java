package dev.vectorio.store.request;

/** What a request does, in terms that every dialect shares. */
public enum Operation {
    /** Bytes of an object, whole or in part. */
    READ,
    /** The head of an object without its bytes. */
    HEAD,
    /** An object written at once. */
    WRITE,
    /** A step of an upload in parts. */
    UPLOAD,
    /** An object or part copied inside the store. */
    COPY,
    /** Objects deleted. */
    DELETE,
    /** Objects or uploads listed. */
    LIST,
    /** Anything about a bucket. */
    BUCKET,
    /** Everything else. */
    OTHER
}
