package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When {@code close()} has returned every buffer that nobody received is back, at whatever moment it was called. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CloseTest {
    private static final int SEEDS = 600;
    private static final long LENGTH = 100_000_000;
    private static final int RANGE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void closingAReaderWaitsForEveryBufferThatLeaves() {
        for (long seed = 0; seed < SEEDS; seed++) {
            VirtualEngine virtual = engine(seed);
            closesClean(seed, virtual, List.of(underWay(seed, virtual)::close));
        }
    }

    @Test
    void closingTheEngineWaitsForReadersThatOthersAreClosing() {
        for (long seed = 0; seed < SEEDS; seed++) {
            VirtualEngine virtual = engine(seed);
            closesClean(seed, virtual, List.of(underWay(seed, virtual)::close, virtual.engine()::close));
        }
    }

    private static VirtualEngine engine(long seed) {
        VirtualEngine virtual = new VirtualEngine(VirtualWorld.shuffled(seed))
                .limits(4, 4, 6 * RANGE, 4 * RANGE)
                .store(settings -> settings.withChunkBytes(300))
                .faults(SimulatedFaults.mendable(seed, 0.1));
        virtual.put(seed, LENGTH);
        return virtual;
    }

    /** A reader amid prefetch, reads of all and parts of it, pressure on memory and cancelled stages, after some steps. */
    private static ObjectReader underWay(long seed, VirtualEngine virtual) {
        Random random = new Random(seed);
        ObjectReader reader = virtual.open(LENGTH);
        List<StagedRead> reads = new ArrayList<>();
        for (int moment = random.nextInt(150); moment > 0; moment--) {
            switch (random.nextInt(10)) {
                case 0 -> reader.prefetch(ranges(random), virtual.settings());
                case 1, 2 -> reads.add(begin(reader.read(ranges(random), virtual.settings())));
                case 3 -> reads.stream().skip(random.nextInt(3)).limit(1).forEach(read -> cancelOne(read, random));
                default -> virtual.world.step(Duration.ofMillis(200));
            }
        }
        return reader;
    }

    private static List<ByteRange> ranges(Random random) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            ByteRange whole = ByteRange.of(random.nextInt(12) * 3_000_000L, RANGE);
            ranges.add(random.nextInt(4) > 0 ? whole : ByteRange.of(whole.offset() + 100, RANGE / 2));
        }
        return ranges;
    }

    private static StagedRead begin(StagedRead read) {
        for (int i = 0; i < read.size(); i++) {
            read.result(i).whenComplete((result, failure) -> {
                if (result != null) {
                    result.close();
                }
            });
        }
        return read;
    }

    private static void cancelOne(StagedRead read, Random random) {
        read.result(random.nextInt(read.size())).cancel(false);
    }

    private static void closesClean(long seed, VirtualEngine virtual, List<Runnable> closings) {
        List<Thread> closing = new ArrayList<>();
        for (Runnable close : closings) {
            Thread thread = new Thread(close, "closing");
            thread.start();
            awaitRest(thread);
            requireCleanIfClosed(seed, virtual, thread);
            closing.add(thread);
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (closing.stream().anyMatch(Thread::isAlive)) {
            virtual.world.step(Duration.ZERO);
            assertThat(System.nanoTime())
                    .as("close() returns without the help of time, seed " + seed)
                    .isLessThan(until);
            closing.forEach(CloseTest::awaitRest);
            closing.forEach(thread -> requireCleanIfClosed(seed, virtual, thread));
        }
        virtual.requireClean();
    }

    /** Returns when the thread waits for the world to go on, or has ended. */
    private static void awaitRest(Thread thread) {
        Thread.State state = thread.getState();
        while (state != Thread.State.WAITING && state != Thread.State.TERMINATED) {
            Thread.onSpinWait();
            state = thread.getState();
        }
    }

    private static void requireCleanIfClosed(long seed, VirtualEngine virtual, Thread thread) {
        if (!thread.isAlive()) {
            assertThat(virtual.ledger.liveBytes())
                    .as("bytes out when close() has returned, seed " + seed)
                    .isZero();
        }
    }
}
