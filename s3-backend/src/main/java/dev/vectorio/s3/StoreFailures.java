package dev.vectorio.s3;

import dev.vectorio.model.ObjectLocation;
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
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.crt.CRT;
import software.amazon.awssdk.crt.http.HttpException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * Turns what the client throws into the one exception of a read. Names operation, object, range, status, code and
 * request id; the text of the store and the headers of the request, which may hold keys, stay out.
 *
 * @param what operation, object and range, such as {@code GET s3://lake/a [0, 4)}
 * @param credentials where the credentials came from
 * @param endpoint where the request goes; asked only if there is no getting there
 */
record StoreFailures(String what, String credentials, Supplier<Optional<URI>> endpoint) {
    private static final Pattern OBJECT_SIZE = Pattern.compile("<ActualObjectSize>(\\d{1,18})</ActualObjectSize>");
    /** Tried again: it may be what an answer that was too long has left on a connection. */
    private static final String NOT_HTTP = "the answer is not HTTP";

    private static final Set<String> FOREIGN_ANSWER =
            Set.of("AWS_ERROR_HTTP_PROTOCOL_ERROR", "AWS_ERROR_HTTP_INVALID_HEADER_FIELD");
    private static final Set<String> HANDSHAKE = Set.of("AWS_IO_TLS_ERROR_NEGOTIATION_FAILURE");

    /** The native client says of a handshake only that it failed, and does not ask the JVM's trust managers. */
    private static final String NATIVE_TRUST =
            "; if the store's certificate is not trusted, add the authority that signed"
                    + " it to those of the operating system, or set vectorio.s3.http-client=netty, which goes by the JVM's";

    /** In the body: of a refused HEAD, which has none, the client makes a code up. */
    private static final Pattern CODE = Pattern.compile("<Code>([A-Za-z]{1,60})</Code>");

    private static final Pattern EXPECTED_REGION = Pattern.compile("<Region>([a-z0-9-]{1,40})</Region>");

    /** What goes wrong with a request of {@code client} for {@code location}. */
    static StoreFailures of(String what, String credentials, S3AsyncClient client, ObjectLocation location) {
        return new StoreFailures(what, credentials, () -> endpoint(client, location.authority()));
    }

    /** Where a bucket is, as far as the client says: it knows no answer for some names, and a wrapped one for none. */
    private static Optional<URI> endpoint(S3AsyncClient client, String bucket) {
        try {
            return Optional.of(client.utilities()
                    .getUrl(url -> url.bucket(bucket).key("key"))
                    .toURI());
        } catch (RuntimeException | URISyntaxException e) {
            return Optional.empty();
        }
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
        if (failure instanceof AwsServiceException refused) {
            return ofRefusal(refused);
        }
        if (failure instanceof CancellationException || failure instanceof AbortedException) {
            return withCause(Kind.CANCELLED, "cancelled", StoreAnswer.none(), failure);
        }
        if (UntrustedCertificate.causes(failure)) {
            return withCause(Kind.UNSUPPORTED, UntrustedCertificate.MESSAGE, StoreAnswer.none(), failure);
        }
        if (isNative(failure, HANDSHAKE)) {
            return withCause(
                    Kind.UNSUPPORTED,
                    ConnectionFailure.message(endpoint.get(), failure) + NATIVE_TRUST,
                    StoreAnswer.none(),
                    failure);
        }
        if (isForeignAnswer(failure)) {
            return withCause(Kind.TRANSIENT, NOT_HTTP + ": " + words(rootOf(failure)), StoreAnswer.none(), failure);
        }
        if (isConnectionFailure(failure)) {
            return withCause(
                    Kind.TRANSIENT, ConnectionFailure.message(endpoint.get(), failure), StoreAnswer.none(), failure);
        }
        boolean byClient = failure instanceof SdkClientException;
        String why = byClient ? words(failure) : failure.getClass().getSimpleName() + ": " + words(failure);
        return withCause(byClient ? Kind.UNSUPPORTED : Kind.INTERNAL, why, StoreAnswer.none(), failure);
    }

    private ObjectReadException ofRefusal(AwsServiceException refused) {
        StoreAnswer answer = answerOf(refused);
        if (answer.status() > S3ErrorCode.HIGHEST_STATUS) {
            return withCause(Kind.TRANSIENT, NOT_HTTP, answer, refused);
        }
        String code = answer.code().orElse("");
        Optional<String> region = rightRegion(refused, code);
        String said = HttpRefusal.words(answer);
        if (region.isPresent() || isRedirect(answer.status())) {
            return withCause(
                    Kind.UNSUPPORTED,
                    said + ": the bucket is in "
                            + region.map(r -> "region " + r + ": set vectorio.s3.region=" + r)
                                    .orElse("another region, which the store does not name"),
                    answer,
                    refused);
        }
        Kind kind = isDeleteMarker(refused) ? Kind.NOT_FOUND : S3ErrorCode.kindOf(answer.status(), code);
        String advice = switch (kind) {
            case ACCESS_DENIED -> ", credentials from " + credentials;
            case NOT_FOUND -> bodyMatch(refused, CODE).map(S3ErrorCode::missing).orElse("");
            case OBJECT_CHANGED -> ", the object is no longer the version this read began with";
            default -> "";
        };
        return withCause(kind, said + advice, answer, refused);
    }

    private ObjectReadException withCause(Kind kind, String why, StoreAnswer answer, Throwable cause) {
        return new ObjectReadException(kind, what + ": " + why, answer, cause);
    }

    /**
     * True if the store says that the session behind the credentials is over, or refuses a HEAD, whose answers carry no
     * code, in the way it would say so.
     */
    static boolean mayBeExpiredToken(Throwable thrown) {
        return unwrap(thrown) instanceof AwsServiceException refused
                && codeOf(refused)
                        .map(S3ErrorCode.EXPIRED::contains)
                        .orElseGet(() -> refused.statusCode() == 400
                                && rightRegion(refused, "").isEmpty());
    }

    static StoreAnswer answerOf(SdkHttpResponse response) {
        return StoreAnswer.ofStatus(response.statusCode())
                .withCode(Optional.empty(), response.firstMatchingHeader("x-amz-request-id"));
    }

    private static StoreAnswer answerOf(AwsServiceException refused) {
        Optional<SdkHttpResponse> response = responseOf(refused);
        Optional<String> requestId = Optional.ofNullable(refused.requestId())
                .or(() -> response.flatMap(r -> r.firstMatchingHeader("x-amz-request-id")));
        return StoreAnswer.ofStatus(refused.statusCode())
                .withCode(codeOf(refused), requestId)
                .withRetryAfter(response.flatMap(r -> r.firstMatchingHeader("Retry-After"))
                        .flatMap(text -> HttpRefusal.retryAfter(text, Instant.now())))
                .withObjectLength(refused.statusCode() == 416 ? objectLength(refused) : OptionalLong.empty());
    }

    private static Optional<SdkHttpResponse> responseOf(AwsServiceException refused) {
        return Optional.ofNullable(refused.awsErrorDetails()).map(AwsErrorDetails::sdkHttpResponse);
    }

    private static Optional<String> codeOf(AwsServiceException refused) {
        return Optional.ofNullable(refused.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .filter(code -> !code.isBlank());
    }

    private static OptionalLong objectLength(AwsServiceException refused) {
        OptionalLong fromHeader = responseOf(refused)
                .flatMap(response -> response.firstMatchingHeader("Content-Range"))
                .flatMap(ContentRange::parse)
                .map(ContentRange::total)
                .orElse(OptionalLong.empty());
        if (fromHeader.isPresent()) {
            return fromHeader;
        }
        return bodyMatch(refused, OBJECT_SIZE)
                .map(digits -> OptionalLong.of(Long.parseLong(digits)))
                .orElse(OptionalLong.empty());
    }

    /** 405 to a GET that names a version which is a delete marker. */
    private static boolean isDeleteMarker(AwsServiceException refused) {
        return refused.statusCode() == 405
                && responseOf(refused)
                        .flatMap(response -> response.firstMatchingHeader("x-amz-delete-marker"))
                        .map(Boolean::parseBoolean)
                        .orElse(false);
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 307 || status == 308;
    }

    /** A bucket elsewhere: the header of a redirect, or the region that a 400 says the signature should have named. */
    private static Optional<String> rightRegion(AwsServiceException refused, String code) {
        boolean aboutTheRegion = isRedirect(refused.statusCode())
                || code.equals("AuthorizationHeaderMalformed")
                || code.equals("IllegalLocationConstraintException")
                || (refused.statusCode() == 400 && code.isEmpty());
        if (!aboutTheRegion) {
            return Optional.empty();
        }
        return responseOf(refused)
                .flatMap(response -> response.firstMatchingHeader("x-amz-bucket-region"))
                .or(() -> bodyMatch(refused, EXPECTED_REGION));
    }

    private static Optional<String> bodyMatch(AwsServiceException refused, Pattern pattern) {
        AwsErrorDetails details = refused.awsErrorDetails();
        if (details == null || details.rawResponse() == null) {
            return Optional.empty();
        }
        Matcher m = pattern.matcher(details.rawResponse().asString(StandardCharsets.UTF_8));
        return m.find() ? Optional.of(m.group(1)) : Optional.empty();
    }

    /** The first sentence of what somebody threw; the clients add advice, and how often they tried. */
    private static String words(Throwable failure) {
        String text = failure.getMessage();
        return text == null
                ? failure.getClass().getSimpleName()
                : text.replaceAll("\\s*\\(SDK Attempt Count: \\d+\\)", "")
                        .replaceAll("(?s)\\. .*|\\R.*", "")
                        .replaceAll("\\.$", "");
    }

    /**
     * True if something answered that does not speak HTTP, or not as HTTP is. Both clients pass on what their parser has
     * thrown: the native one by a code, the one on Netty as a decoder's exception or as that of a number or a word that it
     * could not read.
     */
    private static boolean isForeignAnswer(Throwable failure) {
        Throwable root = rootOf(failure);
        return isNative(failure, FOREIGN_ANSWER)
                || (failure instanceof SdkClientException
                        && (root instanceof DecoderException || root instanceof IllegalArgumentException));
    }

    private static boolean isNative(Throwable failure, Set<String> codes) {
        return rootOf(failure) instanceof HttpException http && codes.contains(CRT.awsErrorName(http.getErrorCode()));
    }

    static boolean isConnectionFailure(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof IOException || t instanceof TimeoutException || t instanceof HttpException) {
                return true;
            }
        }
        return false;
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    static Throwable unwrap(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return thrown instanceof CompletionException && cause != null ? unwrap(cause) : thrown;
    }
}
