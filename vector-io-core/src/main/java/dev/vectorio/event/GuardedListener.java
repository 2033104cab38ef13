package dev.vectorio.event;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a caller's faults out of the engine. */
final class GuardedListener implements VectorIoListener {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

    private final VectorIoListener listener;
    private final AtomicBoolean warned = new AtomicBoolean();

    GuardedListener(VectorIoListener listener) {
        this.listener = listener;
    }

    @Override
    public void onEvent(VectorIoEvent event) {
        try {
            listener.onEvent(event);
        } catch (Throwable t) { // errors too: a listener's assertion must not leave a read without an end
            if (warned.compareAndSet(false, true)) {
                LOG.warn("the listener {} throws; it stays registered, this is logged once", listener.getClass(), t);
            }
        }
    }
}
