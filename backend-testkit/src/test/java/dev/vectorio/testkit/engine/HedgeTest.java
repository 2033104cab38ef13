package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.LoggedRequest;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Duplicates of late requests: when, how many, and that one of two alone counts; on a virtual clock. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HedgeTest {
    private static final long LENGTH = 2_000_000_000;
    private static final long NEVER = -1;
    private static final Optional<Duration> MEASURED = Optional.empty();

    private final VirtualEngine virtual = new VirtualEngine();
    private final SyntheticBytes content = virtual.put(1, LENGTH);

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    private static Optional<Duration> after(long millis) {
        return Optional.of(Duration.ofMillis(millis));
    }

    private void answers(LongUnaryOperator millisOfNth) {
        answers(virtual, millisOfNth);
    }

    /** The n-th GET from now on that reaches the store is answered after so many milliseconds. */
    private static void answers(VirtualEngine engine, LongUnaryOperator millisOfNth) {
        AtomicLong count = new AtomicLong();
        engine.store().pace(new Pace() {
            @Override
            public CompletionStage<Void> beforeHead(GetRequest request) {
                CompletableFuture<Void> moment = new CompletableFuture<>();
                long millis = millisOfNth.applyAsLong(count.incrementAndGet());
                if (millis != NEVER) {
                    engine.world.schedule(() -> moment.complete(null), Duration.ofMillis(millis));
                }
                return moment;
            }

            @Override
            public CompletionStage<Void> beforeBytes(GetRequest request, long sent) {
                return CompletableFuture.completedStage(null);
            }
        });
    }

    private static ByteRange[] apart(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ByteRange.of(i * 2_000_000L, 1_000))
                .toArray(ByteRange[]::new);
    }

    private long hedges() {
        return virtual.engine().stats().hedges();
    }

    private long millisOf(Runnable work) {
        long start = virtual.world.nanoTime();
        work.run();
        return Duration.ofNanos(virtual.world.nanoTime() - start).toMillis();
    }

    @Test
    @DisplayName("B43 one stalled GET of 32 costs its duplicate's time, and the duplicate carries the same version")
    void aStalledRequestIsSentOnceMore() {
        virtual.hedge(0.05, after(300));
        answers(nth -> nth == 8 ? 10_000 : 50);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, ByteRange.of(1_999_999_000, 1)), content);
        long millis = millisOf(() -> virtual.expect(virtual.read(reader, apart(32)), content));
        assertThat(millis).isEqualTo(350);
        virtual.world.settle();
        assertThat(virtual.gets()).hasSize(34);
        LoggedRequest late = virtual.gets().get(7);
        LoggedRequest duplicate = virtual.gets().get(33);
        assertThat(duplicate.range()).isEqualTo(late.range());
        assertThat(duplicate.ifVersion()).isEqualTo(late.ifVersion()).isPresent();
        assertThat(late.sent()).isZero();
        assertThat(reader.stats().gets()).isEqualTo(34);
        assertThat(reader.stats().hedges()).isEqualTo(1);
        assertThat(reader.stats().hedgesWon()).isEqualTo(1);
        assertThat(reader.stats().retries()).isZero();
        assertThat(reader.stats().fetchedBytes()).isEqualTo(32_001);
        assertThat(virtual.events(VectorIoEvent.RequestHedged.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.range()).hasValue(ByteRange.of(12_000_000, 1_000));
                    assertThat(event.waited()).isEqualTo(Duration.ofMillis(300));
                    assertThat(event.attempt()).isEqualTo(1);
                });
        assertThat(virtual.events(VectorIoEvent.RequestCompleted.class).stream()
                        .filter(VectorIoEvent.RequestCompleted::duplicate))
                .singleElement()
                .satisfies(event -> assertThat(event.firstByte()).isEqualTo(Duration.ofMillis(50)));
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.kind()).isEqualTo(Kind.CANCELLED);
                    assertThat(event.message()).contains("the other of two equal requests answered first");
                });
    }

    @Test
    @DisplayName("B43 nothing is sent twice where hedging is off")
    void nothingIsSentTwiceByDefault() {
        answers(nth -> nth == 8 ? 9_000 : 50);
        assertThat(millisOf(() -> virtual.expect(virtual.read(virtual.open(LENGTH), apart(32)), content)))
                .isEqualTo(9_000);
        assertThat(virtual.gets()).hasSize(32);
        assertThat(hedges()).isZero();
    }

    @Test
    void theFirstRequestMayStillBeTheFirstToAnswer() {
        virtual.hedge(0.05, after(300));
        answers(nth -> nth == 8 ? 320 : 50);
        ObjectReader reader = virtual.open(LENGTH);
        assertThat(millisOf(() -> virtual.expect(virtual.read(reader, apart(32)), content)))
                .isEqualTo(320);
        assertThat(reader.stats().hedges()).isEqualTo(1);
        assertThat(reader.stats().hedgesWon()).isZero();
        assertThat(virtual.gets()).hasSize(33);
        assertThat(virtual.gets().get(32).sent()).isZero();
        assertThat(reader.stats().fetchedBytes()).isEqualTo(32_000);
    }

    @Test
    void withoutADelayThatIsThreeMediansOrThe95thPercentile() {
        virtual.hedge(0.05, MEASURED);
        answers(nth -> nth == 40 ? 2_000 : 50);
        assertThat(millisOf(() -> virtual.expect(virtual.read(virtual.open(LENGTH), apart(40)), content)))
                .isEqualTo(200);
        assertThat(hedges()).isEqualTo(1);
    }

    @Test
    void thatAreOftenSlowAreLateOnlyBeyondThe95thPercentile() {
        virtual.hedge(0.05, MEASURED);
        answers(nth -> nth <= 10 ? 400 : 50);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(10)), content);
        virtual.expect(virtual.read(reader, apart(60)), content);
        assertThat(hedges()).isZero();
        answers(nth -> nth == 1 ? 2_000 : 50);
        assertThat(millisOf(() -> virtual.expect(virtual.read(reader, apart(1)), content)))
                .isEqualTo(450);
    }

    @Test
    void nothingIsLateBeforeThereAreTwentySamples() {
        virtual.hedge(1, MEASURED);
        answers(nth -> nth == 20 ? 5_000 : 50);
        virtual.expect(virtual.read(virtual.open(LENGTH), apart(20)), content);
        assertThat(hedges()).isZero();
        answers(nth -> nth == 2 ? 5_000 : 50);
        virtual.expect(virtual.read(virtual.open(LENGTH), apart(2)), content);
        assertThat(hedges()).isEqualTo(1);
    }

    @Test
    void duplicatesAreNeverMoreThanTheirShareAtAnyMoment() {
        virtual.hedge(0.05, after(100));
        answers(nth -> nth % 10 == 0 ? 1_000 : 50);
        virtual.world.afterEachTask(() -> assertThat((double) hedges())
                .isLessThanOrEqualTo(0.05 * (virtual.engine().stats().gets() - hedges()) + 1e-6));
        ObjectReader reader = virtual.open(LENGTH);
        for (int i = 0; i < 10; i++) {
            virtual.expect(virtual.read(reader, apart(100)), content);
        }
        assertThat(reader.stats().gets() - hedges()).isEqualTo(1_000);
        assertThat(hedges()).isEqualTo(50);
    }

    @Test
    void noDuplicateIsSentWhenAllThatIsInFlightIsLate() {
        virtual.hedge(0.05, MEASURED);
        answers(nth -> 50);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(400)), content);
        answers(nth -> 2_000);
        virtual.expect(virtual.read(reader, apart(400)), content);
        assertThat(hedges()).isZero();
    }

    @Test
    void whenEverythingSlowsDownBitByBitWhatWasPutByIsAllThatIsSpent() {
        virtual.hedge(0.05, MEASURED);
        answers(nth -> 50);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(1_000)), content);
        answers(nth -> 2_000);
        List<StagedRead> reads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            reads.add(virtual.read(reader, ByteRange.of(i * 2_000_000L, 10)));
            virtual.world.advance(Duration.ofMillis(40));
        }
        reads.forEach(read -> virtual.expect(read, content));
        assertThat(hedges()).isLessThanOrEqualTo(5);
    }

    @Test
    void withEveryHundredthAnswerTenTimesAsLateAReadOfAHundredTakesHalfTheTime() {
        LongUnaryOperator everyHundredth = nth -> nth % 100 == 0 ? 500 : 50;
        answers(everyHundredth);
        List<Long> plain = hundredReads(virtual, virtual.open(LENGTH));
        assertThat(virtual.gets()).hasSize(10_000);
        VirtualEngine hedging = new VirtualEngine().hedge(0.05, MEASURED);
        hedging.put(1, LENGTH);
        answers(hedging, everyHundredth);
        List<Long> hedged = hundredReads(hedging, hedging.open(LENGTH));
        assertThat(hedging.engine().stats().hedges()).isBetween(95L, 105L);
        assertThat(hedged.get(98)).isLessThanOrEqualTo(plain.get(98) / 2);
        System.out.println("99th of 100 reads: " + plain.get(98) + " ms, hedged " + hedged.get(98) + " ms, with "
                + hedging.engine().stats().hedges() + " GETs more than 10,000");
        hedging.requireClean();
    }

    /** How long each took, in milliseconds, the quickest first. */
    private List<Long> hundredReads(VirtualEngine engine, ObjectReader reader) {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long start = engine.world.nanoTime();
            engine.expect(engine.read(reader, apart(100)), content);
            millis.add(Duration.ofNanos(engine.world.nanoTime() - start).toMillis());
        }
        return millis.stream().sorted().toList();
    }

    @Test
    void noDuplicateIsSentWithinTenSecondsOfAWishForFewerRequests() {
        virtual.hedge(0.05, after(300));
        virtual.faults(FaultSchedule.nth(40, Fault.throttled(Optional.empty())));
        answers(nth -> nth == 41 || nth == 81 ? 5_000 : 50);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(40)), content);
        assertThat(millisOf(() -> virtual.expect(virtual.read(reader, apart(40)), content)))
                .isEqualTo(5_000);
        assertThat(hedges()).isZero();
        virtual.world.advance(Duration.ofSeconds(5));
        virtual.expect(virtual.read(reader, apart(1)), content);
        assertThat(hedges()).isEqualTo(1);
    }

    @Test
    void aDuplicateTakesNoSlotThatADemandedRequestWaitsFor() {
        virtual.limits(8, 8, 256 << 20, 1 << 20);
        virtual.hedge(0.05, after(100));
        answers(nth -> nth == 30 ? 5_000 : 60);
        StagedRead read = virtual.read(virtual.open(LENGTH), apart(60));
        virtual.world.afterEachTask(
                () -> assertThat(hedges() == 0 || virtual.gets().size() > 60)
                        .as("first all that were asked for")
                        .isTrue());
        virtual.expect(read, content);
        assertThat(hedges()).isEqualTo(1);
        assertThat(virtual.store().log().maxInFlight()).isEqualTo(8);
    }

    @Test
    void aDuplicateStaysInsideThePoolOfTheClient() {
        VirtualEngine one = new VirtualEngine().store(settings -> settings.withMaxConcurrentRequests(1));
        one.put(1, LENGTH);
        one.hedge(0.5, after(100));
        answers(one, nth -> nth == 5 ? 1_000 : 60);
        one.expect(one.read(one.open(LENGTH), apart(5)), content);
        assertThat(one.engine().stats().hedges()).isZero();
        assertThat(one.gets()).hasSize(5);
        one.requireClean();
    }

    @Test
    void aPrefetchIsSentTwiceOnlyOnceSomebodyWaitsForIt() {
        virtual.hedge(0.5, after(100));
        answers(nth -> nth == 5 ? 5_000 : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        ByteRange ahead = ByteRange.of(50_000_000, 1_000);
        reader.prefetch(List.of(ahead), virtual.settings());
        virtual.world.advance(Duration.ofMillis(1_050));
        assertThat(hedges()).isZero();
        assertThat(millisOf(() -> virtual.expect(virtual.read(reader, ahead), content)))
                .isLessThanOrEqualTo(160);
        assertThat(hedges()).isEqualTo(1);
    }

    @Test
    void aFirstRequestThatFailsLeavesTheReadToItsDuplicate() {
        virtual.hedge(0.5, after(100));
        virtual.timeouts(Duration.ofMillis(150), Duration.ofMillis(150));
        answers(nth -> nth == 5 ? NEVER : nth == 6 ? 120 : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        assertThat(millisOf(() -> virtual.expect(virtual.read(reader, ByteRange.of(7, 10)), content)))
                .isEqualTo(220);
        assertThat(virtual.gets()).hasSize(6);
        assertThat(reader.stats().retries()).isZero();
        assertThat(reader.stats().hedgesWon()).isEqualTo(1);
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.kind()).isEqualTo(Kind.TIMEOUT);
                    assertThat(event.willRetry()).isFalse();
                });
    }

    @Test
    void aDuplicateThatFailsChangesNothing() {
        for (Fault fault : List.of(
                Fault.throttled(Optional.empty()),
                Fault.failure(Kind.TRANSIENT),
                Fault.failure(Kind.ACCESS_DENIED),
                new Fault.WrongContentRange(77))) {
            VirtualEngine engine = new VirtualEngine().hedge(0.5, after(100));
            engine.put(1, LENGTH);
            engine.faults(FaultSchedule.nth(6, fault));
            answers(engine, nth -> nth == 5 ? 300 : 60);
            ObjectReader reader = engine.open(LENGTH);
            engine.expect(engine.read(reader, apart(4)), content);
            long start = engine.world.nanoTime();
            engine.expect(engine.read(reader, ByteRange.of(7, 10)), content);
            assertThat(engine.world.nanoTime() - start)
                    .as(fault.toString())
                    .isEqualTo(Duration.ofMillis(300).toNanos());
            assertThat(reader.stats().gets()).isEqualTo(6);
            assertThat(reader.stats().hedges()).isEqualTo(1);
            assertThat(reader.stats().hedgesWon()).isZero();
            assertThat(reader.stats().retries()).isZero();
            assertThat(reader.stats().throttled()).isEqualTo(fault.equals(Fault.throttled(Optional.empty())) ? 1 : 0);
            assertThat(engine.endpoint("mem://bucket").limit())
                    .isLessThanOrEqualTo(reader.stats().throttled() > 0 ? 1 : 64);
            engine.requireClean();
        }
    }

    @Test
    void twoThatFailAreOneFailure() {
        virtual.hedge(1, after(100));
        virtual.retry(2, Duration.ofMillis(10), Duration.ofMillis(10));
        virtual.timeouts(Duration.ofMillis(150), Duration.ofMillis(150));
        answers(nth -> nth > 4 ? NEVER : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        ObjectReadException failure = virtual.failure(virtual.read(reader, ByteRange.of(7, 10)), 0);
        assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(failure).hasMessageContaining("attempt 2 of 2");
        assertThat(failure.getSuppressed()).hasSize(3);
        assertThat(virtual.gets()).hasSize(8);
        assertThat(reader.stats().retries()).isEqualTo(1);
        assertThat(reader.stats().hedges()).isEqualTo(2);
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class))
                .extracting(VectorIoEvent.RequestFailed::attempt)
                .containsExactly(1, 1, 2, 2);
    }

    @Test
    void aWinnerThatIsCutResumesWhereItStopped() {
        virtual.hedge(0.5, after(100));
        virtual.faults(FaultSchedule.nth(6, new Fault.Reset(300_000)));
        answers(nth -> nth == 5 ? NEVER : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 1_000_000)), content);
        assertThat(virtual.asked().subList(4, 7)).containsExactly("[0, 1000000)", "[0, 1000000)", "[300000, 1000000)");
        assertThat(reader.stats().retries()).isEqualTo(1);
        assertThat(reader.stats().retriedBytes()).isZero();
        assertThat(reader.stats().fetchedBytes()).isEqualTo(1_004_000);
    }

    @Test
    void cancellingEndsBoth() {
        virtual.hedge(0.5, after(100));
        answers(nth -> nth > 4 ? NEVER : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        StagedRead read = virtual.read(reader, ByteRange.of(7, 10));
        virtual.world.advance(Duration.ofMillis(150));
        assertThat(virtual.store().log().inFlight()).isEqualTo(2);
        assertThat(virtual.engine().inFlight()).isEqualTo(2);
        read.cancel();
        virtual.world.settle();
        assertThat(virtual.store().log().inFlight()).isZero();
        assertThat(virtual.engine().inFlight()).isZero();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
    }

    @Test
    void closingEndsBoth() {
        virtual.hedge(0.5, after(100));
        answers(nth -> nth > 4 ? NEVER : 60);
        ObjectReader reader = virtual.open(LENGTH);
        virtual.expect(virtual.read(reader, apart(4)), content);
        StagedRead read = virtual.read(reader, ByteRange.of(7, 10));
        virtual.world.advance(Duration.ofMillis(150));
        virtual.requireClean();
        assertThat(virtual.store().log().inFlight()).isZero();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
    }

    @Test
    void aTailOfUnknownPlaceIsPlacedByTheFirstAnswer() {
        virtual.hedge(0.5, after(100));
        virtual.tail(100_000, 100_000);
        answers(nth -> nth == 5 ? 5_000 : 60);
        ObjectReader other = virtual.open(LENGTH);
        virtual.expect(virtual.read(other, apart(4)), content);
        ObjectReader reader = virtual.open(KnownObject.at(VirtualEngine.OBJECT));
        assertThat(millisOf(() -> virtual.expect(reader.readTail(8, virtual.settings()), content)))
                .isEqualTo(160);
        assertThat(reader.stats().hedgesWon()).isEqualTo(1);
        assertThat(reader.length()).hasValue(LENGTH);
    }

    /** Answers that the test gives by hand, to transfers that cannot be stopped. */
    private record ByHand(List<ResponseSink> sinks, List<CompletableFuture<Void>> ends, List<GetRequest> requests) {
        ByHand() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }

        ScriptedBackend backend() {
            return ScriptedBackend.of((request, sink) -> {
                requests.add(request);
                sinks.add(sink);
                ends.add(new CompletableFuture<>());
                return ScriptedBackend.transfer(ends.get(ends.size() - 1));
            });
        }

        boolean head(int number, String etag) {
            ByteRange range = ((GetRange.Bounded) requests.get(number).range()).range();
            return sinks.get(number)
                    .onHead(new ResponseHead(
                            206,
                            OptionalLong.of(range.length()),
                            Optional.of(ContentRange.of(range, LENGTH)),
                            Optional.of(ObjectVersion.etag(etag)),
                            Optional.empty(),
                            Optional.empty()));
        }

        void body(int number, SyntheticBytes of) {
            ByteRange range = ((GetRange.Bounded) requests.get(number).range()).range();
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(range.length()));
            of.read(range.offset(), bytes);
            sinks.get(number).onBytes(bytes.flip());
        }
    }

    private ByHand hedgedByHand() {
        ByHand hand = new ByHand();
        virtual.hedge(1, after(100));
        virtual.before(behind -> hand.backend());
        return hand;
    }

    @Test
    void nothingOfTheLoserIsWrittenWhateverItsBackendDoes() {
        ByHand hand = hedgedByHand();
        StagedRead read = virtual.read(virtual.open(LENGTH), ByteRange.of(7, 1_000));
        virtual.world.advance(Duration.ofMillis(100));
        assertThat(hand.requests()).hasSize(2);
        assertThat(hand.head(1, "\"v\"")).isTrue();
        assertThat(hand.head(0, "\"v\"")).isFalse();
        hand.body(0, new SyntheticBytes(99, LENGTH));
        virtual.world.settle();
        hand.body(1, content);
        hand.body(0, new SyntheticBytes(99, LENGTH));
        hand.ends().get(1).complete(null);
        virtual.expect(read, content);
        virtual.world.settle();
        assertThat(virtual.engine().inFlight())
                .as("the loser cannot be stopped")
                .isEqualTo(1);
        virtual.world.advance(Duration.ofSeconds(1));
        assertThat(virtual.engine().inFlight()).isZero();
        assertThat(virtual.engine().stats().fetchedBytes()).isEqualTo(1_000);
    }

    @Test
    void aDuplicateThatFindsAnotherVersionIsRefusedAndChangesNothing() {
        ByHand hand = hedgedByHand();
        ObjectReader reader = virtual.open(LENGTH);
        StagedRead first = virtual.read(reader, ByteRange.of(1_000_000, 10));
        virtual.world.settle();
        assertThat(hand.head(0, "\"v\"")).isTrue();
        hand.body(0, content);
        hand.ends().get(0).complete(null);
        virtual.expect(first, content);
        StagedRead read = virtual.read(reader, ByteRange.of(7, 1_000));
        virtual.world.advance(Duration.ofMillis(100));
        assertThat(hand.requests().subList(1, 3))
                .extracting(GetRequest::ifVersion)
                .containsOnly(Optional.of(ObjectVersion.etag("\"v\"")));
        assertThat(hand.head(2, "\"w\"")).isFalse();
        hand.ends().get(2).complete(null);
        virtual.world.settle();
        assertThat(read.result(0)).isNotDone();
        assertThat(hand.head(1, "\"v\"")).isTrue();
        hand.body(1, content);
        hand.ends().get(1).complete(null);
        virtual.expect(read, content);
        assertThat(reader.stats().hedgesWon()).isZero();
    }
}
