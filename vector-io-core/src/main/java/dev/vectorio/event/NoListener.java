package dev.vectorio.event;

enum NoListener implements VectorIoListener {
    INSTANCE;

    @Override
    public void onEvent(VectorIoEvent event) {}
}
