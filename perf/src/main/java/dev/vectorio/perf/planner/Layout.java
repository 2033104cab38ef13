package dev.vectorio.perf.planner;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntPredicate;

/**
 * What a query asks of a columnar file: column chunks with log-normal widths (sigma 1), several row groups.
 *
 * @param name of the shape
 * @param ranges in file order
 */
public record Layout(String name, List<ByteRange> ranges) {
    private static final long MIB = 1 << 20;

    /** The shapes that a seed is drawn for. */
    public enum Shape {
        /** 3 of 300 columns, 8 row groups. */
        NARROW,
        /** 3 of 300 columns, 64 row groups. */
        NARROW_MANY_GROUPS,
        /** Every other of 100 columns, 8 row groups. */
        ALTERNATE,
        /** Every other of 100 columns, 64 row groups. */
        ALTERNATE_MANY_GROUPS,
        /** Every sixth of 300 columns, 8 row groups. */
        SPREAD,
        /** A few pages of 5 of 20 columns. */
        PAGES,
        /** Any number of any columns. */
        RANDOM,
        /** All columns. */
        EVERYTHING
    }

    /** A file of this shape: 0.25 to 2 GiB. */
    public static Layout of(Shape shape, long seed) {
        Random random = new Random(seed * 31 + shape.name().hashCode());
        double bytes = 256 * MIB * Math.pow(8, random.nextDouble());
        List<ByteRange> ranges = switch (shape) {
            case NARROW -> chunks(random, bytes, 8, 300, oneOf(random, 3, 300));
            case NARROW_MANY_GROUPS -> chunks(random, bytes, 64, 300, oneOf(random, 3, 300));
            case ALTERNATE -> chunks(random, bytes, 8, 100, column -> column % 2 == 0);
            case ALTERNATE_MANY_GROUPS -> chunks(random, bytes, 64, 100, column -> column % 2 == 0);
            case SPREAD -> chunks(random, bytes, 8, 300, column -> column % 6 == 0);
            case PAGES -> pages(random, bytes);
            case RANDOM -> randomChunks(random, bytes);
            case EVERYTHING -> chunks(random, bytes, 8, 40, column -> true);
        };
        return new Layout(shape.name().toLowerCase(Locale.ROOT).replace('_', ' '), ranges);
    }

    private static List<ByteRange> randomChunks(Random random, double bytes) {
        int columns = 5 + random.nextInt(300);
        int groups = 1 + random.nextInt(32);
        int chosen = 1 + random.nextInt(columns);
        return chunks(random, bytes, groups, columns, oneOf(random, chosen, columns));
    }

    private static IntPredicate oneOf(Random random, int chosen, int columns) {
        boolean[] taken = new boolean[columns];
        for (int left = chosen; left > 0; ) {
            int column = random.nextInt(columns);
            left -= taken[column] ? 0 : 1;
            taken[column] = true;
        }
        return column -> taken[column];
    }

    private static List<ByteRange> chunks(Random random, double bytes, int groups, int columns, IntPredicate wanted) {
        double[] widths = random.doubles(columns)
                .map(any -> Math.exp(random.nextGaussian()))
                .toArray();
        double sum = Arrays.stream(widths).sum();
        List<ByteRange> ranges = new ArrayList<>();
        long at = 4;
        for (int group = 0; group < groups; group++) {
            for (int column = 0; column < columns; column++) {
                long length = Math.max(64, (long) (bytes / groups * widths[column] / sum));
                if (wanted.test(column)) {
                    ranges.add(ByteRange.of(at, length));
                }
                at += length;
            }
        }
        return ranges;
    }

    /** Runs of pages of 5 of 20 columns, 4 row groups: about a tenth of their bytes. */
    private static List<ByteRange> pages(Random random, double bytes) {
        List<ByteRange> pages = new ArrayList<>();
        for (ByteRange chunk : chunks(random, bytes, 4, 20, oneOf(random, 5, 20))) {
            long at = chunk.offset();
            while (at < chunk.end()) {
                long length = Math.min((1 + random.nextInt(4)) * (64L << 10), chunk.end() - at);
                if (random.nextInt(10) == 0) {
                    pages.add(ByteRange.of(at, length));
                }
                at += length;
            }
        }
        return pages.isEmpty() ? List.of(ByteRange.of(4, 1000)) : pages;
    }
}
