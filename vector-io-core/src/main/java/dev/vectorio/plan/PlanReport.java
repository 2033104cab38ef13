package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.PlannedRequest.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A plan as text: what it costs, why it has this shape, and a line per request. */
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
        StringBuilder text = new StringBuilder(totals()).append('\n');
        if (!plan.requests().isEmpty()) {
            text.append(shape()).append('\n');
            plan.choice().ifPresent(choice -> text.append(choice.explain()));
            addRequests(text);
        }
        return text.toString();
    }

    private String totals() {
        long held = plan.held().stream().mapToLong(PlannedSlice::length).sum();
        return String.format(
                Locale.ROOT,
                "%s -> %s, need %,d B, fetched %,d B (%.2fx)%s, ~%,d ms on %s",
                count(plan.ranges().size(), "range"),
                count(plan.requests().size(), "GET"),
                plan.needBytes(),
                plan.fetchedBytes(),
                plan.amplification(),
                held == 0 ? "" : String.format(Locale.ROOT, ", %,d B from memory", held),
                Math.round(profile.predict(plan.requestBytes()).toNanos() / 1e6),
                profile.name());
    }

    private String shape() {
        Map<Reason, Long> reasons = plan.requests().stream()
                .collect(Collectors.groupingBy(
                        PlannedRequest::reason, () -> new LinkedHashMap<>(), Collectors.counting()));
        String byReason = reasons.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> String.format(Locale.ROOT, "%,d %s", entry.getValue(), name(entry.getKey())))
                .collect(Collectors.joining(", "));
        long gaps = plan.requests().stream().mapToLong(PlanReport::gaps).sum();
        long wasted =
                plan.requests().stream().mapToLong(PlannedRequest::gapBytes).sum();
        return String.format(
                Locale.ROOT,
                "%s; wasted %,d B in %s; longest GET %,d B; at most %,d at once; $%s per million such reads",
                byReason,
                wasted,
                count(gaps, "gap"),
                longest(),
                Math.min(profile.concurrency(), plan.requests().size()),
                dollars(profile.dollars(plan.requests().size(), plan.fetchedBytes()) * 1e6));
    }

    private void addRequests(StringBuilder text) {
        int offsetWidth = number(
                        plan.requests().get(plan.requests().size() - 1).range().end())
                .length();
        int lengthWidth = number(longest()).length();
        int numberWidth = number(plan.requests().size()).length();
        String line = "%" + (numberWidth + 2) + "s  %-12s [%" + offsetWidth + "s, %" + offsetWidth + "s)  %"
                + lengthWidth + "s B, gaps %" + lengthWidth + "s B  %s\n";
        int request = 0;
        for (PlannedRequest planned : plan.requests()) {
            text.append(String.format(
                    Locale.ROOT,
                    line,
                    number(++request),
                    name(planned.reason()),
                    number(planned.range().offset()),
                    number(planned.range().end()),
                    number(planned.range().length()),
                    number(planned.gapBytes()),
                    serves(planned)));
        }
    }

    /** The ranges that a request serves, each name once, and whether only a part of them. */
    private String serves(PlannedRequest request) {
        Map<String, Integer> names = new LinkedHashMap<>();
        for (PlannedSlice slice : request.slices()) {
            ByteRange range = plan.ranges().get(slice.rangeIndex());
            String label = labels.isEmpty() ? "range " + slice.rangeIndex() : labels.get(slice.rangeIndex());
            names.merge(slice.length() < range.length() ? label + " (part)" : label, 1, Integer::sum);
        }
        String shown = names.entrySet().stream()
                .limit(LABELS_PER_LINE)
                .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getKey() + " x" + entry.getValue())
                .collect(Collectors.joining(", "));
        int more = names.size() - LABELS_PER_LINE;
        return more <= 0 ? shown : shown + " and " + number(more) + " more";
    }

    private long longest() {
        return plan.requests().stream()
                .mapToLong(request -> request.range().length())
                .max()
                .orElse(0);
    }

    /** Stretches of a request that no range wants, at its ends (alignment, whole object) as well as between. */
    private static long gaps(PlannedRequest request) {
        long gaps = 0;
        long seen = request.range().offset();
        for (PlannedSlice slice : request.slices()) {
            gaps += slice.sourceOffset() > seen ? 1 : 0;
            seen = Math.max(seen, slice.sourceEnd());
        }
        return gaps + (request.range().end() > seen ? 1 : 0);
    }

    private static String name(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String count(long count, String noun) {
        return number(count) + " " + noun + (count == 1 ? "" : "s");
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Cents, or two digits of what is less than a cent. */
    private static String dollars(double value) {
        return String.format(Locale.ROOT, value == 0 || value >= 0.01 ? "%,.2f" : "%.1g", value);
    }
}
