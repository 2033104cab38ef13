package dev.vectorio.perf.store;

import dev.vectorio.store.timing.TimingModel;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The time that readers without any cost of their own need on a store: each fetches one file after another with one request
 * each, and waits for nothing but the store.
 *
 * <p>Where several readers wait and fetch in turns, {@link StoreModel#floorMillis} is out of reach of any client: it has the
 * bandwidth in full use from the first byte to the last, while readers that wait for first bytes leave some of it unused. So
 * this follows every request through the store's own model: its draws of the time to first byte, and its fluid sharing of
 * the bandwidth (see {@link TimingModel}).
 */
public final class CostlessReaders {
    private static final int SEEDS = 5;
    private static final double DONE_BYTES = 1e-3;

    private final TimingModel timing;
    private final double[] opensAt; // seconds; of a reader whose answer has not begun
    private final double[] left; // bytes; of a reader whose answer flows
    private final boolean[] flowing;
    private int sent;

    private CostlessReaders(TimingModel timing, int readers) {
        this.timing = timing;
        this.opensAt = new double[readers];
        this.left = new double[readers];
        this.flowing = new boolean[readers];
    }

    /**
     * Median over five seeds, the model's and the four that follow it.
     *
     * @param store its settings
     * @param readers that fetch at the same time
     * @param files in all
     * @param fileBytes length of each
     */
    public static double millis(StoreModel store, int readers, int files, long fileBytes) {
        double[] times = LongStream.range(store.seed(), store.seed() + SEEDS)
                .mapToDouble(seed -> new CostlessReaders(store.withSeed(seed).timing(), Math.min(readers, files))
                        .seconds(files, fileBytes))
                .sorted()
                .toArray();
        return times[SEEDS / 2] * 1e3;
    }

    private double seconds(int files, long fileBytes) {
        Arrays.fill(opensAt, Double.POSITIVE_INFINITY);
        for (int reader = 0; reader < opensAt.length; reader++) {
            send(reader, 0);
        }
        double now = 0;
        for (int done = 0; done < files; ) {
            double rate = rate();
            double step = nextEvent(now, rate) - now;
            now += step;
            for (int reader = 0; reader < opensAt.length; reader++) {
                if (flowing[reader]) {
                    left[reader] -= rate * step;
                    if (left[reader] <= DONE_BYTES) {
                        flowing[reader] = false;
                        done++;
                        if (sent < files) {
                            send(reader, now);
                        }
                    }
                } else if (opensAt[reader] <= now) {
                    opensAt[reader] = Double.POSITIVE_INFINITY;
                    flowing[reader] = true;
                    left[reader] = fileBytes;
                }
            }
        }
        return now;
    }

    private void send(int reader, double now) {
        opensAt[reader] = now + timing.firstByteNanos(sent++) / 1e9;
    }

    private double nextEvent(double now, double rate) {
        double next = Double.POSITIVE_INFINITY;
        for (int reader = 0; reader < opensAt.length; reader++) {
            next = Math.min(next, flowing[reader] ? now + left[reader] / rate : opensAt[reader]);
        }
        return next;
    }

    private double rate() {
        int flows = 0;
        for (boolean flow : flowing) {
            flows += flow ? 1 : 0;
        }
        return Math.min(
                (double) timing.connectionBytesPerSecond(), (double) timing.totalBytesPerSecond() / Math.max(1, flows));
    }
}
