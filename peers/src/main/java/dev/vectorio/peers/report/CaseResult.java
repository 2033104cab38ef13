package dev.vectorio.peers.report;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.table.Case;
import dev.vectorio.peers.table.Goal;
import dev.vectorio.peers.table.Goal.Measure;
import dev.vectorio.peers.table.StreamGoal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was measured of a case.
 *
 * @param what the case
 * @param fileBytes of all files together
 * @param rows one for each peer
 */
public record CaseResult(Case what, long fileBytes, List<PeerRow> rows) {
    /** The list is copied. */
    public CaseResult {
        rows = List.copyOf(rows);
    }

    /** Of one peer, if it was measured. */
    public Optional<PeerRow> row(Peer peer) {
        return rows.stream().filter(row -> row.peer() == peer && row.measured()).findFirst();
    }

    /** How each promise was kept, in the first and in the second set. */
    public List<String> verdicts() {
        List<String> lines = new ArrayList<>();
        for (Goal goal : what.goals()) {
            Optional<PeerRow> ours = row(goal.ours());
            Optional<PeerRow> best = goal.others().stream()
                    .flatMap(peer -> row(peer).stream())
                    .filter(row -> goal.measure() != Measure.CPU || row.any().inFlight() > 1)
                    .min(Comparator.comparingDouble(row -> row.median(goal.measure(), false)));
            if (ours.isPresent() && best.isPresent()) {
                lines.add(verdict(goal, ours.get(), best.get()));
            }
        }
        what.stream().ifPresent(goal -> lines.addAll(verdict(goal)));
        return lines;
    }

    private List<String> verdict(StreamGoal goal) {
        Optional<PeerRow> ours = row(goal.ours());
        Optional<PeerRow> local = row(Peer.LOCAL);
        if (ours.isEmpty() || local.isEmpty()) {
            return List.of();
        }
        double[] shares = new double[2];
        for (int set = 0; set < shares.length; set++) {
            boolean second = set == 1;
            double possible =
                    goal.millis(what.store().model(0, 0), fileBytes, local.get().median(Measure.TIME, second));
            shares[set] = possible / ours.get().median(Measure.TIME, second);
        }
        double share = Math.min(shares[0], shares[1]) / goal.least();
        return List.of(String.format(
                Locale.ROOT,
                "throughput of %s: %.2f x what decoding while fetching allows (second set %.2f x), promised at least %.2f x: %s",
                goal.ours().title(),
                shares[0],
                shares[1],
                goal.least(),
                kept(1 / share)));
    }

    private static String kept(double worse) {
        return worse <= 1 ? "kept" : String.format(Locale.ROOT, "**missed by %.0f %%**", 100 * (worse - 1));
    }

    private static String verdict(Goal goal, PeerRow ours, PeerRow best) {
        double first = ours.median(goal.measure(), false) / best.median(goal.measure(), false);
        double second = ours.median(goal.measure(), true) / best.median(goal.measure(), true);
        double worse = Math.max(first, second) / goal.most();
        return String.format(
                Locale.ROOT,
                "%s of %s: %.2f x %s (second set %.2f x), promised at most %.2f x: %s",
                goal.measure().name().toLowerCase(Locale.ROOT),
                ours.peer().title(),
                first,
                best.peer().title(),
                second,
                goal.most(),
                kept(worse));
    }
}
