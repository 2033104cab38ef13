package dev.vectorio.parquet;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for requests of clients that block. */
final class BlockingReads {
    private static final int IDLE_SECONDS = 5;

    private BlockingReads() {}

    /** Takes an idle thread if there is one, a new one below {@code maxThreads}, and else waits for one to become idle. */
    static ThreadPoolExecutor newPool(int maxThreads) {
        Handover tasks = new Handover();
        return new ThreadPoolExecutor(
                0, maxThreads, IDLE_SECONDS, TimeUnit.SECONDS, tasks, BlockingReads::daemon, (task, pool) -> {
                    if (pool.isShutdown()) {
                        throw new RejectedExecutionException("the engine is closed");
                    }
                    tasks.put(task);
                });
    }

    /** Refuses what no thread is waiting for, as the pool adds threads only when its queue refuses. */
    private static final class Handover extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "vector-io-blocking");
        thread.setDaemon(true);
        return thread;
    }
}
