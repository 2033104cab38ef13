package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.SyntheticBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When an attempt is repeated, from where, how often and how late; on a virtual clock. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RetryTest {
    private static final long LENGTH = 40L << 20;

    private final VirtualEngine virtual = new VirtualEngine();

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    private ObjectReader reader(FaultSchedule faults) {
        virtual.faults(faults);
        return virtual.open(LENGTH);
    }

    @Test
    void resumesAtTheFirstMissingByteUnderTheSameVersion() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.nth(2, new Fault.Reset(3_000_000)));
        StagedRead first = virtual.read(reader, ByteRange.of(0, 10));
        virtual.expect(first, content);
        StagedRead read = virtual.read(
                reader,
                ByteRange.of(10_000_000, 8 << 20),
                ByteRange.of(20_000_000, 100),
                ByteRange.of(30_000_000, 100));
        virtual.expect(read, content);
        assertThat(virtual.asked())
                .containsExactly(
                        "[0, 10)",
                        "[10000000, 18388608)",
                        "[20000000, 20000100)",
                        "[30000000, 30000100)",
                        "[13000000, 18388608)");
        assertThat(virtual.gets().stream().skip(1).map(get -> get.ifVersion()).distinct())
                .hasSize(1)
                .doesNotContain(Optional.empty());
        assertThat(reader.stats().retriedBytes()).isZero();
        assertThat(reader.stats().retries()).isEqualTo(1);
    }

    @Test
    void mergedRangesThatHaveComeStayDeliveredAndGapsAreNotFetchedAgain() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.nth(1, new Fault.Reset(1_100_000)));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 1_048_576), ByteRange.between(1_153_434, 2_097_152));
        assertThat(virtual.world.runUntil(read.result(0)::isDone)).isTrue();
        assertThat(virtual.gets()).hasSize(1);
        virtual.expect(read, content);
        assertThat(virtual.asked()).containsExactly("[0, 2097152)", "[1153434, 2097152)");
    }

    @Test
    void onlyTheRangeThatDidNotComeFails() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.anyOf(
                FaultSchedule.nth(1, new Fault.Reset(1_100_000)),
                FaultSchedule.when(request -> true, Fault.failure(Kind.TRANSIENT))));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 1_048_576), ByteRange.between(1_153_434, 2_097_152));
        ObjectReadException failure = virtual.failure(read, 1);
        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(failure)
                .hasMessageContainingAll("mem://bucket/object", "[1153434, 2097152)", "attempt 5 of 5", "memory", "ms");
        assertThat(failure.getSuppressed()).hasSize(4);
        VirtualEngine.expect(read.result(0), content);
    }

    @Test
    void countsAttemptsSinceTheLastProgress() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.retry(2, Duration.ofMillis(10), Duration.ofMillis(10));
        ObjectReader reader = reader(FaultSchedule.when(request -> true, new Fault.Reset(200_000)));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 4_000_000));
        virtual.expect(read, content);
        assertThat(virtual.gets()).hasSize(20);
    }

    @Test
    void givesUpWithoutProgressEvenIfBytesTrickle() {
        virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.when(request -> true, new Fault.Reset(60_000)));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 4_000_000));
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(virtual.gets()).hasSize(5);
        assertThat(failure).hasMessageContaining("300000 bytes received");
        assertThat(reader.stats().fetchedBytes()).isEqualTo(300_000);
    }

    @Test
    void neverSendsOneRequestMoreThanFiftyTimes() {
        virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.when(request -> true, new Fault.Reset(70_000)));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 8_000_000));
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.TRANSIENT);
        assertThat(virtual.gets()).hasSize(50);
    }

    @Test
    void waitsAsLongAsTheStoreAsks() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.nth(1, Fault.throttled(Optional.of(Duration.ofSeconds(7)))));
        long start = virtual.world.nanoTime();
        StagedRead read = virtual.read(reader, ByteRange.of(0, 100));
        virtual.expect(read, content);
        assertThat(virtual.world.nanoTime() - start)
                .isEqualTo(Duration.ofSeconds(7).toNanos());
        assertThat(reader.stats().throttled()).isEqualTo(1);
    }

    @Test
    void failsAtOnceWhenTheStoreAsksForMoreThanAMinute() {
        virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.nth(1, Fault.throttled(Optional.of(Duration.ofSeconds(61)))));
        ObjectReadException failure = virtual.failure(virtual.read(reader, ByteRange.of(0, 100)), 0);
        assertThat(failure.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(failure).hasMessageContainingAll("HTTP 503", "SlowDown", "request id injected", "attempt 1 of 5");
    }

    @Test
    void spreadsRetriesOverTheWholeWindow() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.first(20, Fault.throttled(Optional.empty())));
        ByteRange[] ranges = new ByteRange[20];
        for (int i = 0; i < ranges.length; i++) {
            ranges[i] = ByteRange.of(i * 2_000_000L, 10);
        }
        virtual.expect(virtual.read(reader, ranges), content);
        List<Long> delays = new ArrayList<>();
        virtual.events(VectorIoEvent.RequestFailed.class)
                .forEach(event -> delays.add(event.delay().toMillis()));
        assertThat(delays).hasSize(20).allMatch(delay -> delay <= 100);
        assertThat(delays.stream().mapToLong(d -> d).max().orElse(0)
                        - delays.stream().mapToLong(d -> d).min().orElse(0))
                .isGreaterThanOrEqualTo(50);
    }

    @Test
    void delaysGrowAndStayUnderTheirLimit() {
        virtual.put(1, LENGTH);
        virtual.retry(12, Duration.ofMillis(100), Duration.ofSeconds(5));
        ObjectReader reader = reader(FaultSchedule.when(request -> true, Fault.failure(Kind.TRANSIENT)));
        virtual.failure(virtual.read(reader, ByteRange.of(0, 100)), 0);
        List<VectorIoEvent.RequestFailed> failed = virtual.events(VectorIoEvent.RequestFailed.class);
        assertThat(failed).hasSize(12);
        for (int i = 0; i < 11; i++) {
            assertThat(failed.get(i).delay().toMillis()).isLessThanOrEqualTo(Math.min(5_000, 100L << i));
            assertThat(failed.get(i).willRetry()).isTrue();
            assertThat(failed.get(i).attempt()).isEqualTo(i + 1);
        }
        assertThat(failed.get(11).willRetry()).isFalse();
        assertThat(failed.stream().map(VectorIoEvent.RequestFailed::delay).max(Duration::compareTo))
                .hasValueSatisfying(delay -> assertThat(delay).isGreaterThan(Duration.ofSeconds(1)));
    }

    @Test
    void aDeadlineEndsAllAndSaysWhatWentWrongLast() {
        virtual.put(1, LENGTH);
        virtual.retry(50, Duration.ofMillis(400), Duration.ofMillis(400));
        ObjectReader reader = reader(FaultSchedule.when(request -> true, Fault.failure(Kind.TRANSIENT)));
        ReadSettings limited =
                new ReadSettings(virtual.ledger, Optional.empty(), Optional.of(Duration.ofSeconds(3)), Long.MAX_VALUE);
        long start = virtual.world.nanoTime();
        StagedRead read = reader.read(List.of(ByteRange.of(0, 100), ByteRange.of(20_000_000, 5)), limited);
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(virtual.world.nanoTime() - start)
                .isEqualTo(Duration.ofSeconds(3).toNanos());
        assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(failure).hasMessageContaining("deadline of 3000 ms");
        assertThat(failure.getSuppressed()).hasSize(1);
        int gets = virtual.events(VectorIoEvent.RequestFailed.class).size();
        virtual.world.advance(Duration.ofSeconds(5));
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class)).hasSize(gets);
    }

    @Test
    void aRetryAfterBeyondTheDeadlineFailsAtOnce() {
        virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.nth(1, Fault.throttled(Optional.of(Duration.ofSeconds(5)))));
        ReadSettings limited =
                new ReadSettings(virtual.ledger, Optional.empty(), Optional.of(Duration.ofSeconds(3)), Long.MAX_VALUE);
        long start = virtual.world.nanoTime();
        ObjectReadException failure = virtual.failure(reader.read(List.of(ByteRange.of(0, 100)), limited), 0);
        assertThat(failure.kind()).isEqualTo(Kind.THROTTLED);
        assertThat(virtual.world.nanoTime()).isEqualTo(start);
    }

    @Test
    void aSilentStoreIsGivenUpAfterTheFirstByteTimeout() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.timeouts(Duration.ofSeconds(4), Duration.ofSeconds(2));
        ObjectReader reader = reader(FaultSchedule.nth(1, new Fault.Stall(-1)));
        long start = virtual.world.nanoTime();
        virtual.expect(virtual.read(reader, ByteRange.of(0, 100)), content);
        assertThat(virtual.world.nanoTime() - start)
                .isBetween(
                        Duration.ofSeconds(4).toNanos(),
                        Duration.ofMillis(4_100).toNanos());
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class))
                .singleElement()
                .satisfies(event -> assertThat(event.kind()).isEqualTo(Kind.TIMEOUT));
    }

    @Test
    void aStalledBodyEndsInBoundedTime() {
        virtual.put(1, LENGTH);
        virtual.timeouts(Duration.ofSeconds(4), Duration.ofSeconds(2))
                .retry(3, Duration.ofMillis(10), Duration.ofMillis(10));
        ObjectReader reader = reader(FaultSchedule.when(request -> true, new Fault.Stall(100)));
        long start = virtual.world.nanoTime();
        ObjectReadException failure = virtual.failure(virtual.read(reader, ByteRange.of(0, 50_000)), 0);
        assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(failure).hasMessageContainingAll("no progress for 2000 ms", "300 bytes received");
        assertThat(virtual.world.nanoTime() - start)
                .isBetween(
                        Duration.ofSeconds(6).toNanos(),
                        Duration.ofMillis(6_100).toNanos());
        assertThat(virtual.store().log().inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"NOT_FOUND", "ACCESS_DENIED", "OBJECT_CHANGED", "PROTOCOL", "UNSUPPORTED", "INTERNAL", "CANCELLED"
            })
    void otherKindsAreNeverRetried(Kind kind) {
        virtual.put(1, LENGTH);
        ObjectReader reader =
                reader(FaultSchedule.when(request -> true, new Fault.FailBeforeHead(kind, StoreAnswer.ofStatus(499))));
        ObjectReadException failure = virtual.failure(virtual.read(reader, ByteRange.of(0, 100)), 0);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure).hasMessageContainingAll("mem://bucket/object", "[0, 100)", "attempt 1 of 5", "HTTP 499");
        assertThat(virtual.events(VectorIoEvent.RequestFailed.class)).hasSize(1);
    }

    @Test
    void shortAndEmptyBodiesAreRetriedAndLongOnesCutOff() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.anyOf(
                FaultSchedule.nth(1, new Fault.ShortBody(60_000)),
                FaultSchedule.nth(2, new Fault.ShortBody(0)),
                FaultSchedule.nth(3, new Fault.ExtraBytes(10))));
        virtual.expect(virtual.read(reader, ByteRange.of(0, 100_000)), content);
        assertThat(virtual.asked()).containsExactly("[0, 100000)", "[60000, 100000)", "[60000, 100000)");
    }

    @Test
    void anAnswerOfOtherBytesIsAProtocolErrorAfterOneGet() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        for (Fault fault :
                List.of(new Fault.WrongContentRange(7), new Fault.MissingContentRange(), new Fault.RangeIgnored())) {
            virtual.store().log().clear();
            VirtualEngine other = new VirtualEngine().faults(FaultSchedule.nth(1, fault));
            other.put(1, LENGTH);
            ObjectReader reader = other.open(LENGTH);
            ObjectReadException failure = other.failure(other.read(reader, ByteRange.of(5_000_000, 100)), 0);
            assertThat(failure.kind()).isEqualTo(Kind.PROTOCOL);
            assertThat(other.gets()).hasSize(1);
            other.requireClean();
        }
        assertThat(content.length()).isEqualTo(LENGTH);
    }

    @Test
    void aStoreThatIgnoresRangesIsReadByskippingWhereThatIsAllowed() {
        SyntheticBytes content = virtual.put(1, 4 << 20);
        virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 1_000_000);
        virtual.faults(FaultSchedule.when(request -> true, new Fault.RangeIgnored()));
        ObjectReader reader = virtual.open(4 << 20);
        virtual.expect(virtual.read(reader, ByteRange.of(1_000_000, 100)), content);
        assertThat(virtual.failure(virtual.read(reader, ByteRange.of(1_000_001, 100)), 0)
                        .kind())
                .isEqualTo(Kind.PROTOCOL);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1})
    void aStoreThatIgnoresASuffixIsReadByTheEndOfItsAnswerWhereThatIsAllowed(long more) {
        SyntheticBytes content = virtual.put(1, 4 << 20);
        long skipped = 3 << 20;
        virtual.tail(64 << 10, 1 << 20);
        virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, skipped + more);
        virtual.faults(FaultSchedule.when(request -> true, new Fault.RangeIgnored()));
        ObjectReader reader = virtual.open(KnownObject.at(VirtualEngine.OBJECT));
        StagedRead tail = reader.readTail(100, virtual.settings());
        if (more < 0) {
            ObjectReadException failure = virtual.failure(tail, 0);
            assertThat(failure.kind()).isEqualTo(Kind.PROTOCOL);
            assertThat(failure)
                    .hasMessageContainingAll("the last 1048576 bytes", "range-ignored-skip-limit=" + skipped);
        } else {
            virtual.expect(tail, content);
            assertThat(reader.length()).hasValue(4 << 20);
            virtual.expect(virtual.read(reader, ByteRange.of(skipped, 1 << 20)), content);
        }
        assertThat(virtual.gets()).hasSize(1);
        assertThat(reader.stats().retriedBytes()).isZero();
    }

    @Test
    void aSuffixThatWasIgnoredAndCutIsResumedWhereItBroke() {
        SyntheticBytes content = virtual.put(1, 4 << 20);
        virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 4 << 20);
        virtual.faults(FaultSchedule.nth(1, new Fault.RangeIgnored()));
        virtual.before(store -> new FaultInjectingBackend(store, FaultSchedule.nth(1, new Fault.Reset(3_500_000))));
        ObjectReader reader = virtual.open(KnownObject.at(VirtualEngine.OBJECT));
        virtual.expect(reader.readTail(1 << 20, virtual.settings()), content);
        assertThat(virtual.asked()).hasSize(2).last().isEqualTo("[3500000, 4194304)");
    }

    @Test
    void aResumedBodyThatBeginsEarlyIsNotWrittenTwice() {
        SyntheticBytes content = virtual.put(1, 4 << 20);
        virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 1_000_000);
        virtual.faults(FaultSchedule.anyOf(
                FaultSchedule.nth(1, new Fault.Reset(150_000)), FaultSchedule.nth(2, new Fault.RangeIgnored())));
        ObjectReader reader = virtual.open(4 << 20);
        StagedRead read = virtual.read(reader, ByteRange.of(100_000, 200_000), ByteRange.of(250_000, 10_000));
        virtual.expect(read, content);
        assertThat(virtual.asked()).hasSize(2).first().isEqualTo("[100000, 300000)");
        virtual.world.settle();
        assertThat(reader.stats().retriedBytes()).isEqualTo(250_000);
    }

    @Test
    void a200ForAWholeObjectIsRight() {
        SyntheticBytes content = virtual.put(1, 1_000_000);
        virtual.faults(FaultSchedule.nth(1, new Fault.RangeIgnored()));
        ObjectReader reader = virtual.open(1_000_000);
        virtual.expect(virtual.read(reader, ByteRange.of(500, 100)), content);
        assertThat(virtual.gets()).hasSize(1);
    }

    @Test
    void aCancelledReadInBackoffEndsAtOnceAndSendsNothingMore() {
        virtual.put(1, LENGTH);
        ObjectReader reader =
                reader(FaultSchedule.when(request -> true, Fault.throttled(Optional.of(Duration.ofSeconds(30)))));
        StagedRead read = virtual.read(reader, ByteRange.of(0, 100), ByteRange.of(10_000_000, 100));
        virtual.world.advance(Duration.ofSeconds(1));
        long start = virtual.world.nanoTime();
        read.cancel();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
        assertThat(virtual.failure(read, 1).kind()).isEqualTo(Kind.CANCELLED);
        assertThat(virtual.world.nanoTime()).isEqualTo(start);
        assertThat(virtual.world.timers()).isZero();
        assertThat(virtual.engine().usedBytes()).isZero();
    }

    @Test
    void aReadSurvivesTheFailureOfOneOfItsStages() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = reader(FaultSchedule.none());
        StagedRead read =
                virtual.read(reader, ByteRange.of(0, 100), ByteRange.of(200, 100), ByteRange.of(20_000_000, 9));
        CompletableFuture<RangeResult> given = read.result(1);
        assertThat(given.cancel(true)).isTrue();
        virtual.finish(read);
        VirtualEngine.expect(read.result(0), content);
        VirtualEngine.expect(read.result(2), content);
    }
}
