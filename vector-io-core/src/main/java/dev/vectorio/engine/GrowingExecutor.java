package dev.vectorio.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
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
        switch (place(task)) {
            case RUN_HERE -> run(task);
            case WATCH -> watch();
            case DONE -> {}
        }
    }

    private enum Next {
        DONE,
        WATCH,
        RUN_HERE
    }

    private synchronized Next place(Runnable task) {
        if (closed) {
            return Next.RUN_HERE;
        }
        tasks.add(task);
        if (idle >= tasks.size()) {
            notify();
            return Next.DONE;
        }
        if (threads < calmThreads && grow()) {
            return Next.DONE;
        }
        if (threads == 0) {
            tasks.removeLast(); // no thread is to be had
            return Next.RUN_HERE;
        }
        boolean watch = !watching;
        watching = true;
        return watch ? Next.WATCH : Next.DONE;
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

    private boolean grow() {
        Thread thread = new Thread(this::work, name + "-" + ++named);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (Throwable outOfThreads) {
            LOG.warn("no thread can be added to the {} of {}", threads, name, outOfThreads);
            return false;
        }
        threads++;
        return true;
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

    private synchronized @Nullable Runnable next() {
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

    /** Finishes what is queued, on the pool's threads and this one; later tasks run where they are brought. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        for (Runnable task = poll(); task != null; task = poll()) {
            run(task);
        }
    }

    private synchronized @Nullable Runnable poll() {
        return tasks.poll();
    }
}
