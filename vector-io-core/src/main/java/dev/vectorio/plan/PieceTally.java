package dev.vectorio.plan;

/** What a prediction needs to know of the requests of a plan: how many, how long. */
final class PieceTally {
    /** Two for each doubling. */
    private static final int BINS = 2 * Long.SIZE;

    private final int[] counts = new int[BINS];
    private final long[] longest = new long[BINS];
    private int requests;
    private long bytes;

    /** Counts a request of this length, which is positive. */
    void add(long length) {
        requests++;
        bytes += length;
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(length);
        int half = octave == 0 ? 0 : (int) (length >>> (octave - 1)) & 1;
        int bin = 2 * octave + half;
        counts[bin]++;
        longest[bin] = Math.max(longest[bin], length);
    }

    /** Counts all requests of another. */
    void addAll(PieceTally other) {
        requests += other.requests;
        bytes += other.bytes;
        for (int bin = 0; bin < BINS; bin++) {
            counts[bin] += other.counts[bin];
            longest[bin] = Math.max(longest[bin], other.longest[bin]);
        }
    }

    int requests() {
        return requests;
    }

    long bytes() {
        return bytes;
    }

    int bins() {
        return BINS;
    }

    /** Requests in this bin; the bins ascend by length. */
    int count(int bin) {
        return counts[bin];
    }

    /** The longest request in this bin, 0 if there is none. */
    long longest(int bin) {
        return longest[bin];
    }
}
