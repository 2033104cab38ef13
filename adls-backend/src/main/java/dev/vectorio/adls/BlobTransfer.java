package dev.vectorio.adls;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpResponse;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GuardedSink;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * One GET under way: the head to the sink, then the body as it comes in, on the client's threads. Demand is unbounded: the
 * sink copies and returns, so there is nothing to hold back.
 *
 * <p>A cancel runs on the connection's own thread, where it is known: an answer that arrives at that very moment would
 * otherwise be dropped between two operators, and its connection with it.
 */
final class BlobTransfer implements Transfer, LostConnections.Waiting {
    private static final HttpHeaderName VERSION_ID = HttpHeaderName.fromString("x-ms-version-id");
    private static final HttpHeaderName CLIENT_ENCRYPTION = HttpHeaderName.fromString("x-ms-meta-encryptiondata");
    /** Under which a transfer is found in the context of its request. */
    static final String KEY = BlobTransfer.class.getName();

    private final StoreFailures failures;
    private final GuardedSink sink;
    private final AtomicReference<@Nullable Subscription> current = new AtomicReference<>();
    /** The thread of the connection that the request went out on. */
    private volatile @Nullable EventLoop thread;

    private volatile @Nullable HttpResponse raw;

    private BlobTransfer(StoreFailures failures, ResponseSink sink) {
        this.failures = failures;
        this.sink = new GuardedSink(sink);
    }

    /** Starts the request that {@code answer} stands for. */
    static Transfer start(StoreFailures failures, ResponseSink sink, Mono<BlobDownloadAsyncResponse> answer) {
        BlobTransfer transfer = new BlobTransfer(failures, sink);
        answer.contextWrite(Context.of(KEY, transfer, LostConnections.KEY, transfer))
                .subscribe(transfer.new Answer());
        return transfer;
    }

    /** A transfer that failed before anything was sent. */
    static Transfer failed(StoreFailures failures, ResponseSink sink, Throwable failure) {
        BlobTransfer transfer = new BlobTransfer(failures, sink);
        transfer.sink.fail(failures.of(failure));
        return transfer;
    }

    /** The HTTP client says on which connection the request goes out; called on that connection's thread. */
    static void sendsOn(ContextView context, Connection connection) {
        BlobTransfer transfer = context.getOrDefault(KEY, null);
        if (transfer != null) {
            transfer.thread = connection.channel().eventLoop();
            if (transfer.sink.hasEnded()) {
                connection.dispose(); // cancelled while it waited for this connection
            }
        }
    }

    /** The answer as the HTTP client gave it. */
    void arrived(HttpResponse answer) {
        raw = answer;
    }

    @Override
    public boolean fail(Throwable why) {
        boolean waited = !sink.hasEnded();
        if (waited) {
            sink.fail(failures.of(why));
            abort();
        }
        return waited;
    }

    @Override
    public CompletionStage<Void> done() {
        return sink.done();
    }

    @Override
    public void cancel() {
        sink.fail(failures.cancelled());
        EventLoop on = thread;
        if (on == null || on.inEventLoop()) {
            abort();
            return;
        }
        try {
            on.execute(this::abort);
        } catch (RejectedExecutionException e) {
            abort(); // the threads are gone: nothing arrives any more
        }
    }

    private void abort() {
        Subscription subscription = current.get();
        if (subscription != null) {
            subscription.cancel();
        }
    }

    /** Makes {@code subscription} the one that a cancel stops; false if that has happened already. */
    private boolean follow(Subscription subscription) {
        current.set(subscription);
        if (sink.hasEnded()) {
            subscription.cancel();
            return false;
        }
        return true;
    }

    private final class Answer implements CoreSubscriber<BlobDownloadAsyncResponse> {
        @Override
        public void onSubscribe(Subscription subscription) {
            if (follow(subscription)) {
                subscription.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(BlobDownloadAsyncResponse answer) {
            HttpHeaders headers = answer.getHeaders();
            if (headers.getValue(CLIENT_ENCRYPTION) != null) {
                sink.fail(failures.of(
                        Kind.UNSUPPORTED,
                        "the blob is encrypted by its writer, and is read by the writer's own library alone",
                        StoreFailures.answerOf(answer.getStatusCode(), headers)));
            } else if (!sink.head(headOf(answer.getStatusCode(), headers))) {
                sink.fail(failures.cancelled());
            }
            // Subscribed in any case: cancelling the body is what closes a connection whose answer is not wanted.
            HttpResponse arrived = raw;
            (arrived == null ? answer.getValue() : arrived.getBody()).subscribe(new Body());
        }

        @Override
        public void onError(Throwable failure) {
            sink.fail(failures.of(failure));
        }

        @Override
        public void onComplete() {
            // the body's end is the transfer's
        }
    }

    private final class Body implements CoreSubscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Subscription subscription) {
            if (follow(subscription)) {
                subscription.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(ByteBuffer chunk) {
            sink.bytes(chunk);
            if (sink.hasEnded()) {
                abort();
            }
        }

        @Override
        public void onError(Throwable failure) {
            sink.fail(failures.of(failure));
        }

        @Override
        public void onComplete() {
            sink.complete();
        }
    }

    private static ResponseHead headOf(int status, HttpHeaders headers) {
        return new ResponseHead(
                status,
                length(headers),
                value(headers, HttpHeaderName.CONTENT_RANGE).flatMap(ContentRange::parse),
                version(headers),
                value(headers, VERSION_ID).map(id -> new ObjectVersion(ObjectVersion.Kind.VERSION_ID, id)),
                value(headers, StoreFailures.REQUEST_ID));
    }

    private static Optional<String> value(HttpHeaders headers, HttpHeaderName name) {
        return Optional.ofNullable(headers.getValue(name)).filter(text -> !text.isEmpty());
    }

    /** Content-Length, if it is there and a number. */
    static OptionalLong length(HttpHeaders headers) {
        return value(headers, HttpHeaderName.CONTENT_LENGTH)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
    }

    /** The entity tag with the quotes that the client takes from it. */
    static Optional<ObjectVersion> version(HttpHeaders headers) {
        return value(headers, HttpHeaderName.ETAG)
                .map(tag -> ObjectVersion.etag(tag.endsWith("\"") ? tag : '"' + tag + '"'));
    }
}
