package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadThreadsTest {
    @Test
    void poolRunsAsManyReadsAtOnceAsTheLimitOnDaemonsOfItsOwn() throws InterruptedException {
        ExecutorService pool = ReadThreads.platform(3);
        CountDownLatch together = new CountDownLatch(3);
        CompletableFuture<Thread> one = new CompletableFuture<>();
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> {
                one.complete(Thread.currentThread());
                together.countDown();
                try {
                    assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(one.join().isDaemon()).isTrue();
        assertThat(one.join().getName()).startsWith("vector-io-gcs-");
        pool.shutdown();
        assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tasksAfterTheCloseRunOnTheCaller() {
        ReadThreads threads = ReadThreads.of(1);
        threads.close();
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        threads.execute(() -> ran.complete(Thread.currentThread()));
        assertThat(ran.getNow(new Thread())).isSameAs(Thread.currentThread());
    }
}
