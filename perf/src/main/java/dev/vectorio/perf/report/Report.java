package dev.vectorio.perf.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.workload.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The table.
 *
 * @param kind what kind of store it was
 * @param store how it was set
 * @param runs how many runs the medians are of
 * @param rows one for each workload
 */
public record Report(StoreKind kind, StoreModel store, int runs, List<Row> rows) {
    /** The list is copied. */
    public Report {
        rows = List.copyOf(rows);
    }

    /** True if every count holds and, at the scatter that is judged, every time. */
    public boolean passed() {
        return rows.stream()
                .allMatch(row -> row.violations().isEmpty() && row.predictedCounts() && (!judged() || inTime(row)));
    }

    /** Runs with more scatter are reported, not judged. */
    private boolean judged() {
        return store.sigma() <= 0.1;
    }

    private boolean inTime(Row row) {
        return row.predictedTime()
                && row.millis(Leg.FETCH) <= row.fetchLimit(store)
                && row.millis(Leg.DECODE) <= row.decodeLimit(store);
    }

    /** Writes {@code results.json} and {@code RESULTS.md}; for stores other than S3 with their names behind. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        String suffix = kind == StoreKind.S3 ? "" : "-" + kind;
        Files.writeString(folder.resolve("RESULTS" + suffix + ".md"), markdown());
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(folder.resolve("results" + suffix + ".json").toFile(), json());
    }

    private String markdown() {
        return "# Results, " + kind.name() + "\n\n" + Machine.describe() + "\n\nStore: " + store.describe()
                + ", in a process of its own; seeds "
                + store.seed() + " to " + (store.seed() + runs - 1) + ". Medians of " + runs + " runs"
                + (judged() ? "" : ", reported and not judged") + ".\n\n" + table();
    }

    /** The table in Markdown. */
    public String table() {
        StringBuilder text = new StringBuilder(
                "| workload | GETs (HEADs) | bytes / need | in flight | rounds | floor ms "
                        + "| fetch ms | ÷ floor | goal | predicted ms | local ms | decode ms | goal ms | decode goal | plain input file ms "
                        + "| CPU µs/GET | CPU s/GB | verdict |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private String line(Row row) {
        Goal goal = row.workload().goal();
        double floor = row.floor(store);
        return String.format(
                Locale.ROOT,
                "| %s | %s (%d) | %.3f | %.0f | %.0f | %.1f | %.1f | %.2f | %s | %s | %.1f | %.1f | %s | %s | %.1f | %.0f | %s | %s |%n",
                row.workload().name(),
                gets(row),
                row.samples(Leg.FETCH).get(0).log().heads(),
                row.median(Leg.FETCH, sample -> sample.log().bytes()) / goal.needBytes(),
                row.median(Leg.FETCH, sample -> sample.log().maxInFlight()),
                row.median(Leg.DECODE, sample -> sample.stats().rounds()),
                floor,
                row.millis(Leg.FETCH),
                row.millis(Leg.FETCH) / floor,
                goal.judgesTimes() ? "≤ " + goal.fetchFactor() : "",
                row.prediction()
                        .map(said -> String.format(Locale.ROOT, "%.1f", said.millis()))
                        .orElse(""),
                row.millis(Leg.LOCAL),
                row.millis(Leg.DECODE),
                goal.judgesTimes() ? String.format(Locale.ROOT, "%.1f", row.decodeLimit(store)) : "",
                goal.decode(),
                row.millis(Leg.PLAIN_INPUT_FILE),
                row.cpu().microsPerGet(),
                perGigabyte(row.cpu()),
                verdict(row));
    }

    private static String perGigabyte(ClientCpu cpu) {
        return cpu.movesMuch() ? String.format(Locale.ROOT, "%.2f", cpu.secondsPerGigabyte()) : "";
    }

    /** GETs of raw ranges, of planned and of plain decoding, once if they are equal. */
    private static String gets(Row row) {
        List<Integer> counts = new ArrayList<>();
        for (Leg leg : List.of(Leg.FETCH, Leg.DECODE, Leg.PLAIN_INPUT_FILE)) {
            counts.add((int) row.median(leg, sample -> sample.log().gets()));
        }
        return counts.stream().distinct().count() == 1
                ? counts.get(0).toString()
                : counts.get(0) + " / " + counts.get(1) + " / " + counts.get(2);
    }

    private String verdict(Row row) {
        List<String> missed = new ArrayList<>(row.violations());
        if (!row.predictedCounts()) {
            missed.add("not the requests or bytes that were planned");
        }
        if (judged() && !row.predictedTime()) {
            missed.add("not the time that was planned");
        }
        if (judged() && row.millis(Leg.FETCH) > row.fetchLimit(store)) {
            missed.add("fetch too slow");
        }
        if (judged() && row.millis(Leg.DECODE) > row.decodeLimit(store)) {
            missed.add("decode too slow");
        }
        return missed.isEmpty() ? "ok" : "**" + String.join("; ", missed) + "**";
    }

    private Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("machine", Machine.describe());
        json.put("kind", kind.toString());
        json.put("store", store.describe());
        json.put("seed", store.seed());
        json.put("runs", runs);
        json.put("rows", rows.stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(Row row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("workload", row.workload().name());
        json.put("needBytes", row.workload().goal().needBytes());
        json.put("floorMillis", row.floor(store));
        json.put("fetchLimitMillis", finite(row.fetchLimit(store)));
        json.put("decodeLimitMillis", finite(row.decodeLimit(store)));
        json.put("cpuMicrosPerGet", row.cpu().microsPerGet());
        json.put("cpuSecondsPerGigabyte", row.cpu().secondsPerGigabyte());
        json.put("verdict", verdict(row));
        row.prediction().ifPresent(said -> json.put("predictedMillis", said.millis()));
        for (Leg leg : Leg.values()) {
            json.put(leg.name().toLowerCase(Locale.ROOT), json(row, leg));
        }
        return json;
    }

    private static Map<String, Object> json(Row row, Leg leg) {
        Sample first = row.samples(leg).get(0);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("medianMillis", row.millis(leg));
        json.put("millis", row.times(leg));
        json.put("medianCpuSeconds", row.median(leg, Sample::cpuSeconds));
        json.put("gets", first.log().gets());
        json.put("heads", first.log().heads());
        json.put("bytes", first.log().bytes());
        json.put("maxInFlight", first.log().maxInFlight());
        json.put("rounds", first.stats().rounds());
        json.put("connections", first.log().connections());
        json.put("checksum", first.values().checksumText());
        return json;
    }

    private static Object finite(double limit) {
        return Double.isFinite(limit) ? limit : "none";
    }
}
