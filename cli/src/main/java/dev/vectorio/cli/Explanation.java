package dev.vectorio.cli;

import dev.vectorio.VectorIoStats;
import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.LabelledRange;
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
 * @param file the object
 * @param shape the file and the choice, for people
 * @param opening the requests that reading the footer took, one after another; a read begins with the same
 * @param openingStats what they cost
 * @param chunks the chosen column chunks
 * @param plan the requests for them
 * @param profile the store to predict for
 */
record Explanation(
        String file,
        String shape,
        List<ByteRange> opening,
        VectorIoStats openingStats,
        List<LabelledRange> chunks,
        ReadPlan plan,
        StoreProfile profile) {
    private static final int NAMES_SHOWN = 4;

    Explanation {
        opening = List.copyOf(opening);
        chunks = List.copyOf(chunks);
    }

    private long gets() {
        return openingStats.gets() + plan.requests().size();
    }

    private long fetchedBytes() {
        return openingStats.fetchedBytes() + plan.fetchedBytes();
    }

    private long neededBytes() {
        return openingStats.needBytes() + plan.needBytes();
    }

    private double amplification() {
        return neededBytes() == 0 ? 1 : (double) fetchedBytes() / neededBytes();
    }

    private long rounds() {
        return openingStats.rounds() + (plan.requests().isEmpty() ? 0 : 1);
    }

    private int atOnce() {
        int planned = Math.min(profile.concurrency(), plan.requests().size());
        return Math.max(planned, opening.isEmpty() ? 0 : 1);
    }

    private Duration time() {
        Duration time = profile.predict(plan.requestBytes());
        for (ByteRange range : opening) {
            time = time.plus(profile.predict(new long[] {range.length()}));
        }
        return time;
    }

    private double dollars() {
        return profile.dollars(gets(), fetchedBytes());
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
                .put("uri", file)
                .put("requests.get", gets())
                .put("requests.head", openingStats.heads())
                .put("requests.tail", openingStats.gets())
                .put("bytes.need", neededBytes())
                .put("bytes.fetched", fetchedBytes())
                .put("bytes.tail", openingStats.fetchedBytes())
                .put("bytes.wasted", Math.max(0, fetchedBytes() - neededBytes()))
                .put("amplification", amplification())
                .put("maxInFlight", atOnce())
                .put("rounds", rounds())
                .put("predictedMillis", time().toNanos() / 1e6)
                .put("predictedDollarsPerMillionReads", dollars() * 1e6)
                .put("profile", profile.name())
                .put("plan", requests);
    }

    String text() {
        StringBuilder text = new StringBuilder(file).append('\n').append(shape);
        add(
                text,
                "tail   %s, %,d B: length, version and footer; %,d B of it wanted",
                gets(openingStats.gets()),
                openingStats.fetchedBytes(),
                openingStats.needBytes());
        long held = plan.needBytes()
                - plan.requests().stream()
                        .mapToLong(PlannedRequest::usefulBytes)
                        .sum();
        add(
                text,
                "data   %s, %,d B: %,d B wanted, %,d B of them already there, %,d B in gaps",
                gets(plan.requests().size()),
                plan.fetchedBytes(),
                plan.needBytes(),
                held,
                plan.fetchedBytes() - (plan.needBytes() - held));
        addRequests(text);
        add(
                text,
                "total  %s, %,d B for %,d B wanted, amplification %.3f, %d rounds, at most %d in flight",
                gets(gets()),
                fetchedBytes(),
                neededBytes(),
                amplification(),
                rounds(),
                atOnce());
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
        List<String> served = new ArrayList<>();
        int index = 0;
        while (index < chunks.size()) {
            int end = index;
            while (end < chunks.size()
                    && chunks.get(end).range().overlaps(request.range())
                    && (end == index || touches(end - 1, end))) {
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

    private boolean touches(int before, int next) {
        return chunks.get(before).range().end() == chunks.get(next).range().offset();
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
