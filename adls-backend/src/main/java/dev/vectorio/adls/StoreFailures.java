package dev.vectorio.adls;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpResponse;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ConnectionFailure;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.HttpRefusal;
import dev.vectorio.spi.UntrustedCertificate;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import reactor.core.Exceptions;
import reactor.netty.channel.AbortedException;

/**
 * Turns what the client throws into the one exception of a read. Names operation, object, range, status, code and request
 * id. The client's own exception for a refusal is left out: its text is the store's, which quotes signed requests.
 *
 * @param what operation, object and range, such as {@code GET abfs://c@a.dfs.core.windows.net/p [0, 4)}
 * @param credentials where the authorization of requests came from
 * @param endpoint where the request goes; empty before that is known
 */
record StoreFailures(String what, String credentials, Optional<URI> endpoint) {
    static final HttpHeaderName ERROR_CODE = HttpHeaderName.fromString("x-ms-error-code");
    static final HttpHeaderName REQUEST_ID = HttpHeaderName.fromString("x-ms-request-id");
    private static final String EXPIRED = "Signature not valid in the specified time frame";

    /** Of an operation whose target is not known yet. */
    static StoreFailures of(String what) {
        return new StoreFailures(what, "", Optional.empty());
    }

    /** The same operation, once it is known where it goes and as whom. */
    StoreFailures at(Accounts.Account account) {
        return new StoreFailures(
                what,
                account.credentials(),
                Optional.of(URI.create(account.client().getAccountUrl())));
    }

    ObjectReadException cancelled() {
        return of(Kind.CANCELLED, "cancelled", StoreAnswer.none());
    }

    ObjectReadException of(Kind kind, String why, StoreAnswer answer) {
        return new ObjectReadException(kind, what + ": " + why, answer);
    }

    /** The typed form of anything that the client throws. */
    ObjectReadException of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof ObjectReadException typed) {
            return typed;
        }
        if (failure instanceof HttpResponseException refused && refused.getResponse() != null) {
            return ofRefusal(refused.getResponse(), String.valueOf(refused.getMessage()));
        }
        if (failure instanceof ClientAuthenticationException) {
            return withCause(
                    Kind.ACCESS_DENIED,
                    "no credentials from " + credentials + ": " + ConnectionFailure.words(failure),
                    failure);
        }
        if (failure instanceof CancellationException) {
            return withCause(Kind.CANCELLED, "cancelled", failure);
        }
        if (UntrustedCertificate.causes(failure)) {
            return withCause(Kind.UNSUPPORTED, UntrustedCertificate.MESSAGE, failure);
        }
        if (isConnectionFailure(failure)) {
            return withCause(Kind.TRANSIENT, ConnectionFailure.message(endpoint, failure), failure);
        }
        if (failure instanceof DecoderException) {
            // tried again: it may be what an answer that was too long has left on a connection
            return withCause(Kind.TRANSIENT, "the answer is not HTTP: " + failure.getCause(), failure);
        }
        return failure instanceof IllegalArgumentException
                ? withCause(Kind.UNSUPPORTED, String.valueOf(failure.getMessage()), failure)
                : withCause(Kind.INTERNAL, failure.toString(), failure);
    }

    private ObjectReadException ofRefusal(HttpResponse response, String text) {
        StoreAnswer answer = answerOf(response.getStatusCode(), response.getHeaders());
        String code = answer.code().orElse("");
        Kind kind = BlobErrorCode.kindOf(answer.status(), code);
        String advice = switch (kind) {
            case ACCESS_DENIED ->
                (text.contains(EXPIRED) ? ", the shared access signature has expired or is not valid yet" : "")
                        + ", credentials from " + credentials;
            case NOT_FOUND -> BlobErrorCode.missing(code);
            case OBJECT_CHANGED -> ", the object is no longer the version this read began with";
            case UNSUPPORTED ->
                BlobErrorCode.isArchived(code) ? ", the blob must be brought back from the archive first" : "";
            default -> "";
        };
        return of(kind, HttpRefusal.words(answer) + advice, answer);
    }

    private ObjectReadException withCause(Kind kind, String why, Throwable cause) {
        return new ObjectReadException(kind, what + ": " + why, StoreAnswer.none(), cause);
    }

    /** What an answer says of itself, refusal or not. */
    static StoreAnswer answerOf(int status, HttpHeaders headers) {
        return StoreAnswer.ofStatus(status)
                .withCode(
                        Optional.ofNullable(headers.getValue(ERROR_CODE)),
                        Optional.ofNullable(headers.getValue(REQUEST_ID)))
                .withRetryAfter(Optional.ofNullable(headers.getValue(HttpHeaderName.RETRY_AFTER))
                        .flatMap(text -> HttpRefusal.retryAfter(text, Instant.now())))
                .withObjectLength(status == 416 ? objectLength(headers) : OptionalLong.empty());
    }

    private static OptionalLong objectLength(HttpHeaders headers) {
        return Optional.ofNullable(headers.getValue(HttpHeaderName.CONTENT_RANGE))
                .flatMap(ContentRange::parse)
                .map(ContentRange::total)
                .orElse(OptionalLong.empty());
    }

    private static boolean isConnectionFailure(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof IOException || t instanceof TimeoutException || t instanceof AbortedException) {
                return true;
            }
        }
        return false;
    }

    private static Throwable unwrap(Throwable thrown) {
        Throwable failure = Exceptions.unwrap(thrown);
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? unwrap(cause) : failure;
    }
}
