package dev.vectorio.cli;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.parquet.LabelledRange;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.parquet.ParquetPlan;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a read would do.
 *
 * @param plan the requests, those of the opening counted only
 * @param opening the requests that reading the footer took, refused ones without bytes, one after another; a read begins
 *     with the same
 * @param profile the store to predict for
 * @param mostAtOnce GETs that may be in flight
 * @param hedge whether late GETs get a duplicate, which no plan can foresee
 */
record Explanation(ParquetPlan plan, List<ByteRange> opening, StoreProfile profile, int mostAtOnce, HedgePolicy hedge) {
    private static final int NAMES_SHOWN = 4;

    Explanation {
        opening = List.copyOf(opening);
    }

    private String file() {
        return plan.layout().file();
    }

    private double amplification() {
        return plan.needBytes() == 0 ? 1 : (double) plan.fetchedBytes() / plan.needBytes();
    }

    private Duration time() {
        Duration time = Duration.ZERO;
        for (ReadPlan step : plan.steps()) {
            time = time.plus(profile.predict(step.requestBytes()));
        }
        for (ByteRange range : opening) {
            time = time.plus(profile.predict(new long[] {range.length()}));
        }
        return time;
    }

    private double dollars() {
        return profile.dollars(plan.gets(), plan.fetchedBytes());
    }

    JsonObject json() {
        List<JsonObject> requests = new ArrayList<>();
        for (PlannedRequest request : plan.requests()) {
            requests.add(new JsonObject()
                    .put("offset", request.range().offset())
                    .put("length", request.range().length())
                    .put("reason", reason(request))
                    .put("gapBytes", request.gapBytes())
                    .putTexts("serves", served(request)));
        }
        return new JsonObject()
                .put("uri", file())
                .put("requests.get", plan.gets())
                .put("requests.head", plan.opening().heads())
                .put("requests.tail", plan.opening().gets())
                .put("bytes.need", plan.needBytes())
                .put("bytes.fetched", plan.fetchedBytes())
                .put("bytes.tail", plan.opening().fetchedBytes())
                .put("bytes.wasted", Math.max(0, plan.fetchedBytes() - plan.needBytes()))
                .put("amplification", amplification())
                .put("maxInFlight", plan.maxInFlight(mostAtOnce))
                .put("rounds", plan.rounds())
                .put("exact", plan.exact())
                .put("hedged", hedge.enabled())
                .put("predictedMillis", time().toNanos() / 1e6)
                .put("predictedDollarsPerMillionReads", dollars() * 1e6)
                .put("profile", profile.name())
                .put("plan", requests);
    }

    String text() {
        ParquetLayout layout = plan.layout();
        StringBuilder text = new StringBuilder(file());
        add(
                text,
                "%,d B, %,d of %,d row groups, %,d of %,d columns",
                layout.fileLength(),
                plan.rowGroups().size(),
                layout.metadata().getBlocks().size(),
                plan.columns().size(),
                layout.metadata().getFileMetaData().getSchema().getColumns().size());
        add(
                text,
                "tail   %s, %,d B: length, version and footer; %,d B of it wanted",
                gets(plan.opening().gets()),
                plan.opening().fetchedBytes(),
                plan.opening().needBytes());
        long useful =
                plan.requests().stream().mapToLong(PlannedRequest::usefulBytes).sum();
        add(
                text,
                "data   %s, %,d B: %,d B wanted, %,d B of them already there, %,d B in gaps",
                gets(plan.dataRequests()),
                plan.dataBytes(),
                plan.dataNeedBytes(),
                plan.dataNeedBytes() - useful,
                plan.dataBytes() - useful);
        addRequests(text);
        plan.steps().stream()
                .flatMap(step -> step.choice().stream())
                .flatMap(choice -> choice.explain().lines())
                .forEach(line -> add(text, "%s", line));
        add(
                text,
                "total  %s, %,d B for %,d B wanted, amplification %.3f, %,d rounds, at most %,d in flight",
                gets(plan.gets()),
                plan.fetchedBytes(),
                plan.needBytes(),
                amplification(),
                plan.rounds(),
                plan.maxInFlight(mostAtOnce));
        if (hedge.enabled()) {
            add(
                    text,
                    "hedges not counted: a GET that is late is sent twice, at most %s of them (vectorio.hedge.max-ratio)",
                    hedge.maxRatio());
        }
        if (!plan.exact()) {
            add(
                    text,
                    "memory the budget is too small for this plan: a read may send more or fewer requests, in other rounds"
                            + " (vectorio.memory-budget-bytes)");
        }
        add(
                text,
                "time   ~%,.0f ms on %s: %,.0f ms to first byte, %,d MB/s a connection, %,d MB/s in all",
                time().toNanos() / 1e6,
                profile.name(),
                profile.firstByte().toNanos() / 1e6,
                profile.connectionBytesPerSecond() / 1_000_000,
                profile.totalBytesPerSecond() / 1_000_000);
        add(
                text,
                "price  $%.2f for a million such reads ($%.2f a million GETs, $%.4f a GB)",
                dollars() * 1e6,
                profile.dollarsPerMillionGets(),
                profile.dollarsPerGigabyte());
        return text.toString();
    }

    private void addRequests(StringBuilder text) {
        int number = 0;
        for (PlannedRequest request : plan.requests()) {
            List<String> served = served(request);
            int more = served.size() - NAMES_SHOWN;
            add(
                    text,
                    "  #%-3d %-12s %,d+%,d, %,d B in gaps: %s%s",
                    ++number,
                    reason(request),
                    request.range().offset(),
                    request.range().length(),
                    request.gapBytes(),
                    String.join("; ", served.subList(0, Math.min(NAMES_SHOWN, served.size()))),
                    more > 0 ? String.format(Locale.ROOT, "; and %,d more", more) : "");
        }
    }

    /** The chunks of a request, runs of neighbours in one text: {@code rg 0 / a … rg 0 / c (3)}. */
    private List<String> served(PlannedRequest request) {
        List<LabelledRange> chunks = plan.ranges();
        List<String> served = new ArrayList<>();
        int index = 0;
        while (index < chunks.size()) {
            int end = index;
            while (end < chunks.size()
                    && chunks.get(end).range().overlaps(request.range())
                    && (end == index || touch(chunks.get(end - 1), chunks.get(end)))) {
                end++;
            }
            if (end > index) {
                String first = chunks.get(index).label();
                String last = chunks.get(end - 1).label();
                served.add(end - index == 1 ? first : first + " ... " + last + " (" + (end - index) + ")");
            }
            index = Math.max(end, index + 1);
        }
        return served;
    }

    private static boolean touch(LabelledRange before, LabelledRange next) {
        return before.range().end() == next.range().offset();
    }

    private static String reason(PlannedRequest request) {
        return request.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String gets(long count) {
        return String.format(Locale.ROOT, count == 1 ? "%,d GET" : "%,d GETs", count);
    }

    private static void add(StringBuilder text, String format, Object... values) {
        text.append('\n').append(String.format(Locale.ROOT, format, values));
    }
}
