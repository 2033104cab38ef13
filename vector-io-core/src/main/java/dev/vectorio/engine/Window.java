package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stretch of the object that its reader holds, or is about to: tail, whole object, or a prefetched range of which only a
 * part was asked for. The reader keeps it until it is dropped, and whoever waits for it or copies out of it keeps it for
 * that time: a window that is dropped for memory serves those who came for it all the same.
 */
final class Window implements Evictable {
    private static final Logger LOG = LoggerFactory.getLogger(Window.class);

    private final ObjectReader reader;
    private final RangedRead read;
    private final Destination destination;
    private final CompletableFuture<@Nullable Throwable> settled = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable RangeResult bytes;
    private volatile boolean claimed;

    Window(ObjectReader reader, RangedRead read, Destination destination) {
        this.reader = reader;
        this.read = read;
        this.destination = destination;
    }

    /** Somebody waits for it: it is its reader's own from now on, no longer prefetch. False if it was before. */
    synchronized boolean claim() {
        boolean first = isPrefetch();
        claimed = true;
        return first;
    }

    /** True if the read was made for this window alone, into a buffer of the engine's own. */
    boolean isOwn() {
        return read.isWindow();
    }

    RangedRead read() {
        return read;
    }

    Destination destination() {
        return destination;
    }

    /** Keeps the bytes until {@link #release}; false if they are gone. */
    boolean retain() {
        int now = users.get();
        while (now > 0) {
            if (users.compareAndSet(now, now + 1)) {
                return true;
            }
            now = users.get();
        }
        return false;
    }

    /** The bytes go with the last user. */
    void release() {
        if (users.decrementAndGet() == 0) {
            endIfUnused();
        }
    }

    /** The bytes are there; before anybody may find the window among those that are held. */
    void bring(@Nullable RangeResult result) {
        bytes = result;
    }

    /** The destination has ended; whoever waits for {@link #settled} is told. */
    void settle(@Nullable Throwable failure) {
        settled.complete(failure);
        endIfUnused();
    }

    /** One thread alone ends it, so that {@link #gone} is told when the buffer is really back. */
    private void endIfUnused() {
        if (users.get() > 0 || !settled.isDone() || !ended.compareAndSet(false, true)) {
            return;
        }
        RangeResult last = bytes;
        try {
            if (last != null) {
                last.close();
            }
        } catch (Throwable t) {
            LOG.warn("the allocator refuses the buffer of {} back", range(), t);
        }
        gone.complete(null);
    }

    /** Completes with nothing when the bytes are held, or with why they are not. Never fails. */
    CompletableFuture<@Nullable Throwable> settled() {
        return settled;
    }

    /** Completes when the buffer is back. Never fails. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    /** True if it brought bytes. */
    boolean hasBytes() {
        return bytes != null && !range().isEmpty();
    }

    /** True while nobody has asked for what was fetched ahead. */
    boolean isPrefetch() {
        return !claimed && read.purpose() == Charge.Purpose.PREFETCH;
    }

    ByteRange range() {
        return destination.range();
    }

    /** The bytes, for a user. */
    ByteBuffer view() {
        RangeResult held = bytes;
        if (held == null) {
            throw new IllegalStateException("the window " + range() + " is not there yet");
        }
        return held.buffer();
    }

    @Override
    public boolean evict() {
        return reader.windows().evict(this);
    }
}
