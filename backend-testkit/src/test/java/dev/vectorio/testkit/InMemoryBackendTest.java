package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the backend in memory offers beyond the contract: log, pace, gates, huge objects, executors. */
class InMemoryBackendTest {
    private static final ObjectLocation HERE = ObjectLocation.parse("memory://bucket/object");

    private final InMemoryBackend memory = InMemoryBackend.create();

    @AfterEach
    void close() {
        memory.close();
    }

    private static GetRequest get(long offset, long end) {
        return new GetRequest(HERE, GetRange.of(ByteRange.between(offset, end)), Optional.empty());
    }

    @Test
    void servesObjectsThatFitNoMemory() {
        SyntheticBytes huge = new SyntheticBytes(1, 1L << 42);
        memory.put(HERE, huge);
        long offset = (1L << 41) + 5;
        byte[] bytes = Fetch.start(memory, get(offset, offset + 100_000)).requireBytes();
        huge.requireEqual(offset, ByteBuffer.wrap(bytes));
    }

    @Test
    void logCountsRequestsBytesAndTheMostInFlight() {
        memory.put(HERE, new byte[1_000]);
        Gate gate = Gate.beforeHead(request -> true);
        memory.pace(gate);
        List<Fetch> gets = List.of(
                Fetch.start(memory, get(0, 100)),
                Fetch.start(memory, get(100, 300)),
                Fetch.start(memory, get(2_000, 2_001)));
        assertThat(memory.log().inFlight()).isEqualTo(3);
        gate.open();
        gets.forEach(Fetch::await);
        assertThat(memory.head(HERE).toCompletableFuture().join().length()).isEqualTo(1_000);
        assertThat(memory.log().getCount()).isEqualTo(3);
        assertThat(memory.log().headCount()).isEqualTo(1);
        assertThat(memory.log().bytesSent()).isEqualTo(300);
        assertThat(memory.log().maxInFlight()).isEqualTo(3);
        assertThat(memory.log().inFlight()).isZero();
        assertThat(memory.log().requests().stream().map(LoggedRequest::status)).containsExactly(206, 206, 416, 200);
    }

    @Test
    void clearedLogForgetsRequestsButNotWhatIsInFlight() {
        memory.put(HERE, new byte[1_000]);
        Gate gate = Gate.beforeHead(request -> true);
        memory.pace(gate);
        Fetch early = Fetch.start(memory, get(0, 100));
        memory.log().clear();
        assertThat(memory.log().inFlight()).isEqualTo(1);
        gate.open();
        early.requireBytes();
        Fetch.start(memory, get(0, 1)).requireBytes();
        assertThat(memory.log().gets()).hasSize(1);
        assertThat(memory.log().bytesSent()).isEqualTo(1);
        assertThat(memory.log().inFlight()).isZero();
    }

    @Test
    void gateInTheBodyLetsTheBytesBeforeItThrough() {
        memory.put(HERE, new byte[30_000]);
        Gate gate = Gate.inBody(request -> true, 10_000);
        memory.pace(gate);
        Fetch fetch = Fetch.start(memory, get(0, 30_000));
        int chunk = InMemorySettings.defaults().chunkBytes();
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() == 2 * chunk, "two chunks never came");
        assertThat(fetch.isDone()).isFalse();
        gate.open();
        assertThat(fetch.requireBytes()).hasSize(30_000);
    }

    @Test
    void virtualClockAndCallingThreadGiveAFixedOrder() {
        Queue<Runnable> due = new ArrayDeque<>();
        List<Duration> delays = new ArrayList<>();
        InMemorySettings settings = InMemorySettings.defaults().withChunkBytes(100);
        try (InMemoryBackend direct = InMemoryBackend.on(Runnable::run, settings)) {
            direct.put(HERE, new byte[250]);
            direct.pace(Pace.delayed(
                    (delay, task) -> {
                        delays.add(delay);
                        due.add(task);
                    },
                    Duration.ofMillis(30),
                    Duration.ofMillis(2)));
            Fetch fetch = Fetch.start(direct, get(0, 250));
            List<Integer> received = new ArrayList<>();
            for (Runnable task = due.poll(); task != null; task = due.poll()) {
                task.run();
                received.add(fetch.sink().received());
            }
            assertThat(received).containsExactly(0, 100, 200, 250);
            assertThat(delays).extracting(Duration::toMillis).containsExactly(30L, 2L, 2L, 2L);
            assertThat(fetch.requireBytes()).hasSize(250);
        }
    }

    @Test
    void answerIsOneVersionThoughTheObjectIsReplacedMeanwhile() {
        SyntheticBytes before = new SyntheticBytes(1, 30_000);
        memory.put(HERE, before);
        Gate gate = Gate.inBody(request -> true, 10_000);
        memory.pace(gate);
        Fetch fetch = Fetch.start(memory, get(0, 30_000));
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() > 0, "no byte came");
        memory.put(HERE, new SyntheticBytes(2, 30_000));
        gate.open();
        assertThat(fetch.requireBytes()).isEqualTo(before.bytes());
    }

    @Test
    void failingPaceFailsTheTransfer() {
        memory.put(HERE, new byte[10]);
        memory.pace(Pace.delayed(
                (delay, task) -> {
                    throw new IllegalStateException("the clock is broken");
                },
                Duration.ZERO,
                Duration.ZERO));
        Fetch.start(memory, get(0, 10)).requireFailure(Kind.INTERNAL);
        assertThat(memory.log().inFlight()).isZero();
    }

    @Test
    void transferThatWaitsAtAGateEndsWhenTheBackendIsClosedAndTheGateOpens() {
        memory.put(HERE, new byte[10]);
        Gate gate = Gate.beforeHead(request -> true);
        memory.pace(gate);
        Fetch fetch = Fetch.start(memory, get(0, 10));
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> memory.log().inFlight() == 1, "the GET never came");
        memory.close();
        gate.open();
        fetch.await();
    }
}
