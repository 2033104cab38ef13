package dev.vectorio.buffer;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The bytes of one range. It has one owner, who either closes it (the buffer goes back to its allocator) or detaches the
 * buffer (and then owns the allocator's own object).
 */
public final class RangeResult implements AutoCloseable {
    private enum State {
        HELD,
        DETACHED,
        CLOSED
    }

    private final ByteRange range;
    private final ByteBuffer buffer;
    private final Runnable onClose;
    private final Runnable onDetach;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);

    /**
     * @param range the bytes of the object that the buffer holds
     * @param buffer the allocator's own object; {@code remaining()} equals the range's length
     * @param onClose gives the buffer back; run at most once
     * @param onDetach told when the buffer leaves the library's books; run at most once, never together with the other
     */
    public RangeResult(ByteRange range, ByteBuffer buffer, Runnable onClose, Runnable onDetach) {
        if (buffer.remaining() != range.length()) {
            throw new IllegalArgumentException(buffer.remaining() + " bytes for the range " + range);
        }
        this.range = range;
        this.buffer = buffer;
        this.onClose = onClose;
        this.onDetach = onDetach;
    }

    /** The bytes of the object that this holds. */
    public ByteRange range() {
        return range;
    }

    /**
     * A read-only view, position 0 of its own; valid until {@link #close()}.
     *
     * @throws IllegalStateException if closed or detached
     */
    public ByteBuffer buffer() {
        requireHeld();
        return buffer.slice().asReadOnlyBuffer();
    }

    /**
     * Hands the allocator's own buffer object over: the caller releases it to the allocator it gave. Its remaining bytes
     * are the range.
     *
     * @throws IllegalStateException if closed or detached
     */
    public ByteBuffer detach() {
        if (!state.compareAndSet(State.HELD, State.DETACHED)) {
            requireHeld();
        }
        onDetach.run();
        return buffer;
    }

    /** Gives the buffer back to its allocator. Idempotent; does nothing after {@link #detach()}. */
    @Override
    public void close() {
        if (state.compareAndSet(State.HELD, State.CLOSED)) {
            onClose.run();
        }
    }

    private void requireHeld() {
        State now = state.get();
        if (now != State.HELD) {
            throw new IllegalStateException(
                    "the result of " + range + " is " + (now == State.CLOSED ? "closed" : "detached"));
        }
    }
}
