package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.engine.EndpointState;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.Gate;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Slots, fairness, memory and throttling, on a virtual clock. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SchedulingTest {
    private static final long LENGTH = 2_000_000_000;

    private final VirtualEngine virtual = new VirtualEngine();

    @AfterEach
    void everythingIsBack() {
        virtual.requireClean();
    }

    private void pace(Duration firstByte) {
        virtual.store()
                .pace(Pace.delayed((delay, task) -> virtual.world.schedule(task, delay), firstByte, Duration.ZERO));
    }

    private static ByteRange[] apart(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> ByteRange.of(i * 2_000_000L, length))
                .toArray(ByteRange[]::new);
    }

    @Test
    void aSmallReadIsNotStarvedByAWideOne() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(16, 4, 256 << 20, 1 << 20);
        pace(Duration.ofMillis(100));
        ObjectReader wide = virtual.open(LENGTH);
        StagedRead many = virtual.read(wide, apart(500, 1_000));
        virtual.world.advance(Duration.ofMillis(10));
        long start = virtual.world.nanoTime();
        ObjectReader small = virtual.open(LENGTH);
        virtual.expect(virtual.read(small, ByteRange.of(7, 7)), content);
        assertThat(Duration.ofNanos(virtual.world.nanoTime() - start)).isLessThanOrEqualTo(Duration.ofMillis(300));
        virtual.expect(many, content);
        assertThat(virtual.store().log().maxInFlight()).isEqualTo(16);
    }

    @Test
    void whileOthersWaitNoReaderHasMoreThanItsPart() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 2, 256 << 20, 1 << 20);
        pace(Duration.ofMillis(10));
        List<StagedRead> reads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            reads.add(virtual.read(virtual.open(LENGTH), apart(50, 10)));
        }
        virtual.world.advance(Duration.ofMillis(105));
        for (StagedRead read : reads) {
            long done =
                    IntStream.range(0, 50).filter(i -> read.result(i).isDone()).count();
            assertThat(done).isBetween(15L, 27L);
        }
        reads.forEach(read -> virtual.expect(read, content));
    }

    @Test
    void neverMoreInFlightThanThePoolHasConnections() {
        virtual.store(settings -> settings.withMaxConcurrentRequests(5));
        SyntheticBytes content = virtual.put(1, LENGTH);
        pace(Duration.ofMillis(10));
        virtual.expect(virtual.read(virtual.open(LENGTH), apart(100, 10)), content);
        assertThat(virtual.store().log().maxInFlight()).isEqualTo(5);
    }

    @Test
    void rangesComeAsTheirOwnLastByteComes() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        Gate gate = Gate.inBody(request -> true, 500_000);
        virtual.store().pace(gate);
        StagedRead read = virtual.read(
                virtual.open(LENGTH), ByteRange.of(0, 400_000), ByteRange.of(400_000, 400_000), ByteRange.of(10, 0));
        virtual.world.settle();
        assertThat(read.result(0)).isDone();
        assertThat(read.result(2)).isDone();
        assertThat(read.result(1)).isNotDone();
        gate.open();
        virtual.expect(read, content);
        assertThat(virtual.gets()).hasSize(1);
    }

    @Test
    void memoryStaysWithinTheBudgetPlusOneRangeAndEveryReadGoesOn() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(64, 32, 3_000_000, 1_000_000);
        pace(Duration.ofMillis(5));
        virtual.world.afterEachTask(
                () -> assertThat(virtual.engine().usedBytes()).isLessThanOrEqualTo(3_000_000 + 8_500_000));
        List<StagedRead> reads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ObjectReader reader = virtual.open(LENGTH);
            reads.add(virtual.read(reader, apart(10, 900_000)));
            reads.add(virtual.read(reader, ByteRange.of(i * 30_000_000L, 8_500_000)));
            reads.add(virtual.read(reader, apart(3, 1_500_000)));
        }
        reads.forEach(read -> virtual.expect(read, content));
        assertThat(virtual.engine().peakBytes()).isGreaterThan(3_000_000);
        assertThat(virtual.store().log().bytesSent())
                .as("a request of which memory allows the head only is not sent whole")
                .isLessThanOrEqualTo(6L * (10 * 900_000 + 8_500_000 + 3 * 1_500_000) + 6 * 3 * 1_100_000);
    }

    @Test
    void aRequestThatIsCutForMemoryAsksForNoByteTwice() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        virtual.limits(8, 8, 250_000, 1);
        ByteRange[] touching = IntStream.range(0, 40)
                .mapToObj(i -> ByteRange.of(i * 100_000L, 100_000))
                .toArray(ByteRange[]::new);
        StagedRead read = virtual.read(virtual.open(LENGTH), touching);
        for (int i = 0; i < touching.length; i++) {
            int index = i;
            assertThat(virtual.world.runUntil(read.result(index)::isDone)).isTrue();
            VirtualEngine.expect(read.result(i), content);
        }
        assertThat(virtual.store().log().bytesSent()).isEqualTo(4_000_000);
        assertThat(virtual.engine().peakBytes()).isLessThanOrEqualTo(350_000);
    }

    @Test
    @DisplayName(
            "B04 full concurrency is back within ten seconds of a burst of 503s, and another bucket notices nothing")
    void throttlingHalvesOneEndpointAndItRecoversWithinSeconds() {
        SyntheticBytes content = virtual.put(1, LENGTH);
        SyntheticBytes elsewhere = virtual.put(ObjectLocation.parse("mem://other/object"), 2, LENGTH);
        virtual.retry(20, Duration.ofMillis(100), Duration.ofSeconds(5));
        virtual.limits(64, 64, 256 << 20, 1 << 20);
        pace(Duration.ofMillis(100));
        long until = virtual.world.nanoTime() + Duration.ofSeconds(2).toNanos();
        Fault slowDown = Fault.throttled(Optional.empty());
        virtual.faults((number, request) -> isThrottled(request, until) ? Optional.of(slowDown) : Optional.empty());
        StagedRead read = virtual.read(virtual.open(LENGTH), apart(900, 10));
        virtual.world.advance(Duration.ofMillis(1_900));
        EndpointState throttled = virtual.endpoint("mem://bucket");
        assertThat(throttled.limit()).isLessThanOrEqualTo(2);
        assertThat(throttled.cuts()).isBetween(5L, 7L);
        ObjectReader other = virtual.open(
                KnownObject.at(ObjectLocation.parse("mem://other/object")).withLength(LENGTH));
        long start = virtual.world.nanoTime();
        virtual.expect(virtual.read(other, apart(60, 10)), elsewhere);
        assertThat(Duration.ofNanos(virtual.world.nanoTime() - start)).isEqualTo(Duration.ofMillis(100));
        virtual.world.settle();
        assertThat(virtual.endpoint("mem://other")).isEqualTo(new EndpointState("mem://other", 64, 0, 0, 0));
        assertThat(virtual.world.runUntil(() -> virtual.endpoint("mem://bucket").inFlight() == 64))
                .isTrue();
        Duration recovery = Duration.ofNanos(virtual.world.nanoTime() - until);
        System.out.println("full concurrency after " + recovery.toMillis() + " ms, answers take 100 ms, "
                + throttled.throttled() + " throttled, " + throttled.cuts() + " cuts");
        assertThat(recovery).isLessThanOrEqualTo(Duration.ofSeconds(10));
        virtual.expect(read, content);
    }

    private boolean isThrottled(GetRequest request, long until) {
        return request.location().authority().equals("bucket") && virtual.world.nanoTime() < until;
    }
}
