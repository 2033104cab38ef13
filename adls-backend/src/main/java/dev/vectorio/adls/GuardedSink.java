package dev.vectorio.adls;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Lets calls into a sink through until the first end is reported, and completes {@link #done()} with that end as soon as no
 * call is under way. Calls come one at a time, ends from any thread.
 */
final class GuardedSink {
    private final ResponseSink sink;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Object lock = new Object();
    private boolean calling;
    private @Nullable Runnable end;

    GuardedSink(ResponseSink sink) {
        this.sink = sink;
    }

    CompletionStage<Void> done() {
        return done;
    }

    /** True once an end was reported. */
    boolean hasEnded() {
        synchronized (lock) {
            return end != null;
        }
    }

    /** Hands the head over; false if the body is not wanted, for whatever reason. */
    boolean head(ResponseHead head) {
        boolean[] wanted = {false};
        call(() -> wanted[0] = sink.onHead(head));
        return wanted[0] && !hasEnded();
    }

    /** Hands the next bytes over; drops them after the end. */
    void bytes(ByteBuffer chunk) {
        call(() -> sink.onBytes(chunk));
    }

    void complete() {
        end(() -> done.complete(null));
    }

    void fail(ObjectReadException failure) {
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
