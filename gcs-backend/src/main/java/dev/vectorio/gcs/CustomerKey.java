package dev.vectorio.gcs;

import com.google.api.client.http.HttpHeaders;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The key of an object that the store encrypts with a key of ours, and its digest; every request for bytes carries both
 * ({@code cloud.google.com/storage/docs/encryption/customer-supplied-keys}, "Request headers").
 *
 * @param base64 256 bits
 * @param sha256 Base64 of their SHA-256
 */
record CustomerKey(String base64, String sha256) {
    static CustomerKey of(String base64) {
        byte[] key = Base64.getDecoder().decode(base64);
        if (key.length != 32) {
            throw new IllegalArgumentException("a customer-supplied key has 32 bytes, not " + key.length);
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
            return new CustomerKey(base64, Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    void addTo(HttpHeaders headers) {
        headers.set("x-goog-encryption-algorithm", "AES256");
        headers.set("x-goog-encryption-key", base64);
        headers.set("x-goog-encryption-key-sha256", sha256);
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "customer-supplied key";
    }
}
