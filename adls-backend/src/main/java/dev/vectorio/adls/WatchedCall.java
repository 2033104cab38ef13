package dev.vectorio.adls;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** A call without a body under way, which ends too when its connection is lost. */
final class WatchedCall<T> implements LostConnections.Waiting {
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private final AtomicReference<@Nullable Subscription> current = new AtomicReference<>();

    /** Starts the call. */
    static <T> CompletableFuture<T> start(Mono<T> call) {
        WatchedCall<T> watched = new WatchedCall<>();
        var unused = call.contextWrite(Context.of(LostConnections.KEY, watched))
                .doOnSubscribe(watched.current::set)
                .toFuture()
                .whenComplete(watched::ended);
        return watched.answer;
    }

    private void ended(T value, @Nullable Throwable failure) {
        if (failure == null) {
            answer.complete(value);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    @Override
    public boolean fail(Throwable why) {
        boolean waited = answer.completeExceptionally(why);
        Subscription subscription = current.get();
        if (waited && subscription != null) {
            subscription.cancel();
        }
        return waited;
    }
}
