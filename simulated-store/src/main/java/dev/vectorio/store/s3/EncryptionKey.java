package dev.vectorio.store.s3;

import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.request.Answer;
import java.util.Base64;
import java.util.Optional;

/**
 * Server-side encryption with a customer's key (SSE-C): nothing is encrypted, but an object written with a key is
 * served only to requests that bring the same key. Only the key's MD5 is kept.
 */
final class EncryptionKey {
    private static final String HEADERS = "x-amz-server-side-encryption-customer-";

    private EncryptionKey() {}

    /** The MD5 of the key that the request brings, if it brings one. */
    static Optional<String> md5(S3Call call) {
        Optional<String> key = call.header(HEADERS + "key");
        if (key.isEmpty()) {
            return Optional.empty();
        }
        byte[] raw;
        try {
            raw = Base64.getDecoder().decode(key.get());
        } catch (IllegalArgumentException e) {
            throw S3Refusal.invalid("InvalidArgument", "The secret key was invalid for the specified algorithm.");
        }
        String md5 = Base64.getEncoder().encodeToString(EntityTags.digest("MD5").digest(raw));
        boolean fits = raw.length == 32
                && call.hasHeader(HEADERS + "algorithm", "AES256")
                && call.header(HEADERS + "key-md5").filter(md5::equals).isPresent();
        if (!fits) {
            throw S3Refusal.invalid(
                    "InvalidArgument",
                    "The calculated MD5 hash of the key did not match the hash that was provided, or the key is no"
                            + " AES256 key.");
        }
        return Optional.of(md5);
    }

    /** Refuses a read that does not bring the key that the object was written with. */
    static void check(S3Call call, ObjectAttributes written) {
        Optional<String> wanted = written.encryptionKeyDigest();
        Optional<String> brought = md5(call);
        if (wanted.isPresent() && brought.isEmpty()) {
            throw S3Refusal.invalid(
                    "InvalidRequest",
                    "The object was stored using a form of Server Side Encryption. The correct parameters must be"
                            + " provided to retrieve the object.");
        }
        if (wanted.isEmpty() && brought.isPresent()) {
            throw S3Refusal.invalid("InvalidRequest", "The encryption parameters are not applicable to this object.");
        }
        if (!wanted.equals(brought)) {
            throw S3Refusal.accessDenied();
        }
    }

    /** Says in the answer which key the object was written with. */
    static Answer confirm(Answer answer, String md5) {
        return answer.withHeader(HEADERS + "algorithm", "AES256").withHeader(HEADERS + "key-md5", md5);
    }
}
