package dev.vectorio.s3;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Objects that were encrypted before they were stored. Their length is not the length of what was written and their
 * bytes are not its bytes, so a ranged read of them is refused before the first byte. The names are the metadata that
 * the Amazon S3 Encryption Client writes, in its three formats. An envelope in a separate instruction file leaves no
 * trace on the object and cannot be seen here.
 */
final class ClientSideEncryption {
    /** User metadata, without {@code x-amz-meta-}. */
    private static final Set<String> MARKS = Set.of(
            "x-amz-key",
            "x-amz-key-v2",
            "x-amz-3",
            "x-amz-iv",
            "x-amz-cek-alg",
            "x-amz-wrap-alg",
            "x-amz-unencrypted-content-length");

    private ClientSideEncryption() {}

    /** The refusal, if the object carries such metadata. */
    static Optional<ObjectReadException> refuse(
            StoreFailures failures, Map<String, String> metadata, SdkHttpResponse response) {
        return metadata.keySet().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .filter(MARKS::contains)
                .findFirst()
                .map(mark -> failures.of(
                        Kind.UNSUPPORTED,
                        "the object was encrypted by the client that wrote it (metadata " + mark
                                + "): its length and bytes are not those of the file",
                        StoreFailures.answerOf(response)));
    }
}
