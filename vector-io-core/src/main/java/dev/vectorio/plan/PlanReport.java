package dev.vectorio.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan as text. */
final class PlanReport {
    private static final int LABELS_PER_LINE = 6;

    private final ReadPlan plan;
    private final List<String> labels;
    private final StoreProfile profile;

    PlanReport(ReadPlan plan, List<String> labels, StoreProfile profile) {
        if (!labels.isEmpty() && labels.size() != plan.ranges().size()) {
            throw new IllegalArgumentException(
                    labels.size() + " labels for " + plan.ranges().size() + " ranges");
        }
        this.plan = plan;
        this.labels = labels;
        this.profile = profile;
    }

    String text() {
        StringBuilder text = new StringBuilder(totals());
        int number = 0;
        for (PlannedRequest request : plan.requests()) {
            text.append(String.format(
                    Locale.ROOT,
                    "%n  %4d  %-12s [%,d, %,d)  %,d B, gaps %,d B  %s",
                    ++number,
                    request.reason().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    request.range().offset(),
                    request.range().end(),
                    request.range().length(),
                    request.gapBytes(),
                    serves(request)));
        }
        return text.append(String.format("%n")).toString();
    }

    private String totals() {
        int gets = plan.requests().size();
        int ranges = plan.ranges().size();
        long fetched = plan.fetchedBytes();
        long[] sizes = plan.requests().stream()
                .mapToLong(request -> request.range().length())
                .toArray();
        long held = plan.held().stream().mapToLong(PlannedSlice::length).sum();
        return String.format(
                        Locale.ROOT,
                        "%,d %s -> %,d %s, need %,d B, fetched %,d B (%.2fx)",
                        ranges,
                        ranges == 1 ? "range" : "ranges",
                        gets,
                        gets == 1 ? "GET" : "GETs",
                        plan.needBytes(),
                        fetched,
                        plan.amplification())
                + (held == 0 ? "" : String.format(Locale.ROOT, ", %,d B in memory", held))
                + String.format(
                        Locale.ROOT,
                        ", ~%d ms and $%.2g on %s",
                        profile.predict(sizes).toMillis(),
                        profile.dollars(gets, fetched),
                        profile.name());
    }

    private String serves(PlannedRequest request) {
        List<String> names = new ArrayList<>();
        int more = 0;
        int last = -1;
        for (PlannedSlice slice : request.slices()) {
            if (slice.rangeIndex() == last) {
                continue;
            }
            last = slice.rangeIndex();
            if (names.size() < LABELS_PER_LINE) {
                names.add(labels.isEmpty() ? "range " + last : labels.get(last));
            } else {
                more++;
            }
        }
        return String.join(", ", names) + (more == 0 ? "" : " and " + more + " more");
    }
}
