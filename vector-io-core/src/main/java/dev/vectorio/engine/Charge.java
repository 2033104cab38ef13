package dev.vectorio.engine;

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

    Purpose purpose;
    long bytes;
    boolean charged;
    boolean delivered;

    Charge(Purpose purpose) {
        this.purpose = purpose;
    }
}
