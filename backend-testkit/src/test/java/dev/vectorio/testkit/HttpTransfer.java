package dev.vectorio.testkit;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * One GET of {@link HttpBackend}. The client ends its future at once when it is cancelled, though a chunk may be on its way
 * into the sink: {@code done} waits until the sink is left.
 */
final class HttpTransfer implements Transfer {
    private final ResponseSink sink;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private CompletableFuture<? extends HttpResponse<?>> exchange = new CompletableFuture<>();
    private boolean inSink;
    private boolean stopped;
    private @Nullable ObjectReadException outcome;

    HttpTransfer(ResponseSink sink) {
        this.sink = sink;
    }

    void start(HttpClient client, HttpRequest request) {
        CompletableFuture<? extends HttpResponse<?>> sent = client.sendAsync(request, this::subscriber);
        boolean tooLate;
        synchronized (this) {
            exchange = sent;
            tooLate = stopped;
        }
        if (tooLate) {
            sent.cancel(true);
        }
        CompletionStage<?> ended = sent;
        ended.whenComplete((answer, failure) -> {
            if (failure == null) {
                end(null);
            } else if (Fetch.unwrap(failure) instanceof ObjectReadException typed) {
                end(typed);
            } else {
                end(new ObjectReadException(Kind.TRANSIENT, "broken off", StoreAnswer.none(), failure));
            }
        });
    }

    private BodySubscriber<?> subscriber(ResponseInfo info) {
        if (info.statusCode() / 100 != 2) {
            return BodySubscribers.mapping(BodySubscribers.ofString(StandardCharsets.UTF_8), body -> {
                end(HttpBackend.refusal(info.statusCode(), info.headers(), body));
                return body;
            });
        }
        ResponseHead head = new ResponseHead(
                info.statusCode(),
                HttpBackend.contentLength(info.headers()),
                info.headers().firstValue("Content-Range").flatMap(ContentRange::parse),
                HttpBackend.etag(info.headers()),
                info.headers()
                        .firstValue("x-amz-version-id")
                        .map(id -> new ObjectVersion(ObjectVersion.Kind.VERSION_ID, id)),
                info.headers().firstValue("x-amz-request-id"));
        if (!enter()) {
            return new Body();
        }
        try {
            if (!sink.onHead(head)) {
                cancel();
            }
        } finally {
            leave();
        }
        return new Body();
    }

    /** Feeds the sink, one list of buffers at a time. */
    private final class Body implements BodySubscriber<@Nullable Void> {
        private final CompletableFuture<@Nullable Void> body = new CompletableFuture<>();

        @Override
        public CompletionStage<@Nullable Void> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> chunks) {
            for (ByteBuffer chunk : chunks) {
                if (!enter()) {
                    return;
                }
                try {
                    sink.onBytes(chunk);
                } finally {
                    leave();
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(null);
        }
    }

    private synchronized boolean enter() {
        if (stopped) {
            return false;
        }
        inSink = true;
        return true;
    }

    private void leave() {
        synchronized (this) {
            inSink = false;
            if (!stopped) {
                return;
            }
        }
        complete();
    }

    /** Lets no call into the sink begin any more, and completes when none is under way. The first outcome counts. */
    void end(@Nullable ObjectReadException failure) {
        synchronized (this) {
            if (!stopped) {
                stopped = true;
                outcome = failure;
            }
            if (inSink) {
                return;
            }
        }
        complete();
    }

    private void complete() {
        Optional<ObjectReadException> failure;
        synchronized (this) {
            failure = Optional.ofNullable(outcome);
        }
        if (failure.isPresent()) {
            done.completeExceptionally(failure.get());
        } else {
            done.complete(null);
        }
    }

    @Override
    public CompletionStage<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        end(new ObjectReadException(Kind.CANCELLED, "cancelled"));
        CompletableFuture<?> running;
        synchronized (this) {
            running = exchange;
        }
        running.cancel(true);
    }
}
