package dev.vectorio.hadoop.s3a;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/** What the process holds once it has come to rest. */
final class Settled {
    private Settled() {}

    /** Without S3A's own pool, which every openFile() gives a task until it has fs.s3a.threads.max threads. */
    static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("s3a-transfer"))
                .count();
    }

    /** Bytes. Hadoop's stream class has a finalizer: a collection alone only queues closed streams, statistics and all. */
    static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            ReferenceQueue<Object> queue = new ReferenceQueue<>();
            Reference<Object> sentinel = new WeakReference<>(new Object(), queue);
            System.gc();
            // what the collection before this one found is in the finalizer's queue once this is back
            if (queue.remove() != sentinel) {
                throw new IllegalStateException("a queue holds what was not registered with it");
            }
            System.runFinalization();
        }
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
