package dev.vectorio.hadoop;

import dev.vectorio.spi.BlockingTransfer;

/**
 * Interrupts the thread of a blocking read when its transfer is cancelled, and only while it is at that read: other ways
 * to stop a client that blocks may block themselves.
 */
public final class InterruptOnCancel implements AutoCloseable {
    private final Thread reader = Thread.currentThread();
    private boolean reading = true;

    private InterruptOnCancel() {}

    /** From now until {@link #close()}, cancelling the transfer interrupts this thread. */
    public static InterruptOnCancel on(BlockingTransfer transfer) {
        InterruptOnCancel interrupt = new InterruptOnCancel();
        transfer.onCancel(interrupt::interrupt);
        return interrupt;
    }

    /** Interrupts the read, if it is still under way. */
    public synchronized void interrupt() {
        if (reading) {
            reader.interrupt();
        }
    }

    /** Ends the reading; an interrupt that came for it does not outlive it. */
    @Override
    public void close() {
        synchronized (this) {
            reading = false;
        }
        // the thread belongs to a pool whose tasks are interrupted by nobody else
        Thread.interrupted();
    }
}
