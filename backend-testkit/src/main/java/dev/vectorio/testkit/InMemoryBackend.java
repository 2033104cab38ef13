package dev.vectorio.testkit;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that answers as an HTTP store would, with statuses, codes, request ids and {@code Content-Range}. It
 * overwrites every chunk as soon as the sink has returned, so that a sink which keeps one is found out; it logs every
 * request; and its pace can be set, down to a gate that the test opens. {@code close()} ends the threads that it made;
 * objects and log stay readable.
 */
public final class InMemoryBackend implements ObjectStoreBackend {
    private final InMemorySettings settings;
    private final InMemoryObjects objects;
    private final RequestLog log = new RequestLog();
    private final Executor executor;
    private final @Nullable ExecutorService owned;
    private volatile Pace pace = Pace.none();
    private volatile boolean closed;

    private InMemoryBackend(InMemorySettings settings, Executor executor, @Nullable ExecutorService owned) {
        this.settings = settings;
        this.objects = new InMemoryObjects(settings);
        this.executor = executor;
        this.owned = owned;
    }

    /** A backend with the default settings and daemon threads of its own. */
    public static InMemoryBackend create() {
        return create(InMemorySettings.defaults());
    }

    /** A backend with daemon threads of its own, as many as GETs are under way. */
    public static InMemoryBackend create(InMemorySettings settings) {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "memory-store");
            thread.setDaemon(true);
            return thread;
        });
        return new InMemoryBackend(settings, threads, threads);
    }

    /**
     * A backend that makes its calls into sinks on the given executor, which stays open.
     *
     * @param executor {@code Runnable::run} is allowed: calls then come from within {@code get} or from whoever ends a wait
     */
    public static InMemoryBackend on(Executor executor, InMemorySettings settings) {
        return new InMemoryBackend(settings, executor, null);
    }

    /** Puts an object, or replaces it: a new version. */
    public void put(ObjectLocation location, byte[] content) {
        put(location, ObjectContent.of(content));
    }

    /** Puts an object, or replaces it: a new version. */
    public void put(ObjectLocation location, ObjectContent content) {
        objects.put(location, content);
    }

    /** Deletes an object; does nothing if there is none. */
    public void delete(ObjectLocation location) {
        objects.delete(location);
    }

    /** Answers every later request for this location with 403. */
    public void deny(ObjectLocation location) {
        objects.deny(location);
    }

    /** Sets the pace of all answers whose next step is not yet under way. */
    public void pace(Pace pace) {
        this.pace = pace;
    }

    /** What was asked so far. */
    public RequestLog log() {
        return log;
    }

    @Override
    public BackendCapabilities capabilities() {
        return settings.capabilities();
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        CompletableFuture<ObjectMetadata> answer = new CompletableFuture<>();
        int number = log.started(location, Optional.empty(), Optional.empty());
        try {
            requireOpen(location);
            executor.execute(() -> head(location, number, answer));
        } catch (ObjectReadException | RejectedExecutionException e) {
            answer.completeExceptionally(e instanceof ObjectReadException ? e : closed(location));
        }
        return answer;
    }

    private void head(ObjectLocation location, int number, CompletableFuture<ObjectMetadata> answer) {
        try {
            ObjectMetadata metadata = objects.head(location, number);
            log.answered(number, 200);
            answer.complete(metadata);
        } catch (ObjectReadException e) {
            log.answered(number, e.answer().status());
            answer.completeExceptionally(e);
        }
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        int number = log.started(request.location(), Optional.of(request.range()), request.ifVersion());
        InMemoryTransfer transfer = new InMemoryTransfer(this, request, sink, number);
        transfer.signal();
        return transfer;
    }

    void requireOpen(ObjectLocation location) throws ObjectReadException {
        if (closed) {
            throw closed(location);
        }
    }

    static ObjectReadException closed(ObjectLocation location) {
        return new ObjectReadException(Kind.CANCELLED, "the backend is closed: " + location, StoreAnswer.none());
    }

    InMemoryObjects objects() {
        return objects;
    }

    InMemorySettings settings() {
        return settings;
    }

    Executor executor() {
        return executor;
    }

    Pace pace() {
        return pace;
    }

    /** Refuses later requests; answers under way go on to their end. */
    @Override
    public void close() {
        closed = true;
        if (owned != null) {
            owned.shutdown();
        }
    }

    @Override
    public String toString() {
        return "InMemoryBackend" + settings.capabilities() + (closed ? " closed" : "");
    }
}
