package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.Gate;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.SyntheticBytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tails, small objects, lengths and versions: which GETs, exactly, and what becomes of them when the object changes. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WindowTest {
    private static final long SMALL = 3 << 20;
    private static final long BIG = 20_000_000;

    private final VirtualEngine virtual = new VirtualEngine();

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    private static KnownObject object() {
        return KnownObject.at(VirtualEngine.OBJECT);
    }

    private void expectTail(ObjectReader reader, long bytes, SyntheticBytes content) {
        StagedRead tail = reader.readTail(bytes, virtual.settings());
        virtual.finish(tail);
        long length = Math.min(bytes, content.length());
        assertThat(tail.result(0).join().range()).isEqualTo(ByteRange.of(content.length() - length, length));
        VirtualEngine.expect(tail.result(0), content);
    }

    @ParameterizedTest
    @ValueSource(longs = {SMALL - 1, SMALL, SMALL + 1})
    void aSmallObjectIsOneGetAndALargerOneIsPlanned(long length) {
        SyntheticBytes content = virtual.put(1, length);
        ObjectReader reader = virtual.open(object().withLengthHint(length));
        expectTail(reader, 8, content);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 1_000_000), ByteRange.of(2_000_000, 10)), content);
        virtual.expect(virtual.read(reader, ByteRange.of(1_500_000, 100)), content);
        if (length <= SMALL) {
            assertThat(virtual.asked()).containsExactly("[0, " + length + ")");
        } else {
            assertThat(virtual.asked())
                    .containsExactly("[3080193, 3145729)", "[0, 1000000)", "[2000000, 2000010)", "[1500000, 1500100)");
        }
    }

    @Test
    void noObjectIsReadWholeWhereThatIsTurnedOff() {
        SyntheticBytes content = virtual.put(1, 1_000_000);
        virtual.policy(policy -> policy.withWholeObjectBytes(0));
        ObjectReader reader = virtual.open(1_000_000);
        virtual.expect(virtual.read(reader, ByteRange.of(5, 100)), content);
        assertThat(virtual.asked()).containsExactly("[5, 105)");
    }

    @Test
    void eightReadsAtOnceShareOneWindow() {
        SyntheticBytes content = virtual.put(1, 1_000_000);
        for (KnownObject known : List.of(object(), object().withLength(1_000_000))) {
            virtual.store().log().clear();
            ObjectReader reader = virtual.open(known);
            List<StagedRead> reads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                reads.add(
                        i % 2 == 0
                                ? reader.readTail(8 + i, virtual.settings())
                                : virtual.read(reader, ByteRange.of(i * 1_000L, 500)));
            }
            reads.forEach(read -> virtual.expect(read, content));
            assertThat(virtual.gets()).hasSize(1);
        }
    }

    @Test
    void aFooterLongerThanTheTailCostsOneGetForTheMissingHead() {
        SyntheticBytes content = virtual.put(1, BIG);
        for (KnownObject known : List.of(object(), object().withLength(BIG))) {
            virtual.store().log().clear();
            ObjectReader reader = virtual.open(known);
            expectTail(reader, 8, content);
            expectTail(reader, 3_000_000, content);
            assertThat(virtual.gets()).hasSize(2);
            assertThat(virtual.store().log().bytesSent()).isEqualTo(3_000_000);
        }
    }

    @Test
    void aTailLongerThanTheObjectIsAllOfIt() {
        SyntheticBytes content = virtual.put(1, 100);
        virtual.tail(64 << 10, 64 << 10);
        expectTail(virtual.open(object()), 64 << 10, content);
        expectTail(virtual.open(object().withLength(100)), 64 << 10, content);
        assertThat(virtual.gets()).hasSize(2);
    }

    @Test
    void withoutSuffixRangesAnObjectOfUnknownLengthIsOneGetIfSmallAndTwoIfNot() {
        virtual.store(InMemorySettings::withoutSuffixRange);
        SyntheticBytes content = virtual.put(1, 1_000_000);
        expectTail(virtual.open(object()), 8, content);
        assertThat(virtual.asked()).containsExactly("[0, 1048576)");
        SyntheticBytes big = virtual.put(2, BIG);
        virtual.store().log().clear();
        expectTail(virtual.open(object()), 8, big);
        assertThat(virtual.asked()).containsExactly("[0, 1048576)", "[19934464, 20000000)");
        SyntheticBytes middle = virtual.put(3, 2_000_000);
        virtual.store().log().clear();
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, middle);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 2_000_000)), middle);
        assertThat(virtual.store().log().bytesSent()).isEqualTo(2_000_000);
        assertThat(virtual.gets()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEmptyObjectIsEmptyHoweverItIsAskedFor(boolean suffix) {
        if (!suffix) {
            virtual.store(InMemorySettings::withoutSuffixRange);
        }
        SyntheticBytes content = virtual.put(1, 0);
        for (KnownObject known : List.of(object(), object().withLengthHint(0), object().withLengthHint(500))) {
            virtual.store().log().clear();
            ObjectReader reader = virtual.open(known);
            expectTail(reader, 8, content);
            assertThat(reader.length()).hasValue(0);
            assertThat(virtual.gets()).hasSize(1);
            assertThat(virtual.failure(virtual.read(reader, ByteRange.of(0, 1)), 0)
                            .kind())
                    .isEqualTo(Kind.OUT_OF_BOUNDS);
            assertThat(virtual.gets()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 500, BIG - 1_000, BIG - 1, BIG + 1, BIG + 1_000, BIG * 3})
    void aWrongHintIsAdoptedAndNothingReadPastTheEnd(long hint) {
        SyntheticBytes content = virtual.put(1, BIG);
        ObjectReader reader = virtual.open(object().withLengthHint(hint));
        expectTail(reader, 8, content);
        assertThat(reader.length()).hasValue(BIG);
        assertThat(virtual.gets().size()).isLessThanOrEqualTo(2);
        virtual.store().log().clear();
        ObjectReader other = virtual.open(object().withLengthHint(hint));
        StagedRead read = virtual.read(other, ByteRange.of(BIG - 2_000, 2_000), ByteRange.of(BIG - 10, 11));
        assertThat(virtual.failure(read, 1).kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        VirtualEngine.expect(read.result(0), content);
        assertThat(virtual.gets().size()).isLessThanOrEqualTo(2);
    }

    @Test
    void aStoreThatDoesNotTellTheLengthIsAskedByASuffix() {
        SyntheticBytes content = virtual.put(1, 10_000_000);
        Fault silent416 = new Fault.FailBeforeHead(Kind.OUT_OF_BOUNDS, StoreAnswer.ofStatus(416));
        virtual.faults(FaultSchedule.nth(1, silent416));
        ObjectReader reader = virtual.open(object().withLengthHint(BIG));
        expectTail(reader, 8, content);
        assertThat(virtual.asked()).containsExactly("the last 1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whicheverPartOfARangeIsAnsweredLastTheRangeIsNamed(int late) {
        virtual.put(1, 500);
        virtual.faults(FaultSchedule.nth(late, new Fault.FailBeforeHead(Kind.TRANSIENT, StoreAnswer.none())));
        ObjectReader reader = virtual.open(object());
        StagedRead read = virtual.read(reader, ByteRange.of(5, 20_000_000));
        ObjectReadException failure = virtual.failure(read, 0);
        assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        assertThat(failure).hasMessageContainingAll("mem://bucket/object [5, 20000005)", "500 bytes");
    }

    @Test
    void aWrongHintFailsWhereThatIsAskedFor() {
        virtual.put(1, BIG);
        virtual.answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.FAIL, 0);
        ObjectReader reader = virtual.open(object().withLengthHint(BIG - 7));
        ObjectReadException failure = virtual.failure(reader.readTail(8, virtual.settings()), 0);
        assertThat(failure).hasMessageContainingAll("19999993", "20000000", "mem://bucket/object");
        assertThat(virtual.gets()).hasSize(1);
    }

    @Test
    void aTrustedLengthRefusesWithoutIoAndAnUnknownOneWithOneGet() {
        virtual.put(1, 65_536);
        virtual.policy(policy -> policy.withWholeObjectBytes(0));
        ObjectReader trusted = virtual.open(65_536);
        for (ByteRange range : List.of(ByteRange.of(65_536, 100), ByteRange.of(65_500, 100))) {
            StagedRead read = virtual.read(trusted, ByteRange.of(0, 10), range);
            assertThat(virtual.failure(read, 1).kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
            assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        }
        assertThat(virtual.gets()).isEmpty();
        assertThat(virtual.ledger.allocations()).isZero();
        ObjectReader unknown = virtual.open(object());
        assertThat(virtual.failure(virtual.read(unknown, ByteRange.of(65_536, 100)), 0)
                        .kind())
                .isEqualTo(Kind.OUT_OF_BOUNDS);
        assertThat(virtual.gets()).hasSize(1);
        virtual.put(2, 100_000);
        assertThat(virtual.failure(virtual.read(unknown, ByteRange.of(65_536, 100)), 0)
                        .kind())
                .isEqualTo(Kind.OUT_OF_BOUNDS);
        assertThat(virtual.gets()).hasSize(1);
    }

    @Test
    void aTailThatWasLetGoIsFetchedAgainWhenItIsAskedFor() {
        SyntheticBytes content = virtual.put(1, BIG);
        virtual.limits(8, 8, 100_000, 50_000); // a tail has half of it at most
        ObjectReader reader = virtual.open(BIG);
        expectTail(reader, 8, content);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 90_000)), content);
        assertThat(reader.held(ByteRange.of(BIG - 8, 8))).isEmpty();
        expectTail(reader, 8, content);
        assertThat(reader.held(ByteRange.of(BIG - 8, 8))).isPresent();
        assertThat(virtual.asked()).containsExactly("[19950000, 20000000)", "[0, 90000)", "[19950000, 20000000)");
    }

    @Test
    void theFirstRequestTakesHalfOfTheBudgetAtMostSoThatWhatItBringsIsKept() {
        SyntheticBytes content = virtual.put(1, 500_000);
        virtual.limits(8, 8, 1 << 20, 1 << 19);
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, content);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 400_000)), content);
        virtual.expect(virtual.read(reader, ByteRange.of(100_000, 400_000)), content);
        assertThat(virtual.asked()).containsExactly("the last 524288 bytes");
    }

    @Test
    void whatTheFirstRequestHadNoRoomForIsFetchedAlone() {
        SyntheticBytes content = virtual.put(1, 900_000);
        virtual.limits(8, 8, 1 << 20, 1 << 19);
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, content);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 400_000)), content);
        assertThat(virtual.asked()).containsExactly("the last 524288 bytes", "[0, 375712)");
    }

    @Test
    void aWindowServesThoseWhoWaitForItEvenIfMemoryIsShort() {
        SyntheticBytes content = virtual.put(1, 2_000_000);
        SyntheticBytes other = virtual.put(ObjectLocation.parse("mem://bucket/other"), 2, 2_000_000);
        virtual.limits(8, 8, 4_000_000, 2_000_000);
        ObjectReader reader = virtual.open(2_000_000);
        ObjectReader second = virtual.open(
                KnownObject.at(ObjectLocation.parse("mem://bucket/other")).withLength(2_000_000));
        List<StagedRead> reads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            reads.add(virtual.read(reader, ByteRange.of(i * 1_000L, 900), ByteRange.of(i, 2_000)));
        }
        StagedRead elsewhere = virtual.read(second, ByteRange.of(5, 10));
        reads.forEach(read -> virtual.expect(read, content));
        virtual.expect(elsewhere, other);
        assertThat(virtual.gets()).hasSize(2);
    }

    @Test
    void aReplacedObjectIsNoticedBetweenTailAndData() {
        SyntheticBytes content = virtual.put(1, BIG);
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, content);
        virtual.put(2, BIG);
        StagedRead read = virtual.read(reader, ByteRange.of(0, 10), ByteRange.of(5_000_000, 10));
        for (int i = 0; i < 2; i++) {
            ObjectReadException failure = virtual.failure(read, i);
            assertThat(failure.kind()).isEqualTo(Kind.OBJECT_CHANGED);
            assertThat(failure).hasMessageContainingAll("mem://bucket/object", "HTTP 412");
        }
        assertThat(virtual.gets()).hasSize(3);
        assertThat(reader.held(ByteRange.of(BIG - 8, 8))).isEmpty();
    }

    @Test
    void aReplacedObjectIsNoticedBetweenAttempts() {
        virtual.put(1, BIG);
        virtual.faults(FaultSchedule.nth(1, new Fault.Reset(100)));
        ObjectReader reader = virtual.open(BIG);
        StagedRead read = virtual.read(reader, ByteRange.of(0, 1_000_000));
        assertThat(virtual.world.runUntil(() -> reader.stats().retries() == 1)).isTrue();
        virtual.put(2, BIG);
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.OBJECT_CHANGED);
        assertThat(virtual.gets()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void firstGetsInParallelDeliverOneVersionOnly(boolean conditions) {
        if (!conditions) {
            virtual.store(InMemorySettings::withoutVersionCondition);
        }
        SyntheticBytes old = virtual.put(1, BIG);
        Gate late = Gate.beforeHead(request -> !isAt(request, 0));
        virtual.store().pace(late);
        ObjectReader reader = virtual.open(BIG);
        StagedRead read = virtual.read(reader, ByteRange.of(0, 10), ByteRange.of(8_000_000, 10));
        assertThat(virtual.world.runUntil(read.result(0)::isDone)).isTrue();
        virtual.put(2, BIG);
        late.open();
        VirtualEngine.expect(read.result(0), old);
        ObjectReadException failure = virtual.failure(read, 1);
        assertThat(failure.kind()).isEqualTo(Kind.OBJECT_CHANGED);
        assertThat(failure).hasMessageContainingAll("etag \"1\"", "etag \"2\"", "version-check=warn");
    }

    private static boolean isAt(GetRequest request, long offset) {
        return request.range().toString().startsWith("[" + offset + ",");
    }

    @Test
    void aVersionGivenByTheCallerPinsFromTheStart() {
        SyntheticBytes content = virtual.put(1, BIG);
        virtual.expect(
                virtual.read(virtual.open(object().withVersion(ObjectVersion.etag("\"1\""))), ByteRange.of(0, 10)),
                content);
        assertThat(virtual.gets().get(0).ifVersion()).contains(ObjectVersion.etag("\"1\""));
        ObjectReader wrong = virtual.open(object().withVersion(ObjectVersion.etag("\"7\"")));
        assertThat(virtual.failure(virtual.read(wrong, ByteRange.of(0, 10)), 0).kind())
                .isEqualTo(Kind.OBJECT_CHANGED);
        ObjectReader hinted = virtual.open(object().withLengthHint(BIG - 1).withVersion(ObjectVersion.etag("\"1\"")));
        assertThat(virtual.failure(virtual.read(hinted, ByteRange.of(0, 10)), 0).kind())
                .isEqualTo(Kind.OBJECT_CHANGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WARN", "OFF"})
    void aChangeIsReadThroughWhereThatIsAskedForAndTheLengthStays(VersionCheck check) {
        virtual.answers(check, VersionPin.ETAG, LengthMismatch.ADOPT, 0);
        SyntheticBytes content = virtual.put(1, BIG);
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, content);
        SyntheticBytes next = virtual.put(2, BIG);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 10)), next);
        assertThat(virtual.gets()).allMatch(get -> get.ifVersion().isEmpty());
        virtual.put(3, BIG + 1);
        assertThat(virtual.failure(virtual.read(reader, ByteRange.of(0, 10)), 0).kind())
                .isEqualTo(Kind.OBJECT_CHANGED);
    }

    @Test
    void aVersionIdReadsTheOldObjectToItsEnd() {
        virtual.store(InMemorySettings::withVersionIds);
        virtual.answers(VersionCheck.STRICT, VersionPin.VERSION_ID, LengthMismatch.ADOPT, 0);
        SyntheticBytes content = virtual.put(1, BIG);
        ObjectReader reader = virtual.open(object());
        expectTail(reader, 8, content);
        virtual.put(2, 50);
        virtual.expect(virtual.read(reader, ByteRange.of(0, 10), ByteRange.of(9_000_000, 1_000)), content);
        assertThat(virtual.gets().get(1).ifVersion()).contains(new ObjectVersion(ObjectVersion.Kind.VERSION_ID, "v1"));
    }

    @Test
    void lengthAndVersionAreLearnedByTheTail() {
        virtual.put(1, BIG);
        ObjectReader reader = virtual.open(object());
        assertThat(virtual.world.runUntil(reader.learn()::isDone)).isTrue();
        assertThat(reader.length()).hasValue(BIG);
        assertThat(reader.version()).isEqualTo(Optional.of(ObjectVersion.etag("\"1\"")));
        assertThat(reader.stats().needBytes()).isZero();
        assertThat(virtual.asked()).containsExactly("the last 1048576 bytes");
        assertThat(virtual.store().log().headCount()).isZero();
    }
}
