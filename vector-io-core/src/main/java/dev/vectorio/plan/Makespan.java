package dev.vectorio.plan;

import dev.vectorio.plan.PlanCandidate.Bound;
import java.util.Arrays;

/**
 * Predicts how long requests take. {@link #predict} does it from their number and lengths alone: the greatest of four times
 * that none of them can beat, rounded where two are near each other. First bytes are taken as log-normal, as stores show
 * them.
 *
 * <ul>
 *   <li>slots: where there are more requests than slots, all of their work divided by the slots, and half a request more for
 *       the last ones, which do not end together
 *   <li>pipe: a first byte, then all bytes at the full bandwidth
 *   <li>longest: the slowest of as many first bytes as there are requests of at least that length, then that length at the
 *       bandwidth of a connection, for each length
 *   <li>rate: all requests at the store's or the client's ceiling, then the last one
 * </ul>
 */
final class Makespan {
    /** 99 of 100 draws of a normal distribution lie below this many standard deviations. */
    private static final double NORMAL_99 = 2.326;
    /** How sharply the greatest time outweighs the others. */
    private static final double SHARPNESS = 4;
    /** Multiples of the golden ratio fall evenly between 0 and 1, however many there are. */
    private static final double GOLDEN = 0.6180339887498949;
    /** Requests that the runs of one prediction by the fluid model come to: the fewer there are, the more chance there is in a run. */
    private static final int RUN_REQUESTS = 300;

    private static final int PARTS = 2048;
    private static final int FEWEST_RUNS = 4;
    private static final int MOST_RUNS = 12;
    /** How far the first byte and the bandwidth of all are taken to be off, in either direction. */
    private static final double DOUBT_OF_FIRST_BYTE = 1.25;

    private static final double DOUBT_OF_BANDWIDTH = 1.3;

    private final StoreProfile profile;
    private final double median;
    private final double sigma;
    private final double mean;
    /** First bytes at the middles of equal parts of their probability. */
    private final double[] firstBytes;

    private final FluidModel even;
    private final FluidModel wide;
    private final FluidModel narrow;

    private double seconds;
    private Bound bound = Bound.LONGEST;

    /**
     * @param deviations of {@link #deviations()}, made once
     */
    Makespan(StoreProfile profile, double[] deviations) {
        this.profile = profile;
        median = profile.firstByte().toNanos() / 1e9;
        double tail = profile.firstByteTail().toNanos() / 1e9;
        sigma = median > 0 ? Math.log(tail / median) / NORMAL_99 : 0;
        mean = median * Math.exp(sigma * sigma / 2);
        even = new FluidModel(profile);
        wide = new FluidModel(withTotal(profile, DOUBT_OF_BANDWIDTH));
        narrow = new FluidModel(withTotal(profile, 1 / DOUBT_OF_BANDWIDTH));
        firstBytes = Arrays.stream(deviations)
                .map(deviation -> median * Math.exp(sigma * deviation))
                .toArray();
    }

    /** Standard deviations of a normal distribution at the middles of equal parts of its probability, ascending. */
    static double[] deviations() {
        double[] deviations = new double[PARTS];
        for (int i = 0; i < PARTS / 2; i++) {
            deviations[PARTS - 1 - i] = quantile((i + 0.5) / PARTS);
            deviations[i] = -deviations[PARTS - 1 - i];
        }
        return deviations;
    }

    private static StoreProfile withTotal(StoreProfile profile, double factor) {
        long total = (long) Math.max(1, profile.totalBytesPerSecond() * factor);
        return profile.withBandwidth(profile.connectionBytesPerSecond(), total);
    }

    /** Predicts; {@link #seconds} and {@link #bound} then tell of these requests. */
    void predict(PieceTally tally) {
        int requests = tally.requests();
        double transfer = (double) tally.bytes() / profile.connectionBytesPerSecond();
        double slots = 0;
        if (requests > profile.concurrency()) {
            double work = requests * mean + transfer;
            slots = work / profile.concurrency() + work / requests / 2;
        }
        double pipe = median + (double) tally.bytes() / profile.totalBytesPerSecond();
        double rate = requests / profile.requestsPerSecond() + median;
        double longest = longest(tally);
        double greatest = Math.max(Math.max(slots, pipe), Math.max(longest, rate));
        bound = greatest == longest
                ? Bound.LONGEST
                : greatest == pipe ? Bound.PIPE : greatest == slots ? Bound.SLOTS : Bound.RATE;
        double sum =
                power(slots / greatest) + power(pipe / greatest) + power(longest / greatest) + power(rate / greatest);
        seconds = greatest * Math.pow(sum, 1 / SHARPNESS);
    }

    private static double power(double part) {
        return Math.pow(part, SHARPNESS);
    }

    private double longest(PieceTally tally) {
        double longest = 0;
        int atLeast = 0;
        for (int bin = tally.bins() - 1; bin >= 0; bin--) {
            int count = tally.count(bin);
            if (count > 0) {
                atLeast += count;
                double time = slowest(atLeast) + (double) tally.longest(bin) / profile.connectionBytesPerSecond();
                longest = Math.max(longest, time);
            }
        }
        return longest;
    }

    /** The median of the slowest of so many first bytes. */
    private double slowest(int draws) {
        return median * Math.exp(sigma * quantile(1 - Math.pow(0.5, 1.0 / draws)));
    }

    /**
     * How many standard deviations a normal draw exceeds with this probability, which is at most a half. Abramowitz and
     * Stegun, Handbook of Mathematical Functions, 26.2.23; wrong by less than 0.0005.
     */
    private static double quantile(double above) {
        double t = Math.sqrt(-2 * Math.log(above));
        return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    }

    /**
     * The time in seconds by the fluid model, request by request: the geometric mean of runs in which first bytes are spread
     * evenly over their distribution. Neighbours get quantiles far from each other, always the same ones. A plan should not
     * stand on one figure being exact, so each run takes one of them to be off.
     */
    double simulated(long[] requestBytes) {
        int runs = Math.max(FEWEST_RUNS, Math.min(MOST_RUNS, RUN_REQUESTS / requestBytes.length));
        double product = 0;
        for (int run = 0; run < runs; run++) {
            double shift = (double) run / runs;
            double factor = firstByteFactor(run);
            product += Math.log(model(run)
                    .seconds(
                            requestBytes,
                            request -> factor * firstByte(shift + request * GOLDEN),
                            1 / profile.requestsPerSecond()));
        }
        return Math.exp(product / runs);
    }

    private static double firstByteFactor(int run) {
        return switch (run % 4) {
            case 0 -> DOUBT_OF_FIRST_BYTE;
            case 1 -> 1 / DOUBT_OF_FIRST_BYTE;
            default -> 1;
        };
    }

    private FluidModel model(int run) {
        return switch (run % 4) {
            case 2 -> wide;
            case 3 -> narrow;
            default -> even;
        };
    }

    private double firstByte(double position) {
        return firstBytes[(int) ((position - Math.floor(position)) * firstBytes.length)];
    }

    /** The store that is predicted. */
    StoreProfile profile() {
        return profile;
    }

    /** What was predicted last. */
    double seconds() {
        return seconds;
    }

    /** What the time that was predicted last comes from. */
    Bound bound() {
        return bound;
    }
}
