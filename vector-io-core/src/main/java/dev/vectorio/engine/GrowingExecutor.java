package dev.vectorio.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few daemon threads, and more when those block: callers' code runs here and may wait for another read, so a fixed pool
 * could stop itself. A thread is added when the oldest task has waited for {@link #PATIENCE} without any task being taken;
 * idle threads end after {@link #KEEP_ALIVE}. After {@link #close()} tasks run on the thread that brings them, so that
 * every future still ends.
 */
public final class GrowingExecutor implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GrowingExecutor.class);
    private static final Duration PATIENCE = Duration.ofMillis(10);
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(5);

    private final String name;
    private final int calmThreads;
    private final EngineClock clock;
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private int threads;
    private int idle;
    private long taken;
    private int named;
    private boolean watching;
    private boolean closed;

    /** Grows freely up to {@code calmThreads}, and beyond them only past {@link #PATIENCE}. */
    public GrowingExecutor(String name, int calmThreads, EngineClock clock) {
        this.name = name;
        this.calmThreads = calmThreads;
        this.clock = clock;
    }

    @Override
    public void execute(Runnable task) {
        boolean watch;
        synchronized (this) {
            if (!closed) {
                tasks.add(task);
                if (idle >= tasks.size()) {
                    notify();
                    return;
                }
                if (threads < calmThreads) {
                    grow();
                    return;
                }
                watch = !watching;
                watching = true;
                task = null;
            } else {
                watch = false;
            }
        }
        if (task != null) {
            run(task);
        } else if (watch) {
            watch();
        }
    }

    private void watch() {
        long takenBefore;
        synchronized (this) {
            takenBefore = taken;
        }
        clock.schedule(() -> check(takenBefore), PATIENCE);
    }

    private void check(long takenBefore) {
        synchronized (this) {
            if (tasks.isEmpty() || closed) {
                watching = false;
                return;
            }
            if (taken == takenBefore) {
                grow();
            }
        }
        watch();
    }

    private void grow() {
        threads++;
        Thread thread = new Thread(this::work, name + "-" + ++named);
        thread.setDaemon(true);
        thread.start();
    }

    private void work() {
        for (Runnable task = next(); task != null; task = next()) {
            run(task);
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable t) {
            LOG.error("a task of the read engine failed", t);
        }
    }

    private synchronized @org.jspecify.annotations.Nullable Runnable next() {
        long until = System.nanoTime() + KEEP_ALIVE.toNanos();
        while (tasks.isEmpty()) {
            long left = until - System.nanoTime();
            if (closed || left <= 0) {
                threads--;
                return null;
            }
            idle++;
            try {
                wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                // Nobody interrupts these threads on purpose; a stray interrupt must not end one.
            } finally {
                idle--;
            }
        }
        taken++;
        return tasks.remove();
    }

    /** Threads alive now. */
    public synchronized int threads() {
        return threads;
    }

    /** Lets queued tasks finish on their threads; later ones run where they are brought. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
