package dev.vectorio.s3;

/**
 * The connections of a client.
 *
 * @param size how many there are at most
 * @param mayDropBodies true if it is, or may be, the native client: that takes an answer that tells no length and does not
 *     come in chunks for one without a body
 */
record ClientPool(int size, boolean mayDropBodies) {
    static ClientPool of(S3HttpClient client, int size) {
        return new ClientPool(size, client == S3HttpClient.CRT);
    }

    /** Of a client that somebody else built. */
    static ClientPool foreign(int size) {
        return new ClientPool(size, true);
    }
}
