package dev.vectorio.plan;

import dev.vectorio.plan.PlanCandidate.Bound;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Why a plan won, as text: the store, a line of reason, and the best of the candidates. */
final class ChoiceReport {
    private static final int LINES = 8;

    private final PlanChoice choice;

    ChoiceReport(PlanChoice choice) {
        this.choice = choice;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        StoreProfile store = choice.profile();
        text.append(String.format(
                Locale.ROOT,
                "adaptive, least %s on %s: first byte %s (99 %%: %s), %,d MB/s a connection, %,d MB/s in all, %,d at once\n",
                choice.objective().name().toLowerCase(Locale.ROOT),
                store.name(),
                millis(store.firstByte()),
                millis(store.firstByteTail()),
                store.connectionBytesPerSecond() / 1_000_000,
                store.totalBytesPerSecond() / 1_000_000,
                store.concurrency()));
        text.append(reason());
        List<PlanCandidate> shown = choice.candidates()
                .subList(0, Math.min(LINES, choice.candidates().size()));
        for (PlanCandidate candidate : shown) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-16s %-20s %,7d GETs %,15d B  ~%s  $%.2f per million  %s\n",
                    gaps(candidate),
                    pieces(candidate),
                    candidate.requests(),
                    candidate.fetchedBytes(),
                    millis(candidate.time()),
                    candidate.dollars() * 1e6,
                    candidate.equals(choice.winner()) ? "<- taken" : ""));
        }
        int more = choice.candidates().size() - shown.size();
        return more == 0
                ? text.toString()
                : text.append("  and ").append(more).append(" more\n").toString();
    }

    private String reason() {
        PlanCandidate winner = choice.winner();
        return String.format(
                Locale.ROOT,
                "%s, %s won of %d: %s\n",
                gaps(winner),
                pieces(winner),
                choice.candidates().size(),
                words(winner.bound()));
    }

    private static String words(Bound bound) {
        return switch (bound) {
            case SLOTS -> "requests wait for one another, so fewer or shorter ones are quicker";
            case PIPE -> "all bandwidth is in use, so fewer bytes are quicker";
            case LONGEST -> "the slowest first byte and the longest request decide";
            case RATE -> "no more requests a second are taken, so fewer are quicker";
        };
    }

    private static String gaps(PlanCandidate candidate) {
        return switch (Long.signum(candidate.maxGapBytes())) {
            case -1 -> "nothing joined";
            case 0 -> "touching only";
            default -> String.format(Locale.ROOT, "gaps <= %,d", candidate.maxGapBytes());
        };
    }

    private static String pieces(PlanCandidate candidate) {
        return String.format(Locale.ROOT, "pieces <= %,d", candidate.maxPieceBytes());
    }

    private static String millis(Duration time) {
        double millis = time.toNanos() / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%,.1f ms" : "%,.0f ms", millis);
    }
}
