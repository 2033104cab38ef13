package dev.vectorio.hadoop.s3a;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.HttpRefusal;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** What a failure of S3A's client means to the engine. */
final class S3aFailures {
    private static final Set<String> THROTTLING =
            Set.of("SlowDown", "ServiceUnavailable", "Throttling", "ThrottlingException", "RequestLimitExceeded");

    private S3aFailures() {}

    static ObjectReadException of(GetRequest request, Exception failure, boolean cancelled) {
        if (failure instanceof ObjectReadException known) {
            return known;
        }
        String what = "GET " + request.range() + " of " + request.location();
        if (cancelled) {
            return new ObjectReadException(Kind.CANCELLED, what + " was cancelled", StoreAnswer.none(), failure);
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof AwsServiceException answer) {
                return answered(what, answer);
            }
            if (cause.getClass().getSimpleName().contains("Credential")) {
                return new ObjectReadException(
                        Kind.ACCESS_DENIED,
                        what + ": no credentials: " + cause.getMessage(),
                        StoreAnswer.none(),
                        failure);
            }
        }
        return new ObjectReadException(Kind.TRANSIENT, what + ": " + failure, StoreAnswer.none(), failure);
    }

    private static ObjectReadException answered(String what, AwsServiceException answer) {
        Optional<AwsErrorDetails> details = Optional.ofNullable(answer.awsErrorDetails());
        Optional<String> code = details.map(AwsErrorDetails::errorCode);
        StoreAnswer said = StoreAnswer.ofStatus(answer.statusCode())
                .withCode(code, Optional.ofNullable(answer.requestId()))
                .withObjectLength(lengthOf(details));
        return new ObjectReadException(
                kindOf(answer.statusCode(), code.orElse("")), what + ": " + answer.getMessage(), said, answer);
    }

    private static OptionalLong lengthOf(Optional<AwsErrorDetails> details) {
        return details.map(AwsErrorDetails::sdkHttpResponse)
                .flatMap(response -> response.firstMatchingHeader("Content-Range"))
                .flatMap(ContentRange::parse)
                .map(ContentRange::total)
                .orElse(OptionalLong.empty());
    }

    private static Kind kindOf(int status, String code) {
        if (THROTTLING.contains(code)) {
            return Kind.THROTTLED;
        }
        if (code.equals("InvalidObjectState")) { // archived
            return Kind.UNSUPPORTED;
        }
        if (code.equals("RequestTimeout") || code.equals("RequestTimeTooSkewed") || code.equals("ExpiredToken")) {
            return Kind.TRANSIENT;
        }
        return HttpRefusal.kindOf(status);
    }
}
