package dev.vectorio.engine;

/** GETs in flight on one backend, at most its client's pool. Guarded by the scheduler's lock. */
final class Gate {
    private final int max;
    int inFlight;

    Gate(int max) {
        this.max = max;
    }

    boolean hasRoom() {
        return inFlight < max;
    }
}
