package dev.vectorio.engine;

import java.time.Duration;

/** Time as the engine sees it: replaced by a virtual one in tests. */
public interface EngineClock {
    /** Nanoseconds from an arbitrary origin, never going back. */
    long nanoTime();

    /**
     * Runs {@code task} after {@code delay}, on a thread that must not be blocked.
     *
     * @return cancels it, if it has not run
     */
    Runnable schedule(Runnable task, Duration delay);
}
