package dev.vectorio.engine;

import org.jspecify.annotations.Nullable;

/** How a destination counts against the memory budget. Guarded by the scheduler's lock. */
final class Charge {
    /** Why the bytes are in memory. */
    enum Purpose {
        /** Somebody waits: counts until delivered. */
        DEMAND,
        /** Somebody may come: counts, also against the prefetch share, until claimed or dropped. */
        PREFETCH,
        /** A window of the reader's own (tail, whole object): counts until dropped. */
        HELD
    }

    /** Where the bytes are counted. */
    enum State {
        NOWHERE,
        IN_USE,
        /** With the caller, who has neither closed nor detached them. */
        DELIVERED,
        GONE
    }

    /** Shares the prefetch share with other lanes. */
    final Lane lane;

    Purpose purpose;
    State state = State.NOWHERE;
    long bytes;

    /** True when the last byte has come. */
    boolean complete;

    /** True while somebody is letting the bytes go. */
    boolean leaving;

    /** Place among those that may be let go, or 0. */
    long number;

    /** Who lets the bytes go when memory is short; none for what somebody waits for. */
    @Nullable
    Evictable owner;

    Charge(Purpose purpose, Lane lane) {
        this.purpose = purpose;
        this.lane = lane;
    }
}
