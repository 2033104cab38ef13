package dev.vectorio.perf.planner;

import dev.vectorio.plan.StoreProfile;
import java.util.Arrays;
import java.util.Random;

/**
 * A store on a simulated clock: each request waits for a slot in the order it was issued, then for its own log-normal first
 * byte, then moves at the smaller of its connection's bandwidth and an equal share of all. Left out: slow start, connection
 * set-up, throttling, processor time.
 */
public final class FluidStore {
    private static final double NORMAL_99 = 2.326;

    private final StoreProfile profile;
    private final double median;
    private final double sigma;
    private final Random random;
    private double[] firstBytes = {};

    /**
     * @param profile the truth about the store
     * @param seed of the draws: the n-th request of every plan gets the same
     */
    public FluidStore(StoreProfile profile, long seed) {
        this.profile = profile;
        this.random = new Random(seed);
        this.median = profile.firstByte().toNanos() / 1e9;
        this.sigma = Math.log(profile.firstByteTail().toNanos() / 1e9 / median) / NORMAL_99;
    }

    private void draw(int requests) {
        int drawn = firstBytes.length;
        if (requests > drawn) {
            firstBytes = Arrays.copyOf(firstBytes, requests);
            for (int i = drawn; i < requests; i++) {
                firstBytes[i] = median * Math.exp(sigma * random.nextGaussian());
            }
        }
    }

    /** From the first request to the last byte. */
    public double seconds(long[] requestBytes) {
        double[] ends = new double[requestBytes.length];
        return run(requestBytes, ends);
    }

    /** When each request ended. */
    public double[] ends(long[] requestBytes) {
        double[] ends = new double[requestBytes.length];
        run(requestBytes, ends);
        return ends;
    }

    private double run(long[] requestBytes, double[] endOf) {
        draw(requestBytes.length);
        Heap opening = new Heap(requestBytes.length); // by time
        Heap moving = new Heap(requestBytes.length); // by bytes that a connection open since time 0 would have got
        int issued = 0;
        double now = 0;
        double served = 0;
        double earliest = 0;
        for (; issued < Math.min(requestBytes.length, profile.concurrency()); issued++) {
            opening.add(earliest + firstBytes[issued], issued);
            earliest += 1 / profile.requestsPerSecond();
        }
        while (opening.size > 0 || moving.size > 0) {
            double rate = Math.min(
                    (double) profile.connectionBytesPerSecond(),
                    (double) profile.totalBytesPerSecond() / Math.max(1, moving.size));
            double nextOpen = opening.size == 0 ? Double.MAX_VALUE : opening.keys[0];
            double nextEnd = moving.size == 0 ? Double.MAX_VALUE : now + (moving.keys[0] - served) / rate;
            if (nextOpen <= nextEnd) {
                served += (nextOpen - now) * rate;
                now = nextOpen;
                int request = opening.removeLeast();
                moving.add(served + requestBytes[request], request);
            } else {
                served = moving.keys[0];
                now = nextEnd;
                endOf[moving.removeLeast()] = now;
                if (issued < requestBytes.length) {
                    earliest = Math.max(now, earliest);
                    opening.add(earliest + firstBytes[issued], issued);
                    earliest += 1 / profile.requestsPerSecond();
                    issued++;
                }
            }
        }
        return now;
    }

    /**
     * What no order and no client can beat with these draws: a slot's share of the work, the pipe behind the first of all first
     * bytes, each request alone.
     */
    public double floor(long[] requestBytes) {
        draw(requestBytes.length);
        double work = 0;
        double longest = 0;
        double bytes = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < requestBytes.length; i++) {
            double alone = firstBytes[i] + (double) requestBytes[i] / profile.connectionBytesPerSecond();
            work += alone;
            longest = Math.max(longest, alone);
            bytes += requestBytes[i];
            least = Math.min(least, firstBytes[i]);
        }
        double pipe = least + bytes / profile.totalBytesPerSecond();
        return Math.max(Math.max(work / profile.concurrency(), pipe), longest);
    }

    /** Numbers with what they belong to, the least first. */
    private static final class Heap {
        private final double[] keys;
        private final int[] values;
        private int size;

        Heap(int capacity) {
            keys = new double[capacity];
            values = new int[capacity];
        }

        void add(double key, int value) {
            int at = size++;
            while (at > 0 && keys[(at - 1) / 2] > key) {
                keys[at] = keys[(at - 1) / 2];
                values[at] = values[(at - 1) / 2];
                at = (at - 1) / 2;
            }
            keys[at] = key;
            values[at] = value;
        }

        int removeLeast() {
            int least = values[0];
            double key = keys[--size];
            int value = values[size];
            int at = 0;
            while (2 * at + 1 < size) {
                int child = 2 * at + 1;
                child += child + 1 < size && keys[child + 1] < keys[child] ? 1 : 0;
                if (keys[child] >= key) {
                    break;
                }
                keys[at] = keys[child];
                values[at] = values[child];
                at = child;
            }
            keys[at] = key;
            values[at] = value;
            return least;
        }
    }
}
