package dev.vectorio.perf;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.perf.report.Report;
import dev.vectorio.perf.report.Row;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.StagedFile;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.s3.S3Backend;
import dev.vectorio.s3.S3HttpClient;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Measures all workloads on the simulated store, prints the table and writes it down. */
public final class Workloads {
    private static final String USAGE = String.join(
            System.lineSeparator(),
            "options: --out DIR      writes results.json and RESULTS.md there (default perf/target/results)",
            "         --files DIR    the files that are read; made if missing (default perf/target/files)",
            "         --runs N       medians of N runs (default 5)",
            "         --sigma S      scatter of the time to first byte (default 0.1)",
            "         --seed N       of its draws; run i has seed N + i (default 1)",
            "         --only REGEX   workloads whose name contains it",
            "         --store NAME   s3 (default), gcs, adls, or all of them, one after another",
            "         --set K=V,...  options of the library, such as vectorio.max-request-bytes=2MiB",
            "         --http-client  of S3: netty or crt, if not the default");
    private static final Set<String> FLAGS =
            Set.of("--out", "--files", "--runs", "--sigma", "--seed", "--only", "--store", "--set", "--http-client");

    private final Map<String, String> flags;

    private Workloads(Map<String, String> flags) {
        this.flags = flags;
    }

    /** Runs; the exit code is 1 if something was missed. */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            if (!FLAGS.contains(arguments[i]) || i + 1 == arguments.length) {
                System.err.println(USAGE);
                System.exit(2);
            }
            flags.put(arguments[i], arguments[i + 1]);
        }
        System.exit(new Workloads(flags).run() ? 0 : 1);
    }

    private boolean run() throws IOException {
        String store = flags.getOrDefault("--store", "s3").toUpperCase(Locale.ROOT);
        boolean passed = true;
        for (StoreKind kind : store.equals("ALL") ? List.of(StoreKind.values()) : List.of(StoreKind.valueOf(store))) {
            passed &= run(kind);
        }
        return passed;
    }

    private boolean run(StoreKind kind) throws IOException {
        PrintStream progress = System.err;
        Pattern only = Pattern.compile(flags.getOrDefault("--only", ""));
        List<Workload> workloads = new Catalog(folder("--files", "files"), kind)
                .all().stream()
                        .filter(workload -> only.matcher(workload.name()).find())
                        .toList();
        StoreModel model = kind.model(
                Double.parseDouble(flags.getOrDefault("--sigma", "0.1")),
                Long.parseLong(flags.getOrDefault("--seed", "1")));
        int runs = Integer.parseInt(flags.getOrDefault("--runs", "5"));
        try (StoreProcess store = StoreProcess.start();
                ObjectStoreBackend backend = backend(kind, store.endpoint())) {
            for (StagedFile file : Catalog.files(workloads)) {
                store.putFile(file.key(), file.path());
            }
            progress.println("store: " + kind);
            Measurement measurement = new Measurement(store, kind, backend, libraryOptions(), progress);
            measurement.warmUp(workloads);
            List<Row> rows = measurement.run(workloads, model, runs);
            Report report = new Report(kind, model, runs, rows);
            report.writeTo(folder("--out", "results"));
            System.out.println(report.table());
            return report.passed();
        }
    }

    private VectorIoOptions libraryOptions() {
        Map<String, String> set = new LinkedHashMap<>();
        for (String pair : flags.getOrDefault("--set", "").split(",", -1)) {
            if (!pair.isBlank()) {
                int equals = pair.indexOf('=');
                set.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return VectorIoOptions.from(set);
    }

    private ObjectStoreBackend backend(StoreKind kind, URI endpoint) {
        String client = flags.getOrDefault("--http-client", "").toUpperCase(Locale.ROOT);
        return kind != StoreKind.S3 || client.isEmpty()
                ? kind.backend(endpoint)
                : S3Backend.create(StoreKind.s3Options(endpoint).withHttpClient(S3HttpClient.valueOf(client)));
    }

    private Path folder(String flag, String name) {
        return Path.of(flags.getOrDefault(flag, "perf/target/" + name));
    }
}
