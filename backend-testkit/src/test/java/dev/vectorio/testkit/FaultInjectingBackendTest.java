package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each fault does what its name says, and nothing to the rules of threads and order. */
class FaultInjectingBackendTest {
    private static final ObjectLocation HERE = ObjectLocation.parse("memory://bucket/object");
    private static final SyntheticBytes CONTENT = new SyntheticBytes(11, 100_000);
    private static final GetRequest ASK =
            new GetRequest(HERE, GetRange.of(ByteRange.of(10_000, 50_000)), Optional.empty());
    private static final byte[] EXPECTED = CONTENT.bytes(ByteRange.of(10_000, 50_000));

    private final InMemoryBackend memory = InMemoryBackend.create();

    @AfterEach
    void close() {
        memory.close();
    }

    private Fetch fetch(Fault fault) {
        return fetch(fault, new RecordingSink());
    }

    private Fetch fetch(Fault fault, RecordingSink sink) {
        memory.put(HERE, CONTENT);
        return Fetch.start(new FaultInjectingBackend(memory, FaultSchedule.nth(1, fault)), ASK, sink);
    }

    private static void assertLawful(Fetch fetch) {
        assertThat(fetch.sink().violations()).isEmpty();
    }

    private static void assertPrefix(Fetch fetch, int length) {
        assertThat(Arrays.equals(fetch.sink().bytes(), Arrays.copyOf(EXPECTED, length)))
                .as("%d bytes, exact", length)
                .isTrue();
    }

    @Test
    void refusalComesBeforeAnyHeadAndCarriesTheAnswer() {
        Fetch fetch = fetch(Fault.throttled(Optional.of(Duration.ofSeconds(3))));
        ObjectReadException failure = fetch.requireFailure(Kind.THROTTLED);
        assertThat(failure.answer().retryAfter()).isEqualTo(Optional.of(Duration.ofSeconds(3)));
        assertThat(failure.answer().status()).isEqualTo(503);
        assertThat(fetch.sink().head()).isEmpty();
        assertThat(memory.log().requests()).isEmpty();
    }

    @Test
    void shortBodyEndsWellWithExactlySoManyBytes() {
        for (int bytes : new int[] {0, 1, 8_191, 8_192, 49_999, 50_000}) {
            Fetch fetch = fetch(new Fault.ShortBody(bytes)).await();
            assertThat(fetch.failure()).isEmpty();
            assertPrefix(fetch, bytes);
            assertLawful(fetch);
        }
    }

    @Test
    void resetFailsAfterExactlySoManyBytes() {
        for (int bytes : new int[] {0, 20_001, 50_000}) {
            Fetch fetch = fetch(new Fault.Reset(bytes));
            fetch.requireFailure(Kind.TRANSIENT);
            assertPrefix(fetch, bytes);
            assertLawful(fetch);
        }
    }

    @Test
    void stallEndsOnlyByCancel() {
        for (int bytes : new int[] {-1, 0, 20_001}) {
            Fetch fetch = fetch(new Fault.Stall(bytes));
            Watchdog.awaitTrue(Fetch.WATCHDOG, () -> fetch.sink().received() == Math.max(0, bytes), "no stall");
            Watchdog.awaitTrue(Fetch.WATCHDOG, () -> memory.log().inFlight() == 0, "the store behind is still busy");
            assertThat(fetch.isDone()).isFalse();
            fetch.cancel();
            fetch.requireFailure(Kind.CANCELLED);
            assertPrefix(fetch, Math.max(0, bytes));
            assertThat(fetch.sink().head().isPresent()).isEqualTo(bytes >= 0);
            assertLawful(fetch);
        }
    }

    @Test
    void extraBytesFollowTheTrueOnes() {
        Fetch fetch = fetch(new Fault.ExtraBytes(10)).await();
        assertThat(fetch.failure()).isEmpty();
        assertThat(fetch.sink().received()).isEqualTo(50_010);
        assertThat(fetch.requireHead().contentLength()).hasValue(50_000);
        assertLawful(fetch);
    }

    @Test
    void headsLieAsTold() {
        ResponseHead shifted = fetch(new Fault.WrongContentRange(5)).requireHead();
        assertThat(shifted.contentRange())
                .isEqualTo(Optional.of(ContentRange.of(ByteRange.of(10_005, 50_000), 100_005)));
        ResponseHead bare = fetch(new Fault.MissingContentRange()).requireHead();
        assertThat(bare.status()).isEqualTo(206);
        assertThat(bare.contentRange()).isEmpty();
        ResponseHead honest = fetch(new Fault.OtherThreads()).requireHead();
        ResponseHead other = fetch(new Fault.WrongVersion()).requireHead();
        assertThat(other.version()).isPresent().isNotEqualTo(honest.version());
    }

    @Test
    void ignoredRangeBringsTheWholeObjectAs200() {
        Fetch fetch = fetch(new Fault.RangeIgnored());
        assertThat(fetch.requireBytes()).isEqualTo(CONTENT.bytes());
        assertThat(fetch.requireHead().status()).isEqualTo(200);
        assertThat(fetch.requireHead().contentRange()).isEmpty();
    }

    @Test
    void dribbleBringsSmallChunksAndStopsWhenCancelled() {
        Fetch all = fetch(new Fault.Dribble(7, Duration.ZERO));
        assertThat(all.requireBytes()).isEqualTo(EXPECTED);
        Fetch slow = fetch(new Fault.Dribble(1, Duration.ofMillis(1)));
        Watchdog.awaitTrue(Fetch.WATCHDOG, () -> slow.sink().received() > 3, "no byte came");
        slow.cancel();
        slow.await(Duration.ofSeconds(1));
        assertThat(slow.sink().received()).isLessThan(8_191);
        assertLawful(slow);
    }

    @Test
    void otherThreadsCallOneAfterTheOther() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Fetch fetch = fetch(new Fault.OtherThreads(), new RecordingSink() {
            @Override
            protected void chunkArrived(ByteBuffer chunk) {
                threads.add(Thread.currentThread());
            }
        });
        assertThat(fetch.requireBytes()).isEqualTo(EXPECTED);
        assertThat(threads).hasSize(7);
        assertLawful(fetch);
    }

    @Test
    void getThrowsAndDoneFailsWithWhatWasGiven() {
        memory.put(HERE, CONTENT);
        FaultInjectingBackend throwing = new FaultInjectingBackend(
                memory, FaultSchedule.first(1, new Fault.ThrowFromGet(() -> new IllegalStateException("thrown"))));
        assertThatThrownBy(() -> throwing.get(ASK, new RecordingSink())).hasMessage("thrown");
        assertThat(Fetch.start(throwing, ASK).requireBytes()).isEqualTo(EXPECTED);
        for (long bytes : new long[] {-1, 0, 20_001}) {
            Fetch fetch = fetch(new Fault.FailDone(() -> new StackOverflowError("given"), bytes))
                    .await();
            assertThat(fetch.failure()).containsInstanceOf(StackOverflowError.class);
            assertPrefix(fetch, (int) Math.max(0, bytes));
            assertLawful(fetch);
        }
    }

    @Test
    void refusedHeadGetsNoFaultOnTop() {
        for (Fault fault : List.of(new Fault.ExtraBytes(5), new Fault.ShortBody(0), new Fault.OtherThreads())) {
            Fetch fetch = fetch(fault, SinkChecks.refusing()).await();
            assertThat(fetch.sink().received()).isZero();
            assertLawful(fetch);
        }
    }

    @Test
    void schedulesChooseByNumberPredicateAndAttempt() {
        memory.put(HERE, CONTENT);
        Fault fault = Fault.failure(Kind.TRANSIENT);
        FaultInjectingBackend backend = new FaultInjectingBackend(
                memory, FaultSchedule.anyOf(FaultSchedule.nth(2, fault), FaultSchedule.every(5, fault)));
        List<Boolean> failed = LongStream.range(0, 6)
                .mapToObj(i -> Fetch.start(backend, ASK).await().failure().isPresent())
                .toList();
        assertThat(failed).containsExactly(false, true, false, false, true, false);
        assertThat(backend.gets()).isEqualTo(6);
        assertThat(backend.injected())
                .extracting(FaultInjectingBackend.Injected::number)
                .containsExactly(2L, 5L);

        FaultSchedule attempts = FaultSchedule.firstAttempts(2, fault);
        GetRequest other = new GetRequest(HERE, GetRange.of(ByteRange.of(0, 1)), Optional.empty());
        assertThat(attempts.faultFor(1, ASK)).isPresent();
        assertThat(attempts.faultFor(2, other)).isPresent();
        assertThat(attempts.faultFor(3, ASK)).isPresent();
        assertThat(attempts.faultFor(4, ASK)).isEmpty();
        assertThat(attempts.faultFor(5, other)).isPresent();
        FaultSchedule chosen = FaultSchedule.when(other::equals, fault);
        assertThat(chosen.faultFor(1, ASK)).isEmpty();
        assertThat(chosen.faultFor(1, other)).isPresent();
    }

    @Test
    void sameSeedGivesTheSameFaultsAndIsPrinted() {
        RandomFaults one = RandomFaults.mendable(42, 0.3);
        RandomFaults again = RandomFaults.mendable(42, 0.3);
        List<String> faults = texts(one);
        assertThat(texts(again)).isEqualTo(faults);
        assertThat(texts(RandomFaults.mendable(43, 0.3))).isNotEqualTo(faults);
        assertThat(faults.stream().filter(text -> !text.isEmpty()).count()).isBetween(2_700L, 3_300L);
        assertThat(new FaultInjectingBackend(memory, one).toString()).contains("seed 42");
    }

    private static List<String> texts(FaultSchedule schedule) {
        return LongStream.range(1, 10_001)
                .mapToObj(number ->
                        schedule.faultFor(number, ASK).map(Object::toString).orElse(""))
                .toList();
    }

    @Test
    void everyRandomFaultKeepsTheRulesOfThreadsAndOrder() {
        memory.put(HERE, CONTENT);
        for (RandomFaults faults : List.of(RandomFaults.mendable(7, 1), RandomFaults.hostile(8, 1))) {
            FaultInjectingBackend backend = new FaultInjectingBackend(memory, faults);
            for (int i = 0; i < 200; i++) {
                try {
                    assertLawful(Fetch.start(backend, ASK).await());
                } catch (AssertionError e) {
                    assertThat(e).as("%s", backend).hasMessageContaining("get() threw");
                }
            }
        }
        assertThat(memory.log().inFlight()).isZero();
    }
}
