package dev.vectorio.s3;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.HttpRefusal;
import java.util.Set;

/** What a status and an error code of S3 mean to a reader (Amazon S3 API reference, "Error responses"). */
final class S3ErrorCode {
    /** The session behind the credentials is over; new credentials may help. */
    static final Set<String> EXPIRED = Set.of("ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired");

    private static final Set<String> THROTTLED = Set.of(
            "SlowDown",
            "ServiceUnavailable",
            "Throttling",
            "ThrottlingException",
            "RequestLimitExceeded",
            "TooManyRequests",
            "BandwidthLimitExceeded");
    private static final Set<String> TRANSIENT = Set.of("RequestTimeout", "InternalError", "OperationAborted");
    private static final Set<String> DENIED = Set.of("InvalidToken", "InvalidAccessKeyId", "SignatureDoesNotMatch");

    /** RFC 9110, 15. Netty makes up a 999 for what it cannot read. */
    static final int HIGHEST_STATUS = 599;

    private S3ErrorCode() {}

    /** What is missing, in the words of a message; nothing where the code does not tell. */
    static String missing(String code) {
        return switch (code) {
            case "NoSuchBucket" -> HttpRefusal.missing("bucket");
            case "NoSuchKey" -> HttpRefusal.missing("object");
            case "NoSuchVersion" -> HttpRefusal.missing("version of the object");
            default -> "";
        };
    }

    static Kind kindOf(int status, String code) {
        if (EXPIRED.contains(code) || DENIED.contains(code)) {
            return Kind.ACCESS_DENIED;
        }
        if (THROTTLED.contains(code)) {
            return Kind.THROTTLED;
        }
        if (code.equals("InvalidObjectState")) {
            return Kind.UNSUPPORTED; // archived: 403, yet no right would help
        }
        if (TRANSIENT.contains(code)) {
            return Kind.TRANSIENT;
        }
        return HttpRefusal.kindOf(status);
    }
}
