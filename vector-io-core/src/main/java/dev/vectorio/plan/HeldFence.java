package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/** The held bytes on either side of the stretch being planned; they are walked once, upwards. No request reaches over one. */
final class HeldFence {
    private final List<ByteRange> held;
    private int next;
    private long floor;
    private long ceiling;

    HeldFence(List<ByteRange> held) {
        this.held = held;
        ceiling = held.isEmpty() ? Long.MAX_VALUE : held.get(0).offset();
    }

    /** Moves up to {@code offset}, which is not held; true if held bytes lie between it and where the fence was. */
    boolean passes(long offset) {
        if (offset < ceiling) {
            return false;
        }
        while (offset >= ceiling) {
            floor = held.get(next++).end();
            ceiling = next < held.size() ? held.get(next).offset() : Long.MAX_VALUE;
        }
        return true;
    }

    /** End of the held bytes below, 0 if there are none. */
    long floor() {
        return floor;
    }

    /** Start of the held bytes above, the largest long if there are none. */
    long ceiling() {
        return ceiling;
    }
}
