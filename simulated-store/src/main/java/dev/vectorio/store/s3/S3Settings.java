package dev.vectorio.store.s3;

import java.util.Map;
import java.util.Optional;

/**
 * How the S3 dialect behaves.
 *
 * @param secretsByAccessKeyId the key pairs that may sign; if there are any, every signature is checked, otherwise none is
 * @param anonymousAllowed whether requests without a signature are served where signatures are checked
 * @param virtualHostSuffix host name behind the bucket's in virtual-host style, for example {@code s3.localhost}; empty
 *     for path style alone
 */
public record S3Settings(
        Map<String, String> secretsByAccessKeyId, boolean anonymousAllowed, Optional<String> virtualHostSuffix) {
    public S3Settings {
        secretsByAccessKeyId = Map.copyOf(secretsByAccessKeyId);
    }

    /** Path style, no signature checked. */
    public static S3Settings defaults() {
        return new S3Settings(Map.of(), true, Optional.empty());
    }

    /** Checks signatures against these key pairs. */
    public S3Settings withSecrets(Map<String, String> byAccessKeyId) {
        return new S3Settings(byAccessKeyId, anonymousAllowed, virtualHostSuffix);
    }

    /** Serves or refuses requests without a signature. */
    public S3Settings withAnonymousAllowed(boolean allowed) {
        return new S3Settings(secretsByAccessKeyId, allowed, virtualHostSuffix);
    }

    /** Understands {@code bucket.suffix} as host name too. */
    public S3Settings withVirtualHostSuffix(String suffix) {
        return new S3Settings(secretsByAccessKeyId, anonymousAllowed, Optional.of(suffix));
    }

    /** Names the key ids and no secret. */
    @Override
    public String toString() {
        return "S3Settings[accessKeyIds=" + secretsByAccessKeyId.keySet() + ", anonymousAllowed=" + anonymousAllowed
                + ", virtualHostSuffix=" + virtualHostSuffix + "]";
    }
}
