package dev.vectorio.perf;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.StagedFile;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Planners beside each other over HTTP: the raw ranges of workloads on the simulated store, in turns, under several fixed
 * limits and under the adaptive planner. That one is measured three times: by what is assumed of a store that nobody has
 * read from (a library of its own for each read), by what it has seen (one library for all reads), and told the truth.
 */
public final class Planners {
    private static final double SIGMA = 0.25;
    private static final long WARM_UP_NANOS = 2_000_000_000L;
    private static final String ASSUMED = "adaptive, nothing seen";
    private static final String LEARNED = "adaptive, learned";
    private static final String TOLD = "adaptive, told";

    private static final VectorIoOptions ADAPTIVE = VectorIoOptions.from(Map.of("vectorio.planner", "adaptive"));

    private final StoreProcess store;
    private final StoreKind kind;
    private final ObjectStoreBackend backend;
    private final StoreModel model;

    private Planners(StoreProcess store, StoreKind kind, ObjectStoreBackend backend, StoreModel model) {
        this.store = store;
        this.kind = kind;
        this.backend = backend;
        this.model = model;
    }

    /** Arguments: the store, runs, the first seed; then the folder of the files. */
    public static void main(String[] arguments) throws IOException {
        StoreKind kind = StoreKind.valueOf((arguments.length > 0 ? arguments[0] : "s3").toUpperCase(Locale.ROOT));
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 15;
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : 100;
        Path files = Path.of(arguments.length > 3 ? arguments[3] : "perf/target/files");
        Catalog catalog = new Catalog(files, kind);
        List<Workload> workloads = List.of(
                catalog.small(true),
                catalog.mid(),
                catalog.bigThreeColumns(),
                catalog.bigHalf(),
                catalog.paged(),
                catalog.largeFooter());
        try (StoreProcess store = StoreProcess.start();
                ObjectStoreBackend backend = kind.backend(store.endpoint())) {
            for (StagedFile file : Catalog.files(workloads)) {
                store.putFile(file.key(), file.path());
            }
            System.out.printf(
                    "%s, %d runs in turns, seeds %d on: %s%n",
                    kind, runs, seed, System.getProperty("vectorio.commit", ""));
            new Planners(store, kind, backend, kind.model(SIGMA, seed)).measure(workloads, runs);
        }
    }

    private Map<String, VectorIoOptions> planners() {
        Map<String, VectorIoOptions> planners = new LinkedHashMap<>();
        planners.put("fixed 512 KiB / 8 MiB (default)", VectorIoOptions.defaults());
        for (String limits : List.of("0/2MiB", "0/8MiB", "128KiB/2MiB", "256KiB/4MiB", "1MiB/8MiB", "1MiB/16MiB")) {
            String[] pair = limits.split("/", -1);
            planners.put(
                    "fixed " + pair[0] + " / " + pair[1],
                    VectorIoOptions.from(
                            Map.of("vectorio.max-gap-bytes", pair[0], "vectorio.max-request-bytes", pair[1])));
        }
        planners.put(ASSUMED, ADAPTIVE);
        planners.put(LEARNED, ADAPTIVE);
        planners.put(
                TOLD,
                VectorIoOptions.from(Map.of(
                        "vectorio.planner",
                        "adaptive",
                        "vectorio.profile.first-byte",
                        model.firstByte().toMillis() + "ms",
                        "vectorio.profile.connection-bandwidth",
                        Long.toString(model.connectionBytesPerSecond()),
                        "vectorio.profile.total-bandwidth",
                        Long.toString(model.totalBytesPerSecond()))));
        return planners;
    }

    private void measure(List<Workload> workloads, int runs) throws IOException {
        Map<String, VectorIoOptions> planners = planners();
        Map<Workload, Map<String, List<Read>>> reads = new LinkedHashMap<>();
        store.use(StoreModel.unlimited());
        for (Workload workload : workloads) {
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < WARM_UP_NANOS) {
                for (VectorIoOptions options : planners.values()) {
                    try (VectorIo io = library(options)) {
                        workload.fetch(io);
                    }
                }
            }
        }
        try (VectorIo learning = library(ADAPTIVE)) {
            for (int run = 0; run < runs; run++) {
                store.use(model.withSeed(model.seed() + run));
                for (Workload workload : workloads) {
                    for (Map.Entry<String, VectorIoOptions> planner : planners.entrySet()) {
                        Read read = planner.getKey().equals(LEARNED)
                                ? read(workload, learning)
                                : read(workload, planner.getValue());
                        reads.computeIfAbsent(workload, any -> new LinkedHashMap<>())
                                .computeIfAbsent(planner.getKey(), name -> new ArrayList<>())
                                .add(read);
                    }
                }
            }
            System.out.println("seen by the library that learned: " + learning.endpoints());
        }
        reads.forEach(this::print);
    }

    private VectorIo library(VectorIoOptions options) {
        return VectorIo.builder()
                .options(options)
                .backend(kind.scheme(), backend)
                .build();
    }

    /** One read: its time, its requests, and what they brought. */
    private record Read(double millis, int gets, long bytes) {}

    private Read read(Workload workload, VectorIoOptions options) throws IOException {
        try (VectorIo io = library(options)) {
            return read(workload, io);
        }
    }

    private Read read(Workload workload, VectorIo io) throws IOException {
        store.clearLog();
        long begin = System.nanoTime();
        workload.fetch(io);
        double millis = (System.nanoTime() - begin) / 1e6;
        return new Read(millis, store.log().gets(), store.log().bytes());
    }

    private void print(Workload workload, Map<String, List<Read>> byPlanner) {
        double floor = workload.floorMillis(model);
        double best = byPlanner.entrySet().stream()
                .filter(planner -> planner.getKey().startsWith("fixed"))
                .mapToDouble(planner -> median(planner.getValue()))
                .min()
                .orElseThrow();
        System.out.printf("%n%s: floor %.0f ms%n%n", workload.name(), floor);
        System.out.println("| planner | ms | ÷ floor | ÷ best fixed | first read ms | GETs | bytes / need |");
        System.out.println("|---|---|---|---|---|---|---|");
        byPlanner.forEach((name, list) -> {
            Read last = list.get(list.size() - 1);
            double median = median(list);
            System.out.printf(
                    "| %s | %.0f | %.2f | %.2f | %.0f | %d | %.3f |%n",
                    name,
                    median,
                    median / floor,
                    median / best,
                    list.get(0).millis(),
                    last.gets(),
                    (double) last.bytes() / workload.goal().needBytes());
        });
    }

    private static double median(List<Read> reads) {
        double[] sorted = reads.stream().mapToDouble(Read::millis).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
