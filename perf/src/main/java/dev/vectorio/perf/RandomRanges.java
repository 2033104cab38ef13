package dev.vectorio.perf;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Ranges of up to 200 kB, one per MB of the object on average: the default policy merges about a quarter of them. */
final class RandomRanges {
    private static final long SEED = 1;
    private static final double OBJECT_BYTES_PER_RANGE = 1e6;
    private static final int LONGEST = 200_000;

    private RandomRanges() {}

    static List<ByteRange> of(int count) {
        Random random = new Random(SEED);
        List<ByteRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long offset = (long) (random.nextDouble() * OBJECT_BYTES_PER_RANGE * count);
            ranges.add(ByteRange.of(offset, random.nextInt(LONGEST)));
        }
        return ranges;
    }

    static List<ByteRange> sorted(int count) {
        List<ByteRange> ranges = of(count);
        Collections.sort(ranges);
        return ranges;
    }
}
