package dev.vectorio.gcs;

import com.google.api.client.http.HttpResponse;
import dev.vectorio.gcs.CallCredentials.NoTokenException;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ConnectionFailure;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.HttpRefusal;
import dev.vectorio.spi.UntrustedCertificate;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.http.impl.execchain.RequestAbortedException;

/**
 * Turns refusals and exceptions into the one exception of a read. Names operation, object, range, status, the store's
 * reason and request id; of the store's text only what tells a user what to set.
 *
 * @param what operation, object and range, such as {@code GET gs://lake/a [0, 4)}
 * @param credentials where the credentials came from
 * @param endpoint where the request goes
 */
record GcsFailures(String what, String credentials, URI endpoint) {
    /**
     * Reasons of a 403 that ask for fewer requests ("HTTP status and error codes for JSON",
     * {@code cloud.google.com/storage/docs/json_api/v1/status-codes}).
     */
    private static final Set<String> RATE_REASONS =
            Set.of("rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "usageLimits.rateLimitExceeded");

    ObjectReadException closed() {
        return of(Kind.CANCELLED, "the backend is closed", StoreAnswer.none());
    }

    ObjectReadException cancelled() {
        return of(Kind.CANCELLED, "cancelled", StoreAnswer.none());
    }

    ObjectReadException of(Kind kind, String why, StoreAnswer answer) {
        return new ObjectReadException(kind, what + ": " + why, answer);
    }

    /** The typed form of anything that the client throws. */
    ObjectReadException of(Exception thrown) {
        if (thrown instanceof ObjectReadException typed) {
            return typed;
        }
        if (thrown instanceof NoTokenException noToken) {
            Kind kind = noToken.mayPass() ? Kind.TRANSIENT : Kind.ACCESS_DENIED;
            return withCause(kind, "no token from " + credentials + ": " + ConnectionFailure.words(noToken), thrown);
        }
        if (thrown instanceof RequestAbortedException) {
            return withCause(Kind.CANCELLED, "cancelled", thrown);
        }
        if (UntrustedCertificate.causes(thrown)) {
            return withCause(Kind.UNSUPPORTED, UntrustedCertificate.MESSAGE, thrown);
        }
        if (thrown instanceof IOException) {
            return withCause(Kind.TRANSIENT, ConnectionFailure.message(Optional.of(endpoint), thrown), thrown);
        }
        return thrown instanceof IllegalArgumentException
                ? withCause(Kind.UNSUPPORTED, String.valueOf(thrown.getMessage()), thrown)
                : withCause(Kind.INTERNAL, thrown.toString(), thrown);
    }

    private ObjectReadException withCause(Kind kind, String why, Exception cause) {
        return new ObjectReadException(kind, what + ": " + why, StoreAnswer.none(), cause);
    }

    /**
     * The typed form of an answer that is not 2xx.
     *
     * @param named true if the request named a generation to read, and not one to match
     */
    ObjectReadException ofRefusal(HttpResponse response, boolean named) {
        Refusal refusal = Refusal.read(response);
        StoreAnswer answer = answerOf(response)
                .withCode(refusal.reason(), requestId(response))
                .withRetryAfter(Optional.ofNullable(response.getHeaders().getRetryAfter())
                        .flatMap(text -> HttpRefusal.retryAfter(text, Instant.now())))
                .withObjectLength(response.getStatusCode() == 416 ? objectLength(response) : OptionalLong.empty());
        Kind kind = kindOf(answer.status(), refusal.reason().orElse(""), named);
        return of(kind, HttpRefusal.words(answer) + advice(kind, refusal), answer);
    }

    private String advice(Kind kind, Refusal refusal) {
        String text = refusal.text().isEmpty() ? "" : ": " + refusal.text();
        return switch (kind) {
            case ACCESS_DENIED -> ", credentials from " + credentials + text;
            case UNSUPPORTED -> text;
            case NOT_FOUND -> refusal.missing();
            case OBJECT_CHANGED -> ", the object is no longer the version this read began with";
            default -> "";
        };
    }

    static Kind kindOf(int status, String reason, boolean named) {
        return switch (status) {
            case 404, 410 -> named ? Kind.OBJECT_CHANGED : Kind.NOT_FOUND;
            case 403 -> RATE_REASONS.contains(reason) ? Kind.THROTTLED : Kind.ACCESS_DENIED;
            default -> HttpRefusal.kindOf(status);
        };
    }

    static StoreAnswer answerOf(HttpResponse response) {
        return StoreAnswer.ofStatus(response.getStatusCode()).withCode(Optional.empty(), requestId(response));
    }

    static Optional<String> requestId(HttpResponse response) {
        return header(response, "x-guploader-uploadid");
    }

    static Optional<String> header(HttpResponse response, String name) {
        return Optional.ofNullable(response.getHeaders().getFirstHeaderStringValue(name));
    }

    private static OptionalLong objectLength(HttpResponse response) {
        return Optional.ofNullable(response.getHeaders().getContentRange())
                .flatMap(ContentRange::parse)
                .map(ContentRange::total)
                .orElse(OptionalLong.empty());
    }
}
