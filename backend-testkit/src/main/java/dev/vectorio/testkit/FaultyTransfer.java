package dev.vectorio.testkit;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One GET with a fault: stands between the backend behind (whose sink it is) and the caller's sink. The transfer ends only
 * after the one behind has ended, so that no call can follow.
 */
final class FaultyTransfer implements Transfer, ResponseSink {
    private static final long WHOLE_OBJECT = 1L << 60;

    private final GetRequest request;
    private final ResponseSink sink;
    private final Fault fault;
    private final long cutAt;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CompletableFuture<Transfer> behind = new CompletableFuture<>();
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    // Touched only by calls of the backend behind, which never overlap.
    private long passed;
    private boolean cut;
    private boolean refused;

    FaultyTransfer(GetRequest request, ResponseSink sink, Fault fault) {
        this.request = request;
        this.sink = sink;
        this.fault = fault;
        this.cutAt = cutAt(fault);
    }

    private static long cutAt(Fault fault) {
        if (fault instanceof Fault.ShortBody shortBody) {
            return shortBody.afterBytes();
        } else if (fault instanceof Fault.Reset reset) {
            return reset.afterBytes();
        } else if (fault instanceof Fault.Stall stall) {
            return stall.afterBytes();
        } else if (fault instanceof Fault.FailDone failDone) {
            return failDone.afterBytes();
        }
        return Long.MAX_VALUE;
    }

    void start(ObjectStoreBackend backend) {
        GetRequest sent = fault instanceof Fault.RangeIgnored
                ? new GetRequest(request.location(), GetRange.of(ByteRange.of(0, WHOLE_OBJECT)), request.ifVersion())
                : request;
        Transfer transfer = backend.get(sent, this);
        behind.complete(transfer);
        transfer.done().whenComplete((ok, failure) -> ended(failure));
    }

    void end(Throwable failure) {
        done.completeExceptionally(failure);
    }

    void endWhenCancelled() {
        cancelled
                .minimalCompletionStage()
                .thenRun(() -> end(new ObjectReadException(Kind.CANCELLED, "cancelled: " + request.location())));
    }

    @Override
    public boolean onHead(ResponseHead head) {
        refused = !here(() -> sink.onHead(changed(head)));
        cutIfReached();
        return !refused && !cut;
    }

    private ResponseHead changed(ResponseHead head) {
        if (fault instanceof Fault.WrongContentRange wrong) {
            return with(head, 206, head.contentRange().map(range -> shifted(range, wrong.shift())), head.version());
        } else if (fault instanceof Fault.MissingContentRange) {
            return with(head, 206, Optional.empty(), head.version());
        } else if (fault instanceof Fault.RangeIgnored) {
            return with(head, 200, Optional.empty(), head.version());
        } else if (fault instanceof Fault.WrongVersion) {
            ObjectVersion.Kind kind = head.version().map(ObjectVersion::kind).orElse(ObjectVersion.Kind.ETAG);
            return with(head, head.status(), head.contentRange(), Optional.of(new ObjectVersion(kind, "\"injected\"")));
        }
        return head;
    }

    private static ContentRange shifted(ContentRange range, long shift) {
        Optional<ByteRange> bytes = range.range().map(r -> ByteRange.of(r.offset() + shift, r.length()));
        OptionalLong total =
                range.total().isPresent() ? OptionalLong.of(range.total().getAsLong() + shift) : OptionalLong.empty();
        return new ContentRange(bytes, total);
    }

    private static ResponseHead with(
            ResponseHead head, int status, Optional<ContentRange> range, Optional<ObjectVersion> version) {
        return new ResponseHead(status, head.contentLength(), range, version, head.versionId(), head.requestId());
    }

    @Override
    public void onBytes(ByteBuffer chunk) {
        if (cut) {
            return;
        }
        int length = (int) Math.min(chunk.remaining(), cutAt - passed);
        if (fault instanceof Fault.Dribble dribble) {
            dribble(chunk, dribble);
        } else if (length > 0) {
            pass(chunk, chunk.position(), length);
        }
        cutIfReached();
    }

    private void dribble(ByteBuffer chunk, Fault.Dribble dribble) {
        int start = chunk.position();
        int end = chunk.limit();
        for (int at = start; at < end && !cancelled.isDone(); at += dribble.chunkBytes()) {
            if (passed > 0) {
                LockSupport.parkNanos(dribble.pause().toNanos());
            }
            pass(chunk, at, Math.min(dribble.chunkBytes(), end - at));
        }
    }

    private void pass(ByteBuffer chunk, int from, int length) {
        ByteBuffer part = chunk.duplicate().limit(from + length).position(from);
        passed += length;
        here(() -> {
            sink.onBytes(part);
            return true;
        });
    }

    /** Makes the call here, or on a new thread where the fault is that. */
    private boolean here(Supplier<Boolean> call) {
        if (!(fault instanceof Fault.OtherThreads)) {
            return call.get();
        }
        return CompletableFuture.supplyAsync(call, task -> new Thread(task, "another-thread").start())
                .join();
    }

    private void cutIfReached() {
        if (!cut && passed >= cutAt) {
            cut = true;
            cancelBehind();
        }
    }

    private void cancelBehind() {
        // At once, or as soon as the backend behind has returned the transfer.
        behind.minimalCompletionStage().thenAccept(Transfer::cancel);
    }

    /** The transfer behind has ended: no call into the sink can come any more but those from here. */
    private void ended(@Nullable Throwable failure) {
        if (cut && !refused) {
            endCut();
        } else if (failure != null) {
            done.completeExceptionally(Fetch.unwrap(failure));
        } else {
            endWell();
        }
    }

    private void endCut() {
        if (fault instanceof Fault.Stall) {
            endWhenCancelled();
        } else if (fault instanceof Fault.Reset) {
            end(new ObjectReadException(
                    Kind.TRANSIENT, "injected: reset after " + passed + " bytes of " + request.location()));
        } else if (fault instanceof Fault.FailDone failDone) {
            end(failDone.failure().get());
        } else {
            done.complete(null);
        }
    }

    private void endWell() {
        try {
            if (fault instanceof Fault.ExtraBytes extra && !refused && !cancelled.isDone()) {
                sink.onBytes(ByteBuffer.allocate(extra.count()));
            }
            done.complete(null);
        } catch (Throwable t) {
            end(t);
        }
    }

    @Override
    public CompletionStage<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        cancelled.complete(null);
        cancelBehind();
    }
}
