package dev.vectorio.event;

/**
 * Gets the events of all readers of one {@code VectorIo}. Called on the engine's own threads, from several at once, in no
 * order between requests; a listener returns quickly, since the thread that calls it delivers data next.
 */
public interface VectorIoListener {
    /** Something happened. What this throws is logged once and otherwise lost: a listener cannot fail a read. */
    void onEvent(VectorIoEvent event);

    /** Listens to nothing. */
    static VectorIoListener none() {
        return NoListener.INSTANCE;
    }

    /**
     * Keeps what {@code listener} throws away from the engine: the first time is logged as a warning, later ones are not.
     * A listener that is guarded already (or is {@link #none()}) is returned as it is.
     */
    static VectorIoListener guarded(VectorIoListener listener) {
        boolean cannotThrow = listener instanceof GuardedListener
                || listener instanceof PairOfListeners
                || listener instanceof NoListener;
        return cannotThrow ? listener : new GuardedListener(listener);
    }

    /** First one listener, then the other; each guarded by itself. */
    static VectorIoListener both(VectorIoListener first, VectorIoListener second) {
        if (first == none()) {
            return guarded(second);
        }
        return second == none() ? guarded(first) : new PairOfListeners(guarded(first), guarded(second));
    }
}
