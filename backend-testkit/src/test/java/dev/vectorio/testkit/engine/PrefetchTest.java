package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.engine.LookAhead;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.Gate;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.SyntheticBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that were announced: when they are fetched, who gets them, and that nothing is fetched twice or kept too long. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PrefetchTest {
    private static final long LENGTH = 100_000_000;
    private static final int MIB = 1 << 20;

    private final VirtualEngine virtual = new VirtualEngine().limits(8, 8, 16 * MIB, 8 * MIB);

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    /** Ranges of 1 MiB with gaps too large to merge over. */
    private static List<ByteRange> apart(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> ByteRange.of(4 + i * 3L * MIB, MIB))
                .toList();
    }

    private StagedRead read(ObjectReader reader, ByteRange range) {
        return reader.read(List.of(range), virtual.settings());
    }

    @Test
    void handsOverTheVeryBufferInAnyState() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        IdentityHashMap<ByteBuffer, Boolean> given = new IdentityHashMap<>();
        BufferAllocator allocator = BufferAllocator.of(
                length -> {
                    ByteBuffer buffer = virtual.ledger.allocate(length);
                    given.put(buffer, true);
                    return buffer;
                },
                virtual.ledger::release);
        ReadSettings settings = VirtualEngine.settings(allocator);
        Gate gate = Gate.inBody(request -> request.range().toString().startsWith("[6291460"), 1_000);
        virtual.store().pace(gate);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(12);
        reader.prefetch(ranges, settings);
        virtual.world.advance(Duration.ofMillis(1));
        assertThat(virtual.gets()).as("the share is 8 of 12").hasSize(8);
        for (int i : new int[] {0, 2, 11, 1}) { // come, under way, waiting for memory, come
            StagedRead read = reader.read(List.of(ranges.get(i)), settings);
            virtual.world.settle();
            gate.open();
            virtual.finish(read);
            ByteBuffer mine = read.result(0).join().detach();
            assertThat(given).containsKey(mine);
            content.requireEqual(ranges.get(i).offset(), mine);
            allocator.release(mine);
        }
        assertThat(reader.stats().prefetchHits()).isEqualTo(4);
        virtual.world.settle();
        assertThat(virtual.asked()).doesNotHaveDuplicates();
    }

    @Test
    void flowsOnInTheOrderOfTheListAsResultsAreConsumed() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = new ArrayList<>(apart(30));
        Collections.reverse(ranges);
        reader.prefetch(ranges, virtual.settings());
        for (ByteRange range : ranges) {
            virtual.world.settle();
            assertThat(virtual.engine().usedBytes()).isLessThanOrEqualTo(8 * MIB);
            virtual.expect(read(reader, range), content);
        }
        assertThat(virtual.asked())
                .containsExactlyElementsOf(
                        ranges.stream().map(ByteRange::toString).toList());
        assertThat(virtual.ledger.peakBytes()).isLessThanOrEqualTo(9 * MIB);
    }

    @Test
    void waitsWhileMuchOfWhatSomebodyWaitsForIsUnderWay() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 8, 64 * MIB, 32 * MIB);
        Gate gate = Gate.inBody(request -> request.range().length() == 8 * MIB, 1_000);
        virtual.store().pace(gate);
        ObjectReader reader = virtual.open(LENGTH);
        StagedRead wide = read(reader, ByteRange.of(MIB, 32 * MIB));
        reader.prefetch(apart(30).subList(20, 22), virtual.settings());
        virtual.world.advance(Duration.ofMillis(1));
        assertThat(virtual.gets()).as("what is waited for alone").hasSize(4);
        gate.open();
        virtual.expect(wide, content);
        virtual.world.settle();
        assertThat(virtual.gets()).hasSize(6);
    }

    @Test
    void goesOutBesideLittleThatSomebodyWaitsFor() {
        virtual.put(1, LENGTH);
        virtual.limits(8, 8, 64 * MIB, 32 * MIB);
        Gate gate = Gate.inBody(request -> request.range().length() == 8 * MIB, 1_000);
        virtual.store().pace(gate);
        ObjectReader reader = virtual.open(LENGTH);
        StagedRead wide = read(reader, ByteRange.of(MIB, 16 * MIB));
        reader.prefetch(apart(30).subList(20, 22), virtual.settings());
        virtual.world.advance(Duration.ofMillis(1));
        assertThat(virtual.gets()).hasSize(4);
        gate.open();
        virtual.finish(wide);
        wide.result(0).join().close();
    }

    @Test
    void whatCallersKeepStopsPrefetchButNoDemand() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(30);
        reader.prefetch(ranges, virtual.settings());
        List<StagedRead> kept = new ArrayList<>();
        for (ByteRange range : ranges) {
            StagedRead read = read(reader, range);
            virtual.finish(read);
            kept.add(read);
        }
        assertThat(virtual.engine().deliveredBytes()).isEqualTo(30L * MIB);
        kept.forEach(read -> virtual.expect(read, content));
        assertThat(virtual.asked()).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void aPartOrAnotherAllocatorIsServedThroughAWindow() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(4);
        reader.prefetch(ranges, virtual.settings());
        ByteRange first = ranges.get(0);
        virtual.expect(read(reader, ByteRange.of(first.offset() + 10, 1_000)), content);
        virtual.expect(read(reader, ByteRange.of(first.offset(), MIB)), content);
        virtual.expect(read(reader, ByteRange.of(first.offset() - 4, MIB)), content);
        LedgerAllocator other = LedgerAllocator.direct();
        StagedRead read = reader.read(List.of(ranges.get(1)), VirtualEngine.settings(other));
        virtual.expect(read, content);
        other.assertEmpty();
        assertThat(virtual.asked()).doesNotHaveDuplicates();
        assertThat(virtual.store().log().bytesSent()).isEqualTo(4L * MIB + 4);
    }

    @Test
    void aWindowOfACallersBufferOutlivesItsEvictionForThoseWhoCopy() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 8, 3 * MIB / 2, 3 * MIB / 2);
        ObjectReader reader = virtual.open(LENGTH);
        ByteRange range = ByteRange.of(4, MIB);
        reader.prefetch(List.of(range), virtual.settings());
        StagedRead parts = reader.read(
                List.of(ByteRange.of(4, 900_000), ByteRange.of(100, 900_000), ByteRange.of(50_000, 900_000)),
                virtual.settings());
        StagedRead pressure = read(reader, ByteRange.of(10_000_000, MIB));
        virtual.expect(parts, content);
        virtual.expect(pressure, content);
        assertThat(virtual.asked()).doesNotHaveDuplicates();
    }

    @Test
    void aPrefetchThatFailsIsReadAnewByWhoAsks() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.faults(FaultSchedule.anyOf(
                FaultSchedule.nth(1, Fault.failure(Kind.ACCESS_DENIED)),
                FaultSchedule.nth(2, Fault.failure(Kind.ACCESS_DENIED))));
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(2);
        reader.prefetch(ranges, virtual.settings());
        StagedRead early = read(reader, ranges.get(0)); // joins, and the prefetch fails under it
        virtual.expect(early, content);
        virtual.world.settle();
        virtual.expect(read(reader, ranges.get(1)), content); // comes after the failure
        assertThat(virtual.gets()).hasSize(2);
    }

    @Test
    void aPrefetchThatFailsAsItIsHandedOverLeavesTheNewReadsBufferToItsOwner() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        Gate gate = Gate.beforeHead(request -> request.range().toString().startsWith("[3145732,"));
        virtual.store().pace(gate);
        virtual.faults(FaultSchedule.nth(2, new Fault.Reset(0))).retry(1, Duration.ZERO, Duration.ZERO);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(2);
        reader.prefetch(ranges, virtual.settings());
        virtual.world.settle();
        // The first range is delivered at once by the handing over, and its callback lets the second one fail just
        // then.
        Executor failing = task -> {
            task.run();
            gate.open();
            virtual.world.settle();
            virtual.world.runAtOnce(true);
        };
        StagedRead read = reader.read(
                ranges, new ReadSettings(virtual.ledger, Optional.of(failing), Optional.empty(), Long.MAX_VALUE));
        virtual.world.runAtOnce(false);
        virtual.finish(read);
        content.requireEqual(ranges.get(1).offset(), read.result(1).join().buffer());
        assertThat(virtual.asked()).as("the failed one is asked for again").hasSize(3);
        read.close();
        virtual.ledger.assertEmpty();
    }

    @Test
    void pressureDropsTheNewestPrefetchAndSparesWhatWaits() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(8);
        reader.prefetch(ranges, virtual.settings());
        virtual.world.settle();
        StagedRead large = read(reader, ByteRange.of(50_000_000, 10 * MIB));
        virtual.expect(large, content);
        virtual.store().log().clear();
        for (ByteRange range : ranges) {
            virtual.expect(read(reader, range), content);
        }
        assertThat(virtual.asked())
                .as("two of eight were dropped, the newest")
                .isEqualTo(
                        ranges.subList(6, 8).stream().map(ByteRange::toString).toList());
    }

    @Test
    void prefetchWaitsForEveryDemandedRequest() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(1, 1, 16 * MIB, 8 * MIB);
        ObjectReader reader = virtual.open(LENGTH);
        ObjectReader other = virtual.open(LENGTH);
        reader.prefetch(apart(3), virtual.settings());
        StagedRead demanded = other.read(
                List.of(ByteRange.of(60_000_000, 10), ByteRange.of(70_000_000, 10), ByteRange.of(80_000_000, 10)),
                virtual.settings());
        virtual.expect(demanded, content);
        virtual.world.settle();
        assertThat(virtual.asked().subList(1, 4))
                .containsExactly("[60000000, 60000010)", "[70000000, 70000010)", "[80000000, 80000010)");
    }

    @Test
    void aDemandedRangeGoesBeforeAllOtherPrefetch() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(1, 1, 16 * MIB, 8 * MIB);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(6);
        reader.prefetch(ranges, virtual.settings());
        virtual.expect(read(reader, ranges.get(5)), content);
        assertThat(virtual.asked())
                .startsWith(ranges.get(0).toString(), ranges.get(5).toString());
        virtual.world.settle();
        assertThat(virtual.asked()).hasSize(6);
    }

    @Test
    void aCancelledReadOfPrefetchedBytesIsNotReadAnew() {
        virtual.put(1, LENGTH);
        Gate gate = Gate.beforeHead(request -> true);
        virtual.store().pace(gate);
        ObjectReader reader = virtual.open(LENGTH);
        ByteRange range = ByteRange.of(4, MIB);
        reader.prefetch(List.of(range), virtual.settings());
        StagedRead read = read(reader, range);
        virtual.world.settle();
        read.cancel();
        assertThat(virtual.failure(read, 0).kind()).isEqualTo(Kind.CANCELLED);
        virtual.world.settle();
        gate.open();
        virtual.world.settle();
        assertThat(virtual.gets()).hasSize(1);
        assertThat(virtual.engine().usedBytes()).isZero();
    }

    @Test
    void aListLongerThanTheShareDoesNotHoldMoreAndALongRangeStandsInNobodysWay() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 8, 32 * MIB, 8 * MIB);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges =
                List.of(ByteRange.of(0, 9 * MIB), ByteRange.of(20_000_000, MIB), ByteRange.of(40_000_000, 7 * MIB));
        reader.prefetch(ranges, virtual.settings());
        virtual.world.settle();
        assertThat(virtual.engine().usedBytes()).isEqualTo(8 * MIB);
        for (ByteRange range : ranges) {
            virtual.expect(read(reader, range), content);
        }
        assertThat(virtual.asked()).doesNotHaveDuplicates();
    }

    @Test
    void mergedPrefetchLongerThanTheShareIsCutToFit() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 8, 4 * MIB, 2 * MIB);
        ObjectReader reader = virtual.open(LENGTH);
        List<ByteRange> ranges = IntStream.range(0, 60)
                .mapToObj(i -> ByteRange.of(i * 100_000L, 90_000))
                .toList();
        reader.prefetch(ranges, virtual.settings());
        virtual.world.settle();
        assertThat(virtual.engine().usedBytes()).isBetween((long) MIB, 2L * MIB);
        for (ByteRange range : ranges) {
            virtual.expect(read(reader, range), content);
            assertThat(virtual.engine().usedBytes()).isLessThanOrEqualTo(2 * MIB + 90_000);
        }
        assertThat(virtual.store().log().bytesSent()).isLessThanOrEqualTo(6_000_000);
    }

    @Test
    void aSecondReaderGetsItsPartOfTheShareAsTheFirstConsumes() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        ObjectReader first = virtual.open(LENGTH);
        ObjectReader second = virtual.open(LENGTH);
        List<ByteRange> ranges = apart(20);
        first.prefetch(ranges, virtual.settings());
        second.prefetch(ranges, virtual.settings());
        virtual.world.settle();
        for (int i = 0; i < 4; i++) {
            virtual.expect(read(first, ranges.get(i)), content);
            virtual.world.settle();
        }
        assertThat(first.stats().gets()).isEqualTo(8);
        assertThat(second.stats().gets()).isEqualTo(4);
        virtual.expect(read(first, ranges.get(4)), content);
        virtual.world.settle();
        assertThat(first.stats().gets() + second.stats().gets()).isEqualTo(13);
        assertThat(virtual.engine().usedBytes()).isEqualTo(8 * MIB);
    }

    @Test
    void aSmallObjectIsPrefetchedWholeOnce() {
        SyntheticBytes content = virtual.put(1, 2_000_000);
        ObjectReader reader = virtual.open(2_000_000);
        reader.prefetch(List.of(ByteRange.of(0, 10), ByteRange.of(500_000, 10)), virtual.settings());
        reader.prefetch(List.of(ByteRange.of(900_000, 10)), virtual.settings());
        virtual.expect(virtual.read(reader, ByteRange.of(5, 100), ByteRange.of(900_000, 10)), content);
        assertThat(virtual.asked()).containsExactly("[0, 2000000)");
    }

    @Test
    void announcedObjectsAreFetchedInOrderAndFoundByTheirOpeners() {
        List<LookAhead.Announced> announced = new ArrayList<>();
        List<SyntheticBytes> contents = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket/file-" + i);
            contents.add(virtual.put(location, i, i == 3 ? 20_000_000 : 1_000_000));
            KnownObject known = KnownObject.at(location);
            announced.add(virtual.announced(
                    i % 2 == 0 ? known : known.withLengthHint(contents.get(i).length())));
        }
        LookAhead list = virtual.engine().lookAhead(announced);
        virtual.world.settle();
        assertThat(virtual.gets()).as("nothing before the first is opened").isEmpty();
        for (int i = 0; i < 5; i++) {
            ObjectReader reader = virtual.open(announced.get(i).known());
            virtual.world.settle();
            StagedRead tail = reader.readTail(8, virtual.settings());
            virtual.expect(tail, contents.get(i));
            assertThat(reader.stats().gets()).isEqualTo(1);
        }
        assertThat(virtual.gets()).hasSize(6);
        assertThat(virtual.gets().stream().map(get -> get.location().key()))
                .containsExactly("file-0", "file-1", "file-2", "file-3", "file-4", "file-5");
        long before = virtual.engine().usedBytes();
        list.close();
        virtual.world.settle();
        assertThat(virtual.engine().usedBytes()).isLessThan(before);
    }

    @Test
    void aListThatNobodyOpensIsForgottenAfterAMinute() {
        LookAhead.Announced one = virtual.announced(KnownObject.at(VirtualEngine.OBJECT));
        assertThat(virtual.engine().lookAhead(List.of(one))).isNotNull();
        assertThat(virtual.world.timers()).isEqualTo(1);
        virtual.world.advance(Duration.ofSeconds(60));
        assertThat(virtual.world.timers()).isZero();
    }
}
