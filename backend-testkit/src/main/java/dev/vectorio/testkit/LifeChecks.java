package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Many requests, and the end of a backend. */
abstract class LifeChecks extends CancelChecks {
    private static final int PARALLEL = 50;
    private static final int SEQUENTIAL = 1_000;
    private static final int THREAD_SLACK = 64;

    @Test
    void fiftyParallelGetsAreExact() throws InterruptedException {
        long seed = 20_240_101;
        StoredObject object = store("parallel", 3_000_017);
        SplittableRandom random = new SplittableRandom(seed);
        int limit = Math.min(PARALLEL, backend().capabilities().maxConcurrentRequests());
        Semaphore slots = new Semaphore(limit);
        List<Fetch> gets = new ArrayList<>();
        List<long[]> ranges = new ArrayList<>();
        for (int i = 0; i < PARALLEL; i++) {
            long offset = random.nextLong(object.content().length() - 1);
            long end = random.nextLong(offset + 1, object.content().length() + 1);
            assertThat(slots.tryAcquire(Fetch.WATCHDOG.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            Fetch fetch = fetch(object.get(offset, end));
            fetch.whenEnded(slots::release);
            gets.add(fetch);
            ranges.add(new long[] {offset, end});
        }
        for (int i = 0; i < PARALLEL; i++) {
            long[] range = ranges.get(i);
            assertThat(Arrays.equals(gets.get(i).requireBytes(), object.bytes(range[0], range[1])))
                    .as("GET %d of [%d, %d), seed %d", i, range[0], range[1], seed)
                    .isTrue();
        }
    }

    @Test
    void thousandGetsLeakNoConnectionAndNoThread() {
        StoredObject object = store("sequential", 10_000);
        for (int i = 0; i < PARALLEL; i++) {
            assertThat(fetch(object.get(i, i + 10)).requireBytes()).isEqualTo(object.bytes(i, i + 10));
        }
        int before = Thread.getAllStackTraces().size();
        for (int i = 0; i < SEQUENTIAL; i++) {
            assertThat(fetch(object.get(i, i + 10)).requireBytes()).isEqualTo(object.bytes(i, i + 10));
        }
        assertThat(Thread.getAllStackTraces().size() - before)
                .as("threads that came with %d GETs: %s", SEQUENTIAL, Watchdog.threadNames())
                .isLessThanOrEqualTo(THREAD_SLACK);
        assertNoConnectionInUse();
    }

    @Test
    void capabilitiesStayTheSame() {
        assertThat(backend().capabilities()).isEqualTo(backend().capabilities());
        assertThat(backend().capabilities().name()).isNotBlank();
    }

    @Test
    void closeIsIdempotent() {
        StoredObject object = store("close", 1_000);
        assertThat(fetch(object.whole()).requireBytes())
                .isEqualTo(object.content().bytes());
        backend().close();
        backend().close();
    }

    @Test
    void requestsAfterCloseFailThroughTheirStages() {
        StoredObject object = store("after-close", 1_000);
        backend().close();
        Fetch fetch = fetch(object.whole()).await();
        ObjectReadException ofGet = Fetch.requireTyped(fetch.failure()
                .orElseThrow(() -> new AssertionError(
                        "a closed backend delivered " + fetch.sink().received() + " bytes")));
        ObjectReadException ofHead = Fetch.requireTyped(headFailure(backend(), object.location()));
        assertThat(ofGet.kind().isRetryable()).as("%s asks for a retry", ofGet).isFalse();
        assertThat(ofHead.kind().isRetryable())
                .as("%s asks for a retry", ofHead)
                .isFalse();
    }

    @Test
    void cancelAfterCloseEndsTransfersUnderWay() {
        require(StoreFeature.STALL);
        StoredObject object = store("close-under-way", 300_000);
        stallAnswers(object.key(), 100_000);
        Fetch fetch = fetch(object.whole());
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() > 0, "no byte before the stall");
        backend().close();
        fetch.cancel();
        fetch.await(Duration.ofSeconds(1));
    }

    @Test
    void suppliedClientStaysOpen() throws Exception {
        require(StoreFeature.SUPPLIED_CLIENT);
        StoredObject object = store("supplied", 1_000);
        ObjectStoreBackend onClient = openOnSuppliedClient();
        assertThat(track(Fetch.start(onClient, object.whole())).requireBytes())
                .isEqualTo(object.content().bytes());
        onClient.close();
        onClient.close();
        assertThat(suppliedClientWorks())
                .as("the supplied client works after close()")
                .isTrue();
    }

    @Test
    void getDoesNotWaitForTheStore() {
        require(StoreFeature.STALL);
        StoredObject object = store("no-wait", 1_000);
        stallAnswers(object.key(), -1);
        long start = System.nanoTime();
        Fetch fetch = fetch(object.whole());
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertThat(fetch.isDone()).isFalse();
        assertThat(taken).as("get() returns while the store is silent").isLessThan(Duration.ofSeconds(5));
        fetch.cancel();
        fetch.await();
    }
}
