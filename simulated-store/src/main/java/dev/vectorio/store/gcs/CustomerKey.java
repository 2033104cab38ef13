package dev.vectorio.store.gcs;

import dev.vectorio.store.object.EntityTags;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.request.Answer;
import java.util.Base64;
import java.util.Optional;

/**
 * Customer-supplied encryption keys: nothing is encrypted, but an object written with a key gives its bytes only to
 * requests that bring the same key. Only the key's SHA-256 is kept, as the service does. Headers and checks are those of
 * {@code cloud.google.com/storage/docs/encryption/customer-supplied-keys}, reasons those of the page of error codes.
 */
final class CustomerKey {
    private static final String HEADERS = "x-goog-encryption-";
    private static final String SOURCE_HEADERS = "x-goog-copy-source-encryption-";

    private CustomerKey() {}

    /** The SHA-256 of the key that the request brings, if it brings one. */
    static Optional<String> sha256(GcsCall call) {
        return sha256(call, HEADERS);
    }

    private static Optional<String> sha256(GcsCall call, String headers) {
        Optional<String> key = call.header(headers + "key");
        if (key.isEmpty()) {
            return Optional.empty();
        }
        if (!call.header(headers + "algorithm").filter("AES256"::equals).isPresent()) {
            throw new GcsRefusal(
                    400,
                    "customerEncryptionAlgorithmIsInvalid",
                    "Missing an encryption algorithm, or the provided algorithm is not \"AES256\".");
        }
        byte[] raw;
        try {
            raw = Base64.getDecoder().decode(key.get());
        } catch (IllegalArgumentException e) {
            raw = new byte[0];
        }
        if (raw.length != 32) {
            throw new GcsRefusal(
                    400,
                    "customerEncryptionKeyFormatIsInvalid",
                    "Missing an encryption key, or it is not Base64 encoded, or it does not meet the required length of"
                            + " the encryption algorithm.");
        }
        String sha256 =
                Base64.getEncoder().encodeToString(EntityTags.digest("SHA-256").digest(raw));
        if (call.header(headers + "key-sha256").filter(sha256::equals).isEmpty()) {
            throw new GcsRefusal(
                    400,
                    "customerEncryptionKeySha256IsInvalid",
                    "Missing a SHA256 hash of the encryption key, or it is not Base64 encoded, or it does not match the"
                            + " encryption key.");
        }
        return Optional.of(sha256);
    }

    /** Refuses a read of bytes that does not bring the key that the object was written with. */
    static void checkRead(GcsCall call, ObjectAttributes written) {
        check(sha256(call, HEADERS), written);
    }

    /** The same for the object that a copy reads from. */
    static void checkSource(GcsCall call, ObjectAttributes written) {
        check(sha256(call, SOURCE_HEADERS), written);
    }

    private static void check(Optional<String> brought, ObjectAttributes written) {
        Optional<String> wanted = written.encryptionKeyDigest();
        if (wanted.isPresent() && brought.isEmpty()) {
            throw new GcsRefusal(
                    400,
                    "resourceIsEncryptedWithCustomerEncryptionKey",
                    "The target object is encrypted by a customer-supplied encryption key.");
        }
        if (wanted.isEmpty() && brought.isPresent()) {
            throw new GcsRefusal(
                    400,
                    "resourceNotEncryptedWithCustomerEncryptionKey",
                    "The target object is not encrypted by a customer-supplied encryption key.");
        }
        if (!wanted.equals(brought)) {
            throw new GcsRefusal(400, "customerEncryptionKeyIsIncorrect", "The provided encryption key is incorrect.");
        }
    }

    /** Says in the answer which key the object was written with. */
    static Answer confirm(Answer answer, ObjectAttributes written) {
        return written.encryptionKeyDigest()
                .map(sha256 ->
                        answer.withHeader(HEADERS + "algorithm", "AES256").withHeader(HEADERS + "key-sha256", sha256))
                .orElse(answer);
    }
}
