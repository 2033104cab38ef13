package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.Transfer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One GET of a test: started, waited for under a watchdog, and judged. */
public final class Fetch {
    /** How long anything may take that nobody holds up. */
    public static final Duration WATCHDOG = Duration.ofSeconds(10);

    private final GetRequest request;
    private final RecordingSink sink;
    private final Transfer transfer;
    private final CompletableFuture<Optional<Throwable>> outcome = new CompletableFuture<>();

    private Fetch(GetRequest request, RecordingSink sink, Transfer transfer) {
        this.request = request;
        this.sink = sink;
        this.transfer = transfer;
        transfer.done().whenComplete((ok, failure) -> {
            sink.transferEnded();
            outcome.complete(Optional.ofNullable(failure).map(Fetch::unwrap));
        });
    }

    /** Starts a GET into a plain recording sink. */
    public static Fetch start(ObjectStoreBackend backend, GetRequest request) {
        return start(backend, request, new RecordingSink());
    }

    /**
     * Starts a GET into a sink of the test's own.
     *
     * @throws AssertionError if {@code get} itself throws
     */
    public static Fetch start(ObjectStoreBackend backend, GetRequest request, RecordingSink sink) {
        try {
            return new Fetch(request, sink, backend.get(request, sink));
        } catch (RuntimeException e) {
            throw new AssertionError("get() threw: failures go to done()", e);
        }
    }

    /** The sink. */
    public RecordingSink sink() {
        return sink;
    }

    /** True if the transfer has ended. */
    public boolean isDone() {
        return outcome.isDone();
    }

    /** Cancels the transfer. */
    public void cancel() {
        transfer.cancel();
    }

    /** Runs the task when the transfer has ended; at once if it has. */
    public void whenEnded(Runnable task) {
        outcome.minimalCompletionStage().thenRun(task);
    }

    /** Waits for the end under the watchdog. */
    public Fetch await() {
        return await(WATCHDOG);
    }

    /**
     * Waits for the end.
     *
     * @throws AssertionError with the stacks of all threads if it does not come in time
     */
    public Fetch await(Duration limit) {
        try {
            outcome.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw Watchdog.expired(request + " did not end within " + limit.toMillis() + " ms");
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(request + ": the wait was broken off", e);
        }
        return this;
    }

    /** Why it failed, without the wrapping of completion stages; nothing if it ended well. To be called after the end. */
    public Optional<Throwable> failure() {
        assertThat(isDone()).as("%s has ended", request).isTrue();
        return outcome.join();
    }

    /** Waits, and requires a good end. Returns the head. */
    public ResponseHead requireHead() {
        await().failure().ifPresent(failure -> fail(request + " failed", failure));
        return sink.head().orElseThrow(() -> new AssertionError(request + " ended without a head"));
    }

    /** Waits, and requires a good end with exactly as many bytes as the head promised, all of them before the end. */
    public byte[] requireBytes() {
        OptionalLong promised = requireHead().contentLength();
        promised.ifPresent(length -> assertThat(sink.receivedWhenDone())
                .as("bytes of %s that had come when done() completed, as promised", request)
                .isEqualTo(length));
        assertThat(sink.received())
                .as("bytes of %s after those that had come when done() completed", request)
                .isEqualTo(sink.receivedWhenDone());
        return sink.bytes();
    }

    /** Waits, and requires a failure of one of the kinds. */
    public ObjectReadException requireFailure(Kind... kinds) {
        Throwable failure = await().failure()
                .orElseThrow(() -> new AssertionError(
                        request + " ended well with " + sink.received() + " bytes instead of failing"));
        ObjectReadException typed = requireTyped(failure);
        assertThat(typed.kind()).as("kind of %s", typed).isIn((Object[]) kinds);
        return typed;
    }

    /** Requires the one exception that a backend may give. */
    static ObjectReadException requireTyped(Throwable failure) {
        if (failure instanceof ObjectReadException typed) {
            return typed;
        }
        throw new AssertionError(
                "a raw " + failure.getClass().getName() + " instead of an ObjectReadException", failure);
    }

    static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    @Override
    public String toString() {
        return "GET " + request;
    }
}
