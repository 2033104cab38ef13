package dev.vectorio.s3;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The gate between a client that may still be delivering and a caller that has already cancelled: {@link #done()}
 * completes with the first end that is reported, once no call into the sink is under way, and no call gets through
 * afterwards. Calls come one at a time; ends come from any thread.
 */
final class GuardedSink {
    private enum Gate {
        OPEN,
        /** A call into the sink is under way. */
        CALLING,
        /** An end was reported during a call: whoever made the call completes {@link #done()}. */
        ENDING,
        ENDED
    }

    private final ResponseSink sink;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicReference<Gate> gate = new AtomicReference<>(Gate.OPEN);
    /** Written by the one who leaves OPEN or CALLING, before the gate shows it. */
    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    private record End(@Nullable Throwable failure) {}

    GuardedSink(ResponseSink sink) {
        this.sink = sink;
    }

    CompletionStage<Void> done() {
        return done;
    }

    /** True once an end was reported. */
    boolean hasEnded() {
        return end.get() != null;
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
        end(new End(null));
    }

    void fail(Throwable failure) {
        end(new End(failure));
    }

    private void call(Runnable into) {
        if (!gate.compareAndSet(Gate.OPEN, Gate.CALLING)) {
            return;
        }
        try {
            into.run();
        } catch (Throwable t) {
            fail(new ObjectReadException(Kind.INTERNAL, "the sink failed: " + t, StoreAnswer.none(), t));
        }
        if (!gate.compareAndSet(Gate.CALLING, Gate.OPEN)) {
            gate.set(Gate.ENDED);
            finish();
        }
    }

    private void end(End reported) {
        if (!end.compareAndSet(null, reported)) {
            return;
        }
        while (true) {
            if (gate.compareAndSet(Gate.OPEN, Gate.ENDED)) {
                finish();
                return;
            }
            if (gate.compareAndSet(Gate.CALLING, Gate.ENDING)) {
                return;
            }
        }
    }

    private void finish() {
        End reported = end.get();
        if (reported == null || reported.failure() == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(reported.failure());
        }
    }
}
