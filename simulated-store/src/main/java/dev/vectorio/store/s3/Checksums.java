package dev.vectorio.store.s3;

import dev.vectorio.store.object.ByteSource;
import dev.vectorio.store.object.ByteSums;
import dev.vectorio.store.object.EntityTags;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** The checksums that S3 takes with an object and gives back with it. */
final class Checksums {
    private static final List<String> ALGORITHMS = List.of("crc32", "crc32c", "crc64nvme", "sha1", "sha256");

    private Checksums() {}

    /**
     * The checksums that came with a body, in headers or trailers, each checked against the content.
     *
     * @throws S3Refusal BadDigest
     */
    static Map<String, String> verified(S3Call call) {
        Map<String, String> checksums = new TreeMap<>();
        for (String algorithm : ALGORITHMS) {
            String header = "x-amz-checksum-" + algorithm;
            String given =
                    call.header(header).orElse(call.request().body().trailers().getOrDefault(header, ""));
            if (!given.isEmpty()) {
                String computed = of(algorithm, call.request().body().bytes());
                if (!computed.equals(given)) {
                    throw S3Refusal.invalid(
                            "BadDigest",
                            "The " + algorithm + " you specified did not match the calculated checksum: " + given
                                    + " is not " + computed);
                }
                checksums.put(algorithm, given);
            }
        }
        return checksums;
    }

    /** The checksum of all bytes in Base64. */
    static String of(String algorithm, ByteSource bytes) {
        byte[] value = switch (algorithm) {
            case "crc32" -> fourBytes(ByteSums.of(new CRC32(), bytes));
            case "crc32c" -> fourBytes(ByteSums.of(new CRC32C(), bytes));
            case "crc64nvme" ->
                ByteBuffer.allocate(Long.BYTES)
                        .putLong(ByteSums.of(new Crc64Nvme(), bytes))
                        .array();
            default -> digested(algorithm.equals("sha1") ? "SHA-1" : "SHA-256", bytes);
        };
        return Base64.getEncoder().encodeToString(value);
    }

    private static byte[] digested(String algorithm, ByteSource bytes) {
        MessageDigest digest = EntityTags.digest(algorithm);
        EntityTags.update(digest, bytes);
        return digest.digest();
    }

    private static byte[] fourBytes(long value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt((int) value).array();
    }
}
