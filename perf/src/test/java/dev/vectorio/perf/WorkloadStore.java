package dev.vectorio.perf;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectorIoStats;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreLog;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.StagedFile;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A store with a little latency, the files of the workloads in it, and a client. */
final class WorkloadStore implements AutoCloseable {
    private static final Duration FIRST_BYTE = Duration.ofMillis(5);
    private static final Duration IDLE_WAIT = Duration.ofSeconds(30);

    private final SimulatedStore store;
    private final StoreKind kind;
    private final ObjectStoreBackend backend;

    /** One read of a workload. */
    interface Read {
        ValueTotals of(VectorIo io) throws IOException;
    }

    /** What was read, and what both sides counted. */
    record Outcome(ValueTotals values, StoreLog log, VectorIoStats stats) {}

    WorkloadStore(StoreKind kind, List<Workload> workloads) {
        this.kind = kind;
        store = SimulatedStore.start(
                StoreSettings.defaults().withTiming(TimingModel.none().withFirstByte(FIRST_BYTE, 0)));
        for (StagedFile file : Catalog.files(workloads)) {
            store.putFile(StoreProcess.BUCKET, file.key(), file.path());
        }
        backend = kind.backend(store.uri());
    }

    Outcome read(Read read) throws IOException, InterruptedException {
        return read(VectorIoOptions.defaults(), read);
    }

    Outcome read(VectorIoOptions options, Read read) throws IOException, InterruptedException {
        store.log().clear();
        VectorIo io = VectorIo.builder()
                .options(options)
                .backend(kind.scheme(), backend)
                .build();
        ValueTotals values;
        try (io) {
            values = read.of(io);
        }
        if (!store.log().awaitIdle(IDLE_WAIT)) {
            throw new IllegalStateException("requests are still under way");
        }
        return new Outcome(values, StoreLog.of(store.log().records()), io.stats());
    }

    boolean suffixRanges() {
        return backend.capabilities().suffixRange();
    }

    @Override
    public void close() {
        backend.close();
        store.close();
    }
}
