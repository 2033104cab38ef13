package dev.vectorio.engine;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clock and one daemon thread for timers. */
public final class SystemClock implements EngineClock, AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    /** Starts no thread until the first timer. */
    public SystemClock(String name) {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Runnable schedule(Runnable task, Duration delay) {
        try {
            Future<?> future = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            // Closed: whoever waits for this timer is being closed too, and ends its futures itself.
            return () -> {};
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
