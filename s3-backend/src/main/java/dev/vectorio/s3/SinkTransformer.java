package dev.vectorio.s3;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GuardedSink;
import dev.vectorio.spi.ResponseHead;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Hands one answer to a sink as it comes in, on the client's threads, with nothing in between. Demand is unbounded: the
 * sink copies and returns, so there is nothing to hold back, and asking for one chunk at a time only adds calls.
 */
final class SinkTransformer implements AsyncResponseTransformer<GetObjectResponse, Void>, Subscriber<ByteBuffer> {
    static final String BODY_DROPPED =
            "the answer says neither how long its body is nor that it comes in chunks, so the "
                    + "body ends with the connection; the CRT client drops such bodies. Set "
                    + S3Option.HTTP_CLIENT.key()
                    + "=netty, or let the server or proxy send Content-Length";

    private final GuardedSink sink;
    private final StoreFailures failures;
    private final boolean mayDropBodies;
    private volatile CompletableFuture<Void> prepared = new CompletableFuture<>();
    private volatile boolean wanted;
    private volatile boolean lengthless;
    private boolean empty = true;
    private @Nullable Subscription subscription;

    /**
     * An answer for a sink.
     *
     * @param mayDropBodies as in {@link ClientPool}
     */
    SinkTransformer(GuardedSink sink, StoreFailures failures, boolean mayDropBodies) {
        this.sink = sink;
        this.failures = failures;
        this.mayDropBodies = mayDropBodies;
    }

    /** Called once per attempt of the client. */
    @Override
    public CompletableFuture<Void> prepare() {
        CompletableFuture<Void> next = new CompletableFuture<>();
        prepared = next;
        return next;
    }

    @Override
    public void onResponse(GetObjectResponse response) {
        Optional<ObjectReadException> unreadable =
                ClientSideEncryption.refuse(failures, response.metadata(), response.sdkHttpResponse());
        if (unreadable.isPresent()) {
            sink.fail(unreadable.get());
            return;
        }
        ResponseHead head = headOf(response);
        lengthless = head.contentLength().isEmpty()
                && response.sdkHttpResponse()
                        .firstMatchingHeader("Transfer-Encoding")
                        .isEmpty();
        wanted = sink.head(head);
    }

    @Override
    public void onStream(SdkPublisher<ByteBuffer> publisher) {
        publisher.subscribe(this);
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        if (wanted) {
            given.request(Long.MAX_VALUE);
        } else {
            abandon(given);
        }
    }

    @Override
    public void onNext(ByteBuffer chunk) {
        empty = false;
        sink.bytes(chunk);
        if (sink.hasEnded() && subscription != null) {
            abandon(subscription);
        }
    }

    @Override
    public void onComplete() {
        if (lengthless && empty && mayDropBodies) {
            sink.fail(failures.of(Kind.UNSUPPORTED, BODY_DROPPED, StoreAnswer.none()));
        }
        sink.complete();
        prepared.complete(null);
    }

    @Override
    public void onError(Throwable failure) {
        exceptionOccurred(failure);
    }

    /** The client's future fails with this and is where it is reported; an end of the attempt, not of the transfer. */
    @Override
    public void exceptionOccurred(Throwable failure) {
        prepared.completeExceptionally(failure);
    }

    /**
     * Ends the attempt. The client closes the connection, for an unread body would have to be drained before it could
     * serve again, and lets go of what it has read ahead.
     */
    private void abandon(Subscription given) {
        given.cancel();
        sink.fail(failures.cancelled());
        prepared.completeExceptionally(failures.cancelled());
    }

    private static ResponseHead headOf(GetObjectResponse response) {
        OptionalLong length =
                response.contentLength() == null ? OptionalLong.empty() : OptionalLong.of(response.contentLength());
        Optional<ContentRange> range =
                Optional.ofNullable(response.contentRange()).flatMap(ContentRange::parse);
        OptionalLong total = range.isPresent() ? range.get().total() : length;
        return new ResponseHead(
                response.sdkHttpResponse().statusCode(),
                length,
                range,
                version(response.eTag(), total, response.lastModified()),
                version(ObjectVersion.Kind.VERSION_ID, response.versionId()),
                Optional.ofNullable(response.responseMetadata().requestId()));
    }

    /** The ETag; from a store without one, length and time of change, if it tells both. */
    static Optional<ObjectVersion> version(@Nullable String eTag, OptionalLong length, @Nullable Instant lastModified) {
        return version(ObjectVersion.Kind.ETAG, eTag)
                .or(() -> lastModified == null || length.isEmpty()
                        ? Optional.empty()
                        : version(ObjectVersion.Kind.FINGERPRINT, length.getAsLong() + "/" + lastModified));
    }

    /** An empty token is none. */
    static Optional<ObjectVersion> version(ObjectVersion.Kind kind, @Nullable String token) {
        return token == null || token.isEmpty() ? Optional.empty() : Optional.of(new ObjectVersion(kind, token));
    }
}
