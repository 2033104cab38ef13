package dev.vectorio.peers;

import dev.vectorio.peers.report.CaseResult;
import dev.vectorio.peers.report.TableReport;
import dev.vectorio.peers.table.Case;
import dev.vectorio.peers.table.Tables;
import dev.vectorio.perf.report.Machine;
import dev.vectorio.perf.store.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Measures one table, prints it and writes it down. */
public final class Peers {
    private static final String USAGE = String.join(
            System.lineSeparator(),
            "usage: peers/run TABLE [options]",
            "tables: columns, small, compaction, gcs_month, vectorised, footer, adls, gcs; heap",
            "options: --scale S      of the sizes that were published (default: what takes a few minutes)",
            "         --runs N       medians of N reads of each of the two sets of files (default 3)",
            "         --sigma S      scatter of the time to first byte (default 0.1)",
            "         --seed N       of its draws; run i has seed N + i (default 1)",
            "         --only REGEX   cases whose name contains it",
            "         --peers REGEX  peers whose name contains it, such as 'ICEBERG|LOCAL'",
            "         --warm-up S    seconds for each peer and case, at least (default 2)",
            "         --heap SIZE    of each peer's process (default 2g)",
            "         --out DIR      Markdown, JSON and charts (default peers/target/results)",
            "         --files DIR    the files that are read; made if missing (default peers/target/files)");
    private static final Set<String> NAMES =
            Set.of("columns", "small", "compaction", "gcs_month", "vectorised", "footer", "adls", "gcs", "heap");
    private static final Set<String> FLAGS = Set.of(
            "--scale", "--runs", "--sigma", "--seed", "--only", "--peers", "--warm-up", "--heap", "--out", "--files");

    private final Map<String, String> flags;

    private Peers(Map<String, String> flags) {
        this.flags = flags;
    }

    /** Takes the name of a table and options. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 1; i < arguments.length; i += 2) {
            if (!FLAGS.contains(arguments[i]) || i + 1 == arguments.length) {
                usage();
            }
            flags.put(arguments[i], arguments[i + 1]);
        }
        if (arguments.length == 0 || !NAMES.contains(arguments[0])) {
            usage();
        }
        if (arguments[0].equals("heap")) {
            System.out.println(new SmallestHeap(new Peers(flags).settings(), System.err::println).table());
            return;
        }
        new Peers(flags).run(Tables.valueOf(arguments[0].toUpperCase(Locale.ROOT)));
    }

    private static void usage() {
        System.err.println(USAGE);
        System.exit(2);
    }

    private void run(Tables table) throws IOException {
        Settings settings = settings();
        double scale = flags.containsKey("--scale") ? Double.parseDouble(flags.get("--scale")) : table.defaultScale();
        List<CaseResult> results = new ArrayList<>();
        Set<StoreKind> stores = EnumSet.noneOf(StoreKind.class);
        Consumer<String> progress = System.err::println;
        List<String> before = List.of(Machine.describe(), "");
        String report = "";
        try (Contest contest = new Contest(settings, progress)) {
            for (Case what : table.cases(scale)) {
                if (settings.cases().matcher(what.name()).find()) {
                    stores.add(what.store());
                    results.add(contest.run(what));
                    List<String> conditions = new ArrayList<>(before);
                    conditions.addAll(conditions(settings, scale, stores));
                    // after each case: whoever ends a run early keeps what it has brought
                    report = written(
                            new TableReport(table.name().toLowerCase(Locale.ROOT), table.title(), conditions, results));
                }
            }
        }
        System.out.println(report);
    }

    private String written(TableReport report) throws IOException {
        report.writeTo(Path.of(flags.getOrDefault("--out", "peers/target/results")));
        return report.markdown();
    }

    private Settings settings() {
        return new Settings(
                Integer.parseInt(flags.getOrDefault("--runs", "3")),
                Double.parseDouble(flags.getOrDefault("--sigma", "0.1")),
                Long.parseLong(flags.getOrDefault("--seed", "1")),
                Pattern.compile(flags.getOrDefault("--only", "")),
                Pattern.compile(flags.getOrDefault("--peers", "")),
                Double.parseDouble(flags.getOrDefault("--warm-up", "2")),
                flags.getOrDefault("--heap", "2g"),
                Path.of(flags.getOrDefault("--files", "peers/target/files")));
    }

    private static List<String> conditions(Settings settings, double scale, Set<StoreKind> stores) {
        List<String> lines = new ArrayList<>();
        for (StoreKind kind : stores) {
            lines.add("Store " + kind + ": "
                    + kind.model(settings.sigma(), settings.seed()).describe() + ", in a process of its own.");
        }
        lines.add(String.format(
                Locale.ROOT,
                "Scale %s; medians of %d reads of each set of files, seeds from %d; each peer in a process of its own with a heap of %s.",
                scale,
                settings.runs(),
                settings.seed(),
                settings.heap()));
        return lines;
    }
}
