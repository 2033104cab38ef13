package dev.vectorio.store.object;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a writer says about an object beside its bytes.
 *
 * @param system standard headers by lower-case name (content-type, content-encoding, cache-control, …)
 * @param user the caller's own metadata by lower-case name, without the dialect's prefix
 * @param checksums Base64 checksums of the whole object by lower-case algorithm (crc32, crc32c, crc64nvme, sha1, sha256)
 * @param encryptionKeyDigest Base64 digest of the customer key that the object was written with, as the dialect of the
 *     writer names keys (S3 MD5, others SHA-256): reads must bring that key
 */
public record ObjectAttributes(
        Map<String, String> system,
        Map<String, String> user,
        Map<String, String> checksums,
        Optional<String> encryptionKeyDigest) {
    private static final ObjectAttributes NONE = new ObjectAttributes(Map.of(), Map.of(), Map.of(), Optional.empty());

    public ObjectAttributes {
        system = Map.copyOf(system);
        user = Map.copyOf(user);
        checksums = Map.copyOf(checksums);
    }

    /** Nothing said. */
    public static ObjectAttributes none() {
        return NONE;
    }

    /** The same with one standard header more, for example {@code content-encoding}. */
    public ObjectAttributes withSystem(String lowerCaseName, String value) {
        return new ObjectAttributes(with(system, lowerCaseName, value), user, checksums, encryptionKeyDigest);
    }

    /** The same with one entry of user metadata more. */
    public ObjectAttributes withUser(String lowerCaseName, String value) {
        return new ObjectAttributes(system, with(user, lowerCaseName, value), checksums, encryptionKeyDigest);
    }

    /** The same with these checksums instead. */
    public ObjectAttributes withChecksums(Map<String, String> base64ByAlgorithm) {
        return new ObjectAttributes(system, user, base64ByAlgorithm, encryptionKeyDigest);
    }

    /** The same, written with this customer key. */
    public ObjectAttributes withEncryptionKeyDigest(Optional<String> digest) {
        return new ObjectAttributes(system, user, checksums, digest);
    }

    private static Map<String, String> with(Map<String, String> map, String name, String value) {
        Map<String, String> more = new TreeMap<>(map);
        more.put(name, value);
        return more;
    }
}
