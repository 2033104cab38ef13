package dev.vectorio.gcs;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The threads that block on the network: virtual ones where the runtime has them (Java 21), else a pool of daemons as
 * large as the request limit. Nothing else runs there.
 */
final class ReadThreads implements Executor, AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final ExecutorService threads;

    private ReadThreads(ExecutorService threads) {
        this.threads = threads;
    }

    static ReadThreads of(int limit) {
        return new ReadThreads(virtual().orElseGet(() -> platform(limit)));
    }

    /** Looked up by name: this is compiled for Java 17. In 19 and 20 the method is there and refuses. */
    private static Optional<ExecutorService> virtual() {
        try {
            Object service =
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            return Optional.of((ExecutorService) service);
        } catch (ReflectiveOperationException e) {
            return Optional.empty();
        }
    }

    static ExecutorService platform(int limit) {
        AtomicLong numbers = new AtomicLong();
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "vector-io-gcs-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                limit, limit, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs the task; on the calling thread once closed, where it finds out at once that there is nothing to do. */
    @Override
    public void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Lets what runs come to its end, and nothing begin. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
