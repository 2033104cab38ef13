package dev.vectorio.testkit;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import dev.vectorio.testkit.InMemoryObjects.Answer;
import dev.vectorio.testkit.InMemorySettings.Scratch;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One GET of an {@link InMemoryBackend}. Never blocks a thread: each signal (start, end of a wait, cancel) runs the steps
 * that are ready on the backend's executor, one thread at a time.
 */
final class InMemoryTransfer implements Transfer {
    private static final byte[] NONSENSE = new byte[4096];

    static {
        Arrays.fill(NONSENSE, (byte) 0xA5);
    }

    private final InMemoryBackend backend;
    private final GetRequest request;
    private final ResponseSink sink;
    private final int number;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicInteger signals = new AtomicInteger();
    private volatile boolean cancelled;

    // Touched only by the thread that runs the steps.
    private @Nullable CompletableFuture<Void> wait;
    private @Nullable Answer answer;
    private boolean ended;
    private long sent;
    private int chunks;
    private @Nullable ByteBuffer heapScratch;
    private @Nullable ByteBuffer directScratch;

    InMemoryTransfer(InMemoryBackend backend, GetRequest request, ResponseSink sink, int number) {
        this.backend = backend;
        this.request = request;
        this.sink = sink;
        this.number = number;
    }

    void signal() {
        if (signals.getAndIncrement() > 0) {
            return;
        }
        try {
            backend.executor().execute(this::runSteps);
        } catch (RejectedExecutionException e) {
            // Only one thread can be here, and no step is under way: the count of signals was zero.
            end(InMemoryBackend.closed(request.location()));
        }
    }

    private void runSteps() {
        int seen = signals.get();
        do {
            runReadySteps();
            seen = signals.addAndGet(-seen);
        } while (seen > 0);
    }

    private void runReadySteps() {
        try {
            while (!ended && isReady()) {
                if (answer == null) {
                    head();
                } else {
                    chunk(answer);
                }
            }
        } catch (ObjectReadException e) {
            if (answer == null) {
                backend.log().answered(number, e.answer().status());
            }
            end(e);
        } catch (Throwable t) {
            end(new ObjectReadException(Kind.INTERNAL, "the sink or pace failed", StoreAnswer.none(), t));
        }
    }

    /** True if the next step may run; registers for a signal if not. */
    private boolean isReady() throws ObjectReadException {
        if (cancelled) {
            throw new ObjectReadException(Kind.CANCELLED, "cancelled: " + request.location());
        }
        if (wait == null) {
            if (answer == null) {
                backend.requireOpen(request.location());
            }
            CompletionStage<Void> pause = answer == null
                    ? backend.pace().beforeHead(request)
                    : backend.pace().beforeBytes(request, sent);
            wait = pause.toCompletableFuture();
            if (!wait.isDone()) {
                pause.whenComplete((ok, failed) -> signal());
            }
        }
        if (!wait.isDone()) {
            return false;
        }
        wait.join();
        wait = null;
        return true;
    }

    private void head() throws ObjectReadException {
        Answer found = backend.objects().get(request, number);
        answer = found;
        backend.log().answered(number, found.head().status());
        if (!sink.onHead(found.head())) {
            end(new ObjectReadException(Kind.CANCELLED, "the body is not wanted: " + request.location()));
        }
    }

    private void chunk(Answer body) {
        int length = Math.toIntExact(
                Math.min(backend.settings().chunkBytes(), body.body().length() - sent));
        ByteBuffer scratch = scratch(length);
        int start = scratch.position();
        body.content().read(body.body().offset() + sent, scratch);
        scratch.position(start);
        sent += length;
        backend.log().sent(number, sent);
        sink.onBytes(scratch);
        overwrite(scratch);
        if (sent == body.body().length()) {
            end(null);
        }
    }

    private ByteBuffer scratch(int length) {
        boolean direct = backend.settings().scratch() == Scratch.DIRECT
                || (backend.settings().scratch() == Scratch.MIXED && ++chunks % 2 == 0);
        int front = backend.settings().scratch() == Scratch.MIXED ? chunks % 5 : 0;
        ByteBuffer scratch = direct ? directScratch : heapScratch;
        if (scratch == null) {
            int capacity = length + 8;
            scratch = direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
            directScratch = direct ? scratch : directScratch;
            heapScratch = direct ? heapScratch : scratch;
        }
        return scratch.limit(front + length).position(front);
    }

    private static void overwrite(ByteBuffer scratch) {
        scratch.clear();
        while (scratch.hasRemaining()) {
            scratch.put(NONSENSE, 0, Math.min(NONSENSE.length, scratch.remaining()));
        }
    }

    private void end(@Nullable ObjectReadException failure) {
        if (ended) {
            return;
        }
        ended = true;
        backend.log().ended();
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
    }

    @Override
    public CompletionStage<Void> done() {
        return done.copy();
    }

    @Override
    public void cancel() {
        cancelled = true;
        signal();
    }
}
