package dev.vectorio.s3;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The key of an object that the store encrypts with a key of ours (SSE-C), with the digest that every request carries.
 *
 * @param base64 256 bits
 */
record SseCustomerKey(String base64, String md5) {
    static SseCustomerKey of(String base64) {
        byte[] key = Base64.getDecoder().decode(base64);
        if (key.length != 32) {
            throw new IllegalArgumentException("an SSE-C key has 32 bytes, not " + key.length);
        }
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(key);
            return new SseCustomerKey(base64, Base64.getEncoder().encodeToString(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    /** Never the key. */
    @Override
    public String toString() {
        return "SSE-C key";
    }
}
