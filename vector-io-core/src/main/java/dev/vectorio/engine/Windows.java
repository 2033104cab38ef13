package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The windows of one reader: held and on their way. Guarded by the reader's lock. */
final class Windows {
    private final List<Window> held = new ArrayList<>(2);
    private final List<Window> pending = new ArrayList<>(2);

    void begin(Window window) {
        pending.add(window);
    }

    /** The window has settled; it is held from now on if it brought its bytes. */
    void end(Window window) {
        pending.remove(window);
        if (window.bytes != null && !window.range().isEmpty()) {
            held.add(window);
        }
    }

    boolean remove(Window window) {
        boolean wasHeld = held.remove(window);
        return pending.remove(window) || wasHeld;
    }

    List<Window> pending() {
        return List.copyOf(pending);
    }

    List<Window> all() {
        List<Window> all = new ArrayList<>(held);
        all.addAll(pending);
        return all;
    }

    IntervalSet heldBytes() {
        IntervalSet bytes = new IntervalSet();
        held.forEach(window -> bytes.add(window.range()));
        return bytes;
    }

    /** The copies that bring {@code [from, to)} into a range that starts at {@code rangeOffset}; all of it is held. */
    List<HeldCopy> copies(long from, long to, long rangeOffset) {
        List<HeldCopy> copies = new ArrayList<>(1);
        long at = from;
        while (at < to) {
            Window window = holderOf(at);
            long end = Math.min(to, window.range().end());
            copies.add(window.copy(at, end, rangeOffset));
            at = end;
        }
        return copies;
    }

    private Window holderOf(long offset) {
        for (Window window : held) {
            if (window.range().offset() <= offset && offset < window.range().end()) {
                return window;
            }
        }
        throw new IllegalStateException("byte " + offset + " is not held");
    }

    /** A view of the range, if one window holds all of it. */
    Optional<ByteBuffer> view(ByteRange range) {
        for (Window window : held) {
            if (window.range().contains(range)) {
                int from = Math.toIntExact(range.offset() - window.range().offset());
                return Optional.of(window.view().slice(from, Math.toIntExact(range.length())));
            }
        }
        return Optional.empty();
    }
}
