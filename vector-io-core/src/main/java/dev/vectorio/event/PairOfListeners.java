package dev.vectorio.event;

/** Two guarded listeners, one after the other. */
record PairOfListeners(VectorIoListener first, VectorIoListener second) implements VectorIoListener {
    @Override
    public void onEvent(VectorIoEvent event) {
        first.onEvent(event);
        second.onEvent(event);
    }
}
