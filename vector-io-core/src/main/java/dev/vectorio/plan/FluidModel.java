package dev.vectorio.plan;

/**
 * The time that requests take from the first one sent to the last byte: each waits for a free slot in the order it was
 * issued, then for its first byte, then moves at the smaller of its connection's bandwidth and an equal share of the total.
 * O(n log n).
 */
final class FluidModel {
    private final StoreProfile profile;

    FluidModel(StoreProfile profile) {
        this.profile = profile;
    }

    /** When the first byte of a request comes, in seconds after it was sent. */
    @FunctionalInterface
    interface FirstBytes {
        double seconds(int request);
    }

    /**
     * Runs the requests.
     *
     * @param secondsApart a request is not sent earlier than this after the one before; 0 for no such pause
     */
    double seconds(long[] requestBytes, FirstBytes firstBytes, double secondsApart) {
        int slots = Math.min(requestBytes.length, profile.concurrency());
        LeastFirst opening = new LeastFirst(slots); // by the time of the first byte
        LeastFirst moving = new LeastFirst(slots); // by the measure of `served`, at which they end
        double earliest = 0;
        int issued = 0;
        for (; issued < slots; issued++) {
            opening.add(earliest + firstBytes.seconds(issued), issued);
            earliest += secondsApart;
        }
        double now = 0;
        double served = 0; // bytes that a connection open since time 0 would have got
        while (opening.size() > 0 || moving.size() > 0) {
            double rate = Math.min(
                    (double) profile.connectionBytesPerSecond(),
                    (double) profile.totalBytesPerSecond() / Math.max(1, moving.size()));
            double nextOpen = opening.size() == 0 ? Double.MAX_VALUE : opening.leastKey();
            double nextEnd =
                    moving.size() == 0 ? Double.MAX_VALUE : now + Math.max(0, moving.leastKey() - served) / rate;
            if (nextOpen <= nextEnd) {
                served += (nextOpen - now) * rate;
                now = nextOpen;
                moving.add(served + requestBytes[opening.remove()], 0);
            } else {
                served = moving.leastKey();
                moving.remove();
                now = nextEnd;
                if (issued < requestBytes.length) {
                    earliest = Math.max(earliest, now);
                    opening.add(earliest + firstBytes.seconds(issued), issued);
                    earliest += secondsApart;
                    issued++;
                }
            }
        }
        return now;
    }

    /** A heap of numbers, each with a small one that goes with it. Without objects: planning runs it for many requests. */
    private static final class LeastFirst {
        private final double[] keys;
        private final int[] values;
        private int size;

        LeastFirst(int capacity) {
            keys = new double[capacity];
            values = new int[capacity];
        }

        int size() {
            return size;
        }

        double leastKey() {
            return keys[0];
        }

        void add(double key, int value) {
            int at = size++;
            for (; at > 0 && keys[(at - 1) / 2] > key; at = (at - 1) / 2) {
                put(at, keys[(at - 1) / 2], values[(at - 1) / 2]);
            }
            put(at, key, value);
        }

        /** Removes the least key and returns what goes with it. */
        int remove() {
            int least = values[0];
            size--;
            int at = 0;
            for (int child = 1; child < size; child = 2 * at + 1) {
                child += child + 1 < size && keys[child + 1] < keys[child] ? 1 : 0;
                if (keys[child] >= keys[size]) {
                    break;
                }
                put(at, keys[child], values[child]);
                at = child;
            }
            put(at, keys[size], values[size]);
            return least;
        }

        private void put(int at, double key, int value) {
            keys[at] = key;
            values[at] = value;
        }
    }
}
