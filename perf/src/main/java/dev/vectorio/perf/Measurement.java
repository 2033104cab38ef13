package dev.vectorio.perf;

import com.sun.management.OperatingSystemMXBean;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.report.ClientCpu;
import dev.vectorio.perf.report.Leg;
import dev.vectorio.perf.report.Row;
import dev.vectorio.perf.report.Sample;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreLog;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Prediction;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs workloads on a store. Each read has a library of its own, so that nothing is remembered from the one before; the
 * client, its connections and the compiled code stay warm.
 */
final class Measurement {
    private static final long WARM_UP_NANOS = 3_000_000_000L;
    private static final long CPU_NANOS = 2_000_000_000L;
    private static final int FEWEST_WARM_UPS = 3;
    private static final int MOST_WARM_UPS = 40;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final StoreProcess store;
    private final StoreKind kind;
    private final ObjectStoreBackend backend;
    private final VectorIoOptions options;
    private final PrintStream progress;

    Measurement(
            StoreProcess store,
            StoreKind kind,
            ObjectStoreBackend backend,
            VectorIoOptions options,
            PrintStream progress) {
        this.store = store;
        this.kind = kind;
        this.backend = backend;
        this.options = options;
        this.progress = progress;
    }

    /** Compares the bytes of every workload with the local file, and reads everything until it is compiled. */
    void warmUp(List<Workload> workloads) throws IOException {
        store.use(StoreModel.unlimited());
        for (Workload workload : workloads) {
            progress.println("warming up: " + workload.name());
            try (VectorIo io = newLibrary()) {
                for (Selection selection : workload.selections()) {
                    Reading.compare(io, selection);
                }
            }
            for (Leg leg : Leg.values()) {
                long begin = System.nanoTime();
                for (int i = 0;
                        i < FEWEST_WARM_UPS || (i < MOST_WARM_UPS && System.nanoTime() - begin < WARM_UP_NANOS);
                        i++) {
                    sample(workload, leg);
                }
            }
        }
    }

    /** Reads every workload in every way, {@code runs} times, the ways and workloads taking turns. */
    List<Row> run(List<Workload> workloads, StoreModel model, int runs) throws IOException {
        List<ClientCpu> cpu = new ArrayList<>();
        for (Workload workload : workloads) {
            cpu.add(clientCpu(workload));
        }
        List<Map<Leg, List<Sample>>> samples = new ArrayList<>();
        workloads.forEach(workload -> samples.add(new EnumMap<>(Leg.class)));
        for (int run = 0; run < runs; run++) {
            StoreModel drawn = model.withSeed(model.seed() + run);
            progress.println(
                    "run " + (run + 1) + " of " + runs + ", seed " + drawn.seed() + ", sigma " + drawn.sigma());
            store.use(drawn);
            for (int i = 0; i < workloads.size(); i++) {
                for (Leg leg : Leg.values()) {
                    samples.get(i)
                            .computeIfAbsent(leg, key -> new ArrayList<>())
                            .add(sample(workloads.get(i), leg));
                }
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < workloads.size(); i++) {
            rows.add(checked(
                    new Row(workloads.get(i), samples.get(i), cpu.get(i), prediction(workloads.get(i), model))));
        }
        return rows;
    }

    /** What a plan says before anything is read. A plan is of one object. */
    private Optional<Prediction> prediction(Workload workload, StoreModel model) throws IOException {
        if (workload.selections().size() > 1) {
            return Optional.empty();
        }
        try (VectorIo io = newLibrary()) {
            int concurrency = io.options().maxConcurrentRequests();
            return Optional.of(Prediction.of(io, workload.selections().get(0), model.profile(concurrency)));
        }
    }

    /** Values must be those of the local file, in every run and every way. */
    private static Row checked(Row row) {
        ValueTotals local = row.samples(Leg.LOCAL).get(0).values();
        for (Leg leg : List.of(Leg.DECODE, Leg.PLAIN_INPUT_FILE, Leg.LOCAL)) {
            for (Sample sample : row.samples(leg)) {
                if (!sample.values().equals(local)) {
                    throw new IllegalStateException(
                            row.workload().name() + ", " + leg + ": " + sample.values() + " instead of " + local);
                }
            }
        }
        return row;
    }

    /** Raw ranges again and again, without latency or limits: first until they are compiled, then counted. */
    private ClientCpu clientCpu(Workload workload) throws IOException {
        progress.println("client CPU: " + workload.name());
        store.use(StoreModel.unlimited());
        fetchFor(workload, CPU_NANOS);
        store.clearLog();
        long cpu = SYSTEM.getProcessCpuTime();
        int reads = fetchFor(workload, CPU_NANOS);
        double seconds = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
        StoreLog log = store.log();
        return new ClientCpu(seconds, log.gets(), log.bytes(), reads);
    }

    private int fetchFor(Workload workload, long nanos) throws IOException {
        long begin = System.nanoTime();
        int reads = 0;
        while (reads < FEWEST_WARM_UPS || System.nanoTime() - begin < nanos) {
            try (VectorIo io = newLibrary()) {
                workload.fetch(io);
            }
            reads++;
        }
        return reads;
    }

    private Sample sample(Workload workload, Leg leg) throws IOException {
        store.clearLog();
        try (VectorIo io = newLibrary()) {
            long cpu = SYSTEM.getProcessCpuTime();
            long begin = System.nanoTime();
            ValueTotals values = read(workload, leg, io);
            double millis = (System.nanoTime() - begin) / 1e6;
            double cpuSeconds = (SYSTEM.getProcessCpuTime() - cpu) / 1e9;
            return new Sample(millis, cpuSeconds, store.log(), io.stats(), values);
        }
    }

    private static ValueTotals read(Workload workload, Leg leg, VectorIo io) throws IOException {
        return switch (leg) {
            case FETCH -> {
                workload.fetch(io);
                yield ValueTotals.NONE;
            }
            case DECODE -> workload.decode(io);
            case PLAIN_INPUT_FILE -> workload.decodePlainly(io);
            case LOCAL -> workload.decodeLocally();
        };
    }

    private VectorIo newLibrary() {
        return VectorIo.builder()
                .options(options)
                .backend(kind.scheme(), backend)
                .build();
    }
}
