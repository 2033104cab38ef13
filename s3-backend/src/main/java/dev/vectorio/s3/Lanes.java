package dev.vectorio.s3;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/** A list of asynchronous tasks, a few at a time, in order; begins no more of them after the first failure. */
final class Lanes<T, R> {
    private final List<T> items;
    private final Function<T, CompletableFuture<R>> task;
    private final List<CompletableFuture<R>> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicBoolean failed = new AtomicBoolean();

    Lanes(List<T> items, Function<T, CompletableFuture<R>> task) {
        this.items = List.copyOf(items);
        this.task = task;
        this.results =
                Stream.generate(CompletableFuture<R>::new).limit(items.size()).toList();
    }

    /** Completes with the results in order of the items, or with a failure, once nothing is under way. */
    CompletableFuture<List<R>> run(int lanes) {
        CompletableFuture<?>[] all =
                Stream.generate(this::lane).limit(Math.min(lanes, items.size())).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenApply(
                        nothing -> results.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Void> lane() {
        int mine = failed.get() ? items.size() : next.getAndIncrement();
        if (mine >= items.size()) {
            return CompletableFuture.completedFuture(null);
        }
        return task.apply(items.get(mine))
                .whenComplete((result, failure) -> failed.compareAndSet(false, failure != null))
                .thenAccept(results.get(mine)::complete)
                .thenCompose(nothing -> lane());
    }
}
