package dev.vectorio.spi;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * For backends whose client may still be delivering when a caller has cancelled: lets calls into a sink through until the
 * first end is reported, and completes {@link #done()} with that end as soon as no call is under way. Calls come one at a
 * time, ends from any thread. What the sink throws is an end too.
 */
public final class GuardedSink {
    private final ResponseSink sink;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Object lock = new Object();
    private boolean calling;
    private @Nullable Runnable end;

    /** A gate before {@code sink}, open. */
    public GuardedSink(ResponseSink sink) {
        this.sink = sink;
    }

    /** Completes with the first end, when no call into the sink is under way or to come: as {@link Transfer#done()} must. */
    public CompletionStage<Void> done() {
        return done;
    }

    /** True once an end was reported. */
    public boolean hasEnded() {
        synchronized (lock) {
            return end != null;
        }
    }

    /** Hands the head over; false if the body is not wanted, for whatever reason. */
    public boolean head(ResponseHead head) {
        boolean[] wanted = {false};
        call(() -> wanted[0] = sink.onHead(head));
        return wanted[0] && !hasEnded();
    }

    /** Hands the next bytes over; drops them after the end. */
    public void bytes(ByteBuffer chunk) {
        call(() -> sink.onBytes(chunk));
    }

    /** Reports that the last byte was handed over. */
    public void complete() {
        end(() -> done.complete(null));
    }

    /** Reports a failure, or a cancellation. */
    public void fail(Throwable failure) {
        end(() -> done.completeExceptionally(failure));
    }

    private void call(Runnable into) {
        synchronized (lock) {
            if (end != null) {
                return;
            }
            calling = true;
        }
        try {
            into.run();
        } catch (Throwable t) {
            fail(new ObjectReadException(Kind.INTERNAL, "the sink failed: " + t, StoreAnswer.none(), t));
        }
        Runnable reported;
        synchronized (lock) {
            calling = false;
            reported = end;
        }
        if (reported != null) {
            reported.run();
        }
    }

    private void end(Runnable reported) {
        synchronized (lock) {
            if (end != null) {
                return;
            }
            end = reported;
            if (calling) {
                return;
            }
        }
        reported.run();
    }
}
