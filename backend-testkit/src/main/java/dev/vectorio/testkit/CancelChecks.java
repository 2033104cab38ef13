package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.spi.ResponseHead;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Cancel stops a transfer within a second, lets nothing through after its end, and gives the connection back. */
abstract class CancelChecks extends SinkChecks {
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final int LARGE = 16 << 20;
    private static final int AT_ONCE = 16;

    /** Says when the first chunk is there, and keeps it until it may go on. */
    private static final class HoldingSink extends RecordingSink {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch mayGoOn = new CountDownLatch(1);

        @Override
        protected void chunkArrived(ByteBuffer chunk) {
            arrived.countDown();
            Watchdog.await(mayGoOn, "get() did not return while its answer was under way");
        }
    }

    @Test
    void cancelBeforeTheHeadEndsTheTransfer() {
        StoredObject object = store("before-head", LARGE);
        Fetch fetch = fetch(object.whole());
        fetch.cancel();
        fetch.await(A_SECOND);
    }

    @Test
    void cancelInTheBodyStopsIt() {
        StoredObject object = store("in-body", LARGE);
        HoldingSink sink = new HoldingSink();
        Fetch fetch = fetch(object.whole(), sink);
        Watchdog.await(sink.arrived, "no byte arrived");
        fetch.cancel();
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        boolean endedTooSoon = fetch.isDone();
        sink.mayGoOn.countDown();
        assertThat(endedTooSoon)
                .as("done() has completed while onBytes was under way")
                .isFalse();
        fetch.await(A_SECOND);
        assertThat(sink.received()).as("bytes of a cancelled transfer").isLessThan(LARGE);
    }

    @Test
    void cancelFromInsideTheSinkStopsTheTransfer() {
        StoredObject object = store("inside-sink", LARGE);
        for (boolean inHead : new boolean[] {true, false}) {
            CompletableFuture<Fetch> self = new CompletableFuture<>();
            Fetch fetch = fetch(object.whole(), new RecordingSink() {
                @Override
                protected boolean headArrived(ResponseHead head) {
                    if (inHead) {
                        self.orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                                .join()
                                .cancel();
                    }
                    return true;
                }

                @Override
                protected void chunkArrived(ByteBuffer chunk) {
                    self.orTimeout(10, java.util.concurrent.TimeUnit.SECONDS)
                            .join()
                            .cancel();
                }
            });
            self.complete(fetch);
            fetch.await();
            assertThat(fetch.sink().received())
                    .as("bytes of a cancelled transfer")
                    .isLessThan(LARGE);
        }
    }

    @Test
    void cancelOfAStalledAnswerEndsWithinASecond() {
        require(StoreFeature.STALL);
        for (long afterBytes : new long[] {-1, 0, 100_000}) {
            StoredObject object = store("stalled" + afterBytes, 300_000);
            stallAnswers(object.key(), afterBytes);
            Fetch fetch = fetch(object.whole());
            awaitStall(fetch, afterBytes);
            assertThat(fetch.isDone()).isFalse();
            fetch.cancel();
            fetch.await(A_SECOND);
        }
        assertNoConnectionInUse();
    }

    private static void awaitStall(Fetch fetch, long afterBytes) {
        if (afterBytes > 0) {
            Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() > 0, "no byte before the stall");
        } else {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }

    @Test
    void cancelAfterTheEndDoesNothing() {
        StoredObject object = store("after-end", 1_000);
        Fetch fetch = fetch(object.whole());
        byte[] bytes = fetch.requireBytes();
        fetch.cancel();
        fetch.cancel();
        assertThat(fetch.failure()).isEmpty();
        assertThat(fetch.sink().bytes()).isEqualTo(bytes);
        assertThat(fetch(object.whole()).requireBytes()).isEqualTo(bytes);
    }

    @Test
    void cancelIsIdempotentFromAnyThread() throws InterruptedException {
        StoredObject object = store("idempotent", LARGE);
        Fetch fetch = fetch(object.whole());
        List<Thread> cancellers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            cancellers.add(new Thread(fetch::cancel, "canceller-" + i));
        }
        cancellers.forEach(Thread::start);
        for (Thread canceller : cancellers) {
            canceller.join(A_SECOND.toMillis());
            assertThat(canceller.isAlive()).as("cancel() blocks").isFalse();
        }
        fetch.cancel();
        fetch.await(A_SECOND);
    }

    @Test
    void cancelledTransfersGiveTheirConnectionsBack() {
        StoredObject object = store("connections", LARGE);
        forAsManyAsThereAreConnections(count -> {
            List<Fetch> started = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                HoldingSink sink = new HoldingSink();
                Fetch fetch = fetch(object.whole(), sink);
                Watchdog.await(sink.arrived, "no byte arrived: are all connections taken?");
                fetch.cancel();
                sink.mayGoOn.countDown();
                started.add(fetch);
            }
            started.forEach(fetch -> fetch.await(A_SECOND));
        });
        assertConnectionsWork(object);
    }

    @Test
    void stalledTransfersGiveTheirConnectionsBack() {
        require(StoreFeature.STALL);
        StoredObject object = store("stalled-connections", 300_000);
        stallAnswers(object.key(), 0);
        forAsManyAsThereAreConnections(count -> {
            List<Fetch> started = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                started.add(fetch(object.whole()));
            }
            started.forEach(Fetch::cancel);
            started.forEach(fetch -> fetch.await(A_SECOND));
        });
        assertConnectionsWork(store("beside-the-stall", 1_000));
    }

    @Test
    void refusedBodiesGiveTheirConnectionsBack() {
        StoredObject object = store("refused-connections", LARGE);
        forAsManyAsThereAreConnections(count -> {
            List<Fetch> started = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                started.add(fetch(object.whole(), refusing()));
            }
            started.forEach(Fetch::await);
        });
        assertConnectionsWork(object);
    }

    @Test
    void failedTransfersGiveTheirConnectionsBack() {
        StoredObject missing = new StoredObject("missing", location(key("no-object")), new SyntheticBytes(0, 10));
        forAsManyAsThereAreConnections(count -> {
            for (int i = 0; i < count; i++) {
                assertThat(fetch(missing.whole()).await().failure()).isPresent();
            }
        });
        assertConnectionsWork(store("after-failures", 100));
    }

    private void forAsManyAsThereAreConnections(IntConsumer round) {
        int connections = backend().capabilities().maxConcurrentRequests();
        for (int begun = 0; begun < connections; begun += AT_ONCE) {
            round.accept(Math.min(AT_ONCE, connections - begun));
        }
    }

    private void assertConnectionsWork(StoredObject object) {
        assertNoConnectionInUse();
        int connections = backend().capabilities().maxConcurrentRequests();
        List<Fetch> more = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            more.add(fetch(object.get(i % 50, i % 50 + 50)));
        }
        for (int i = 0; i < connections; i++) {
            assertThat(Arrays.equals(more.get(i).requireBytes(), object.bytes(i % 50, i % 50 + 50)))
                    .as("GET %d of %d on the freed connections", i, connections)
                    .isTrue();
        }
        assertNoConnectionInUse();
    }

    final void assertNoConnectionInUse() {
        if (offers(StoreFeature.LEASED_CONNECTIONS)) {
            Watchdog.awaitTrue(A_SECOND, () -> leasedConnections() == 0, "connections are still in use");
        }
    }
}
