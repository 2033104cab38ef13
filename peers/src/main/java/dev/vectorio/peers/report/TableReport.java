package dev.vectorio.peers.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One table, written as Markdown and JSON.
 *
 * @param name of the table
 * @param title for people
 * @param conditions machine, store and how often was read
 * @param cases what was measured
 */
public record TableReport(String name, String title, List<String> conditions, List<CaseResult> cases) {
    private static final String HEAD =
            "| | GET/file | HEAD/file | MB | in flight | ms | ms, second set | MiB/s | x fastest "
                    + "| CPU s | peak MiB | published |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n";

    /** The lists are copied. */
    public TableReport {
        conditions = List.copyOf(conditions);
        cases = List.copyOf(cases);
    }

    /** Writes {@code name.md}, {@code name.json} and one chart for each case. */
    public void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".md"), markdown());
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(folder.resolve(name + ".json").toFile(), json());
        for (int i = 0; i < cases.size(); i++) {
            Charts.write(cases.get(i), folder.resolve(name + "-" + (i + 1) + ".png"));
        }
    }

    /** The table as Markdown. */
    public String markdown() {
        StringBuilder text = new StringBuilder("## " + name + ": " + title + "\n\n");
        conditions.forEach(line -> text.append(line).append('\n'));
        for (CaseResult result : cases) {
            text.append("\n### ").append(result.what().name()).append("\n\n").append(HEAD);
            double fastest = result.rows().stream()
                    .filter(row -> row.measured() && row.any().gets() > 0)
                    .mapToDouble(PeerRow::millis)
                    .min()
                    .orElse(Double.NaN);
            result.rows().forEach(row -> text.append(line(result, row, fastest)));
            if (!result.verdicts().isEmpty()) {
                text.append('\n');
                result.verdicts()
                        .forEach(verdict -> text.append("- ").append(verdict).append('\n'));
            }
        }
        return text.toString();
    }

    private static String line(CaseResult result, PeerRow row, double fastest) {
        String published = result.what().published().getOrDefault(row.peer(), "");
        if (!row.measured()) {
            return "| " + row.peer().title() + " | " + row.failure().orElse("not measured") + " | | | | | | | | | | "
                    + published + " |\n";
        }
        int files = result.what().files().count();
        Sample any = row.any();
        return String.format(
                Locale.ROOT,
                "| %s | %.2f | %.2f%s | %.2f | %d | %.0f | %.0f | %.0f | %.2f | %.2f | %d | %s |%n",
                row.peer().title(),
                (double) any.gets() / files,
                (double) any.heads() / files,
                any.others() > 0 ? " (+" + any.others() + ")" : "",
                any.bytes() / 1e6,
                any.inFlight(),
                row.millis(),
                row.secondMillis(),
                result.fileBytes() / 1.048576 / row.millis() / 1e3,
                row.millis() / fastest,
                row.cpuSeconds(),
                row.peakBytes() >> 20,
                published);
    }

    private Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("table", name);
        json.put("title", title);
        json.put("conditions", conditions);
        json.put("cases", cases.stream().map(TableReport::json).toList());
        return json;
    }

    private static Map<String, Object> json(CaseResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("case", result.what().name());
        json.put("store", result.what().store().toString());
        json.put("files", result.what().files().count());
        json.put("fileBytes", result.fileBytes());
        json.put("verdicts", result.verdicts());
        json.put("peers", result.rows().stream().map(TableReport::json).toList());
        return json;
    }

    private static Map<String, Object> json(PeerRow row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("peer", row.peer().title());
        row.failure().ifPresent(why -> json.put("failure", why));
        json.put("peakBytes", row.peakBytes());
        json.put("first", row.first());
        json.put("second", row.second());
        return json;
    }
}
