package dev.vectorio.testkit;

import dev.vectorio.spi.GetRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** When an {@link InMemoryBackend} goes on with an answer. Thread-safe. Stages may complete on any thread. */
public interface Pace {
    /**
     * Asked before the head of an answer.
     *
     * @return a stage that completes when the head may go out; a failure fails the transfer
     */
    CompletionStage<Void> beforeHead(GetRequest request);

    /**
     * Asked before every chunk of the body.
     *
     * @param sent bytes of the body that went out already
     * @return a stage that completes when the chunk may go out; a failure fails the transfer
     */
    CompletionStage<Void> beforeBytes(GetRequest request, long sent);

    /** A clock that runs tasks later: a real one, or a virtual one that the test moves. */
    interface Delayer {
        /** Runs the task after the delay; does not block. */
        void runAfter(Duration delay, Runnable task);

        /** The system's own clock; tasks run on the given executor. */
        static Delayer real(Executor executor) {
            return (delay, task) -> CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS, executor)
                    .execute(task);
        }
    }

    /** Never waits. */
    static Pace none() {
        return delayed((delay, task) -> task.run(), Duration.ZERO, Duration.ZERO);
    }

    /** Waits before the head and before each chunk. */
    static Pace delayed(Delayer delayer, Duration firstByte, Duration perChunk) {
        return new Pace() {
            @Override
            public CompletionStage<Void> beforeHead(GetRequest request) {
                return after(firstByte);
            }

            @Override
            public CompletionStage<Void> beforeBytes(GetRequest request, long sent) {
                return after(perChunk);
            }

            private CompletionStage<Void> after(Duration delay) {
                CompletableFuture<Void> moment = new CompletableFuture<>();
                delayer.runAfter(delay, () -> moment.complete(null));
                return moment;
            }
        };
    }
}
