package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The ways of planning that are weighed for some missing bytes: gap limits times lengths of pieces. */
final class Candidates {
    /** Pieces of ranges times gap limits that are looked at: bounds the time of planning. */
    private static final int MERGE_WORK = 80_000;

    private static final int MOST_GAPS = 48;
    private static final int FEWEST_GAPS = 8;
    /** Requests that are run through the fluid model, all candidates together. */
    private static final int MODEL_WORK = 4_000;

    private static final int MOST_SIMULATED = 32;
    private static final int FEWEST_SIMULATED = 4;

    private final CoalescingPolicy policy;
    private final List<PieceLimits> lengths;
    private final Fragments missing;
    private final PlanContext context;
    private final StoreProfile profile;
    private final Makespan makespan;

    /**
     * @param lengths from the shortest to the longest
     */
    Candidates(
            CoalescingPolicy policy,
            List<PieceLimits> lengths,
            Fragments missing,
            PlanContext context,
            Makespan makespan) {
        this.policy = policy;
        this.lengths = List.copyOf(lengths);
        this.missing = missing;
        this.context = context;
        this.makespan = makespan;
        this.profile = makespan.profile();
    }

    /**
     * The best first. All are predicted roughly; then the best ones request by request, where there are not too many
     * requests, and the others are left out.
     */
    List<PlanCandidate> ranked(Preference preference) {
        List<PlanCandidate> candidates = new ArrayList<>();
        for (long gap : gapLimits()) {
            addCandidates(gap, candidates);
        }
        List<PlanCandidate> rough = preference.ranked(candidates);
        List<PlanCandidate> closer = new ArrayList<>();
        int work = 0;
        for (PlanCandidate candidate : rough) {
            work += candidate.requests();
            if (work > MODEL_WORK || closer.size() == MOST_SIMULATED) {
                break;
            }
            closer.add(candidate.withTime(makespan.simulated(requestBytes(candidate))));
        }
        return closer.size() < Math.min(rough.size(), FEWEST_SIMULATED) ? rough : preference.ranked(closer);
    }

    /** The requests of a candidate. */
    List<PlannedRequest> requests(PlanCandidate candidate) {
        return merging(candidate.maxGapBytes()).requests(missing, context, pieces(candidate));
    }

    private CoalescingPlanner merging(long maxGapBytes) {
        return new CoalescingPlanner(policy.withMaxGapBytes(maxGapBytes));
    }

    private PieceLimits pieces(PlanCandidate candidate) {
        return lengths.stream()
                .filter(pieces -> pieces.longest() == candidate.maxPieceBytes())
                .findFirst()
                .orElseThrow();
    }

    /** Adds a candidate for each length of pieces that cuts something which the next one leaves whole. */
    private void addCandidates(long gap, List<PlanCandidate> candidates) {
        int count = lengths.size();
        PieceTally[] whole = tallies(count); // by the shortest length that leaves them whole
        PieceTally[] cut = tallies(count);
        merging(gap).forEachRun(missing, context, (run, wasteCut) -> {
            for (int i = 0; i < count; i++) {
                if (CoalescingPlanner.isOnePart(run, wasteCut, lengths.get(i))) {
                    whole[i].add(run.length());
                    return;
                }
                for (ByteRange part : CoalescingPlanner.parts(run, wasteCut, lengths.get(i))) {
                    cut[i].add(part.length());
                }
            }
        });
        PieceTally shorter = new PieceTally();
        for (int i = 0; i < count; i++) {
            shorter.addAll(whole[i]);
            cut[i].addAll(shorter);
            candidates.add(candidate(gap, lengths.get(i).longest(), cut[i]));
        }
    }

    private PlanCandidate candidate(long gap, long length, PieceTally tally) {
        makespan.predict(tally);
        return new PlanCandidate(
                gap,
                length,
                tally.requests(),
                tally.bytes(),
                Duration.ofNanos(Math.round(makespan.seconds() * 1e9)),
                makespan.bound(),
                profile.dollars(tally.requests(), tally.bytes()));
    }

    private static PieceTally[] tallies(int count) {
        PieceTally[] tallies = new PieceTally[count];
        Arrays.setAll(tallies, i -> new PieceTally());
        return tallies;
    }

    private long[] requestBytes(PlanCandidate candidate) {
        PieceLimits pieces = pieces(candidate);
        long[] sizes = new long[candidate.requests()];
        int[] count = {0};
        merging(candidate.maxGapBytes()).forEachRun(missing, context, (run, wasteCut) -> {
            if (CoalescingPlanner.isOnePart(run, wasteCut, pieces)) {
                sizes[count[0]++] = run.length();
                return;
            }
            for (ByteRange part : CoalescingPlanner.parts(run, wasteCut, pieces)) {
                sizes[count[0]++] = part.length();
            }
        });
        return sizes;
    }

    /**
     * None, touching ranges only, every so many'th of the gaps by size, the largest, and those where one more request costs
     * as much as the gap: in money, and in the time of a lone connection. Ascending.
     */
    private long[] gapLimits() {
        long[] gaps = gaps();
        int count = Math.max(FEWEST_GAPS, Math.min(MOST_GAPS, MERGE_WORK / missing.size()));
        List<Long> limits = new ArrayList<>(List.of(-1L, 0L));
        for (int i = 1; i <= count && gaps.length > 0; i++) {
            limits.add(gaps[(int) (((long) i * gaps.length - 1) / count)]);
        }
        double request = profile.dollarsPerMillionGets() / 1e6;
        double worthMoney = profile.dollarsPerGigabyte() > 0 ? request / (profile.dollarsPerGigabyte() / 1e9) : 0;
        double worthTime = profile.firstByte().toNanos() / 1e9 * profile.connectionBytesPerSecond();
        for (double worth : new double[] {worthMoney, worthTime}) {
            int found = Arrays.binarySearch(gaps, (long) worth);
            int atMost = found >= 0 ? found : -found - 2;
            if (atMost >= 0) {
                limits.add(gaps[atMost]);
            }
        }
        return limits.stream()
                .sorted(Comparator.naturalOrder())
                .distinct()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** The gaps that remain once what touches is joined, by size. */
    private long[] gaps() {
        long[] gaps = new long[missing.size()];
        int[] count = {0};
        long[] end = {-1};
        merging(0).forEachRun(missing, context, (run, wasteCut) -> {
            if (end[0] >= 0) {
                gaps[count[0]++] = run.start() - end[0];
            }
            end[0] = run.end();
        });
        long[] found = Arrays.copyOf(gaps, count[0]);
        Arrays.sort(found);
        return found;
    }
}
