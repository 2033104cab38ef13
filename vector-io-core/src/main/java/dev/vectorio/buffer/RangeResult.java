package dev.vectorio.buffer;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;

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

    private static final Content CLOSED = nothing(State.CLOSED);
    private static final Content DETACHED = nothing(State.DETACHED);

    /** All that leads to the buffer: dropped at the end, so that a result which is kept keeps no memory. */
    private record Content(State state, ByteBuffer buffer, Runnable onClose, Runnable onDetach) {}

    private final ByteRange range;
    private volatile Content content;

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
        this.content = new Content(State.HELD, buffer, onClose, onDetach);
    }

    private static Content nothing(State state) {
        return new Content(state, ByteBuffer.allocate(0), () -> {}, () -> {});
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
        return requireHeld(content).buffer().slice().asReadOnlyBuffer();
    }

    /**
     * Hands the allocator's own buffer object over: the caller releases it to the allocator it gave. Its remaining bytes
     * are the range.
     *
     * @throws IllegalStateException if closed or detached
     */
    public ByteBuffer detach() {
        Content last = requireHeld(exchange(DETACHED));
        last.onDetach().run();
        return last.buffer();
    }

    /**
     * Gives the buffer back to its allocator; when this returns it is back, whoever was first. Idempotent; does nothing after
     * {@link #detach()}.
     */
    @Override
    public synchronized void close() { // whoever comes second waits for the first
        exchange(CLOSED).onClose().run();
    }

    /** Changes the state, unless it has ended. */
    private synchronized Content exchange(Content next) {
        Content before = content;
        if (before.state() == State.HELD) {
            content = next;
        }
        return before;
    }

    private Content requireHeld(Content now) {
        if (now.state() != State.HELD) {
            throw new IllegalStateException(
                    "the result of " + range + " is " + (now.state() == State.CLOSED ? "closed" : "detached"));
        }
        return now;
    }
}
