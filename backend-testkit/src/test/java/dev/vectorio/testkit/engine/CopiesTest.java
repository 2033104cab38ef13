package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Ranges that are copied out of windows count against the budget like any other, and pass it one at a time, so that copies,
 * the windows they come from and requests never wait for each other in a circle.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CopiesTest {
    private static final int SEEDS = 400;
    private static final int OBJECTS = 6;
    private static final int LONGEST = 3_000;

    @Test
    void everyCopyIsMadeHoweverLittleMemoryThereIs() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            long budget = 1L + random.nextInt(4_000);
            VirtualEngine virtual = new VirtualEngine(VirtualWorld.shuffled(seed))
                    .limits(1 + random.nextInt(4), 1 + random.nextInt(4), budget, 1 + random.nextInt((int) budget))
                    .policy(policy -> policy.withWholeObjectBytes(LONGEST).withMaxGapBytes(random.nextInt(400)))
                    .tail(700, 1_000)
                    .store(settings -> settings.withChunkBytes(1 + random.nextInt(500)));
            virtual.store()
                    .pace(Pace.delayed(
                            (delay, task) -> virtual.world.schedule(task, delay),
                            Duration.ofMillis(random.nextInt(20)),
                            Duration.ZERO));
            virtual.world.afterEachTask(() -> assertThat(virtual.engine().usedBytes())
                    .as("seed of a bound that was passed")
                    .isLessThanOrEqualTo(budget + LONGEST));
            run(seed, random, virtual);
            virtual.requireClean();
        }
    }

    private static void run(long seed, Random random, VirtualEngine virtual) {
        List<ObjectReader> readers = new ArrayList<>();
        List<SyntheticBytes> contents = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket/object-" + i);
            int length = random.nextInt(3) > 0 ? 1 + random.nextInt(LONGEST) : LONGEST + random.nextInt(9_000);
            contents.add(virtual.put(location, seed * OBJECTS + i, length));
            KnownObject known = KnownObject.at(location);
            readers.add(virtual.open(random.nextInt(3) == 0 ? known : known.withLength(length)));
        }
        List<StagedRead> reads = new ArrayList<>();
        List<SyntheticBytes> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int chosen = random.nextInt(OBJECTS);
            SyntheticBytes content = contents.get(chosen);
            ObjectReader reader = readers.get(chosen);
            List<ByteRange> ranges = ranges(content.length(), random);
            if (random.nextInt(4) == 0) {
                reader.prefetch(ranges, virtual.settings());
            }
            reads.add(
                    random.nextInt(5) == 0
                            ? reader.readTail(1 + random.nextInt(LONGEST), virtual.settings())
                            : reader.read(ranges, virtual.settings()));
            expected.add(content);
            for (int steps = random.nextInt(12); steps > 0; steps--) {
                virtual.world.step(Duration.ofMillis(30));
            }
        }
        for (int i = 0; i < reads.size(); i++) {
            StagedRead read = reads.get(i);
            for (int k = 0; k < read.size(); k++) {
                int index = k;
                assertThat(virtual.world.runUntil(() -> read.result(index).isDone()))
                        .as("range " + k + " of read " + i + " ends, seed " + seed)
                        .isTrue();
            }
            virtual.expect(read, expected.get(i));
        }
    }

    private static List<ByteRange> ranges(long length, Random random) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(6); i >= 0; i--) {
            long from = random.nextLong(length);
            ranges.add(ByteRange.of(from, Math.min(length - from, random.nextInt(LONGEST))));
        }
        return ranges;
    }
}
