package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the object that its reader holds, or is about to: tail, whole object, or a prefetched range that only a part
 * of was asked for. Its fields but {@code settled} are guarded by the reader's lock.
 */
final class Window implements Evictable {
    private final ObjectReader reader;
    private final RangedRead read;
    private final Destination destination;
    private final CompletableFuture<@Nullable Throwable> settled = new CompletableFuture<>();

    @Nullable
    RangeResult bytes;

    private volatile boolean claimed;

    Window(ObjectReader reader, RangedRead read, Destination destination) {
        this.reader = reader;
        this.read = read;
        this.destination = destination;
    }

    /** Somebody waits for it: it is its reader's own from now on, no longer prefetch. */
    void claim() {
        claimed = true;
    }

    boolean isPrefetch() {
        return !claimed && read.purpose() == Charge.Purpose.PREFETCH;
    }

    /** True if the read was made for this window alone. */
    boolean ownsRead() {
        return read.isWindow();
    }

    RangedRead read() {
        return read;
    }

    Destination destination() {
        return destination;
    }

    /** Completes with nothing when the bytes are held, or with why they are not. Never fails. */
    CompletableFuture<@Nullable Throwable> settled() {
        return settled;
    }

    ByteRange range() {
        return destination.range();
    }

    /** The bytes {@code [from, to)} on their way to a range that starts at {@code rangeOffset}. */
    HeldCopy copy(long from, long to, long rangeOffset) {
        return new HeldCopy(
                view(), Math.toIntExact(from - range().offset()), from - rangeOffset, Math.toIntExact(to - from));
    }

    ByteBuffer view() {
        RangeResult held = bytes;
        if (held == null) {
            throw new IllegalStateException("the window " + range() + " is not there yet");
        }
        return held.buffer();
    }

    @Override
    public boolean evict() {
        return reader.dropWindow(this);
    }
}
