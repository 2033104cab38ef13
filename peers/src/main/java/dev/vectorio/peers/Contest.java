package dev.vectorio.peers;

import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.access.RemoteFile;
import dev.vectorio.peers.report.CaseResult;
import dev.vectorio.peers.report.PeerRow;
import dev.vectorio.peers.report.Sample;
import dev.vectorio.peers.table.Case;
import dev.vectorio.peers.worker.PeerFailedException;
import dev.vectorio.peers.worker.WorkerProcess;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lets all peers of a case read in turns. Each has a process of its own for the whole table. Every read is of keys that nobody
 * has read before, so that nothing is remembered, while clients, connections and compiled code stay warm.
 */
final class Contest implements AutoCloseable {
    private static final int SETS = 2;
    private static final int FEWEST_WARM_UPS = 2;

    private final StoreProcess store;
    private final Settings settings;
    private final Consumer<String> progress;
    private final Path scratch;
    private final Map<StoreKind, Map<Peer, WorkerProcess>> workers = new EnumMap<>(StoreKind.class);
    private final Map<Peer, String> failures = new EnumMap<>(Peer.class);
    private int reads;

    Contest(Settings settings, Consumer<String> progress) throws IOException {
        this.settings = settings;
        this.progress = progress;
        this.scratch = Files.createTempDirectory("vector-io-peers");
        this.store = StoreProcess.start();
    }

    /** Reads in turns, and compares the values with those of the local copies. */
    CaseResult run(Case what) throws IOException {
        progress.accept(what.store() + ": " + what.name());
        failures.clear();
        List<Peer> peers = what.peers().stream()
                .filter(peer -> settings.peers().matcher(peer.name()).find())
                .toList();
        List<List<Path>> sets = new ArrayList<>();
        for (int set = 0; set < SETS; set++) {
            sets.add(what.files().written(settings.files(), set));
        }
        store.use(StoreModel.unlimited());
        for (Peer peer : peers) {
            warmUp(what, peer, sets.get(0));
        }
        List<Map<Peer, List<Sample>>> samples = new ArrayList<>();
        sets.forEach(set -> samples.add(new EnumMap<>(Peer.class)));
        for (int run = 0; run < settings.runs(); run++) {
            for (int set = 0; set < SETS; set++) {
                store.use(what.store().model(settings.sigma(), settings.seed() + run));
                for (Peer peer : peers) {
                    Optional<Sample> sample = attempt(what, peer, sets.get(set));
                    List<Sample> of = samples.get(set).computeIfAbsent(peer, key -> new ArrayList<>());
                    sample.ifPresent(of::add);
                }
                checkValues(what, samples.get(set));
            }
        }
        return result(what, peers, samples, sets.get(0));
    }

    private CaseResult result(Case what, List<Peer> peers, List<Map<Peer, List<Sample>>> samples, List<Path> files)
            throws IOException {
        List<PeerRow> rows = new ArrayList<>();
        for (Peer peer : peers) {
            Optional<String> failure = Optional.ofNullable(failures.get(peer));
            long peak = failure.isPresent() ? 0 : worker(what.store(), peer).peakMemory();
            rows.add(new PeerRow(
                    peer,
                    samples.get(0).getOrDefault(peer, List.of()),
                    samples.get(1).getOrDefault(peer, List.of()),
                    peak,
                    failure));
        }
        return new CaseResult(what, length(what, files), rows);
    }

    private static long length(Case what, List<Path> files) throws IOException {
        long bytes = 0;
        for (int i = 0; i < what.files().count(); i++) {
            bytes += Files.size(files.get(i % files.size()));
        }
        return bytes;
    }

    private void warmUp(Case what, Peer peer, List<Path> files) throws IOException {
        long begin = System.nanoTime();
        for (int i = 0;
                !failures.containsKey(peer)
                        && (i < FEWEST_WARM_UPS || System.nanoTime() - begin < settings.warmUpSeconds() * 1e9);
                i++) {
            attempt(what, peer, files);
        }
    }

    private Optional<Sample> attempt(Case what, Peer peer, List<Path> files) throws IOException {
        if (failures.containsKey(peer)) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(what, peer, files));
        } catch (PeerFailedException e) {
            progress.accept("  " + peer + ": " + e.getMessage());
            failures.put(peer, e.getMessage());
            Map<Peer, WorkerProcess> running = workers.getOrDefault(what.store(), Map.of());
            WorkerProcess failed = running.remove(peer);
            if (failed != null) {
                failed.close();
            }
            return Optional.empty();
        }
    }

    private Sample read(Case what, Peer peer, List<Path> files) throws IOException {
        WorkerProcess worker = worker(what.store(), peer);
        List<RemoteFile> remote = new ArrayList<>();
        String prefix = "read-" + reads++ + "/";
        Map<Path, Long> lengths = new HashMap<>();
        for (int i = 0; i < what.files().count(); i++) {
            Path copy = files.get(i % files.size());
            Long known = lengths.get(copy);
            long length = known == null ? Files.size(copy) : known;
            lengths.put(copy, length);
            RemoteFile file = new RemoteFile(what.store(), prefix + "part-" + i + ".parquet", length, copy);
            store.putFile(file.key(), copy);
            remote.add(file);
        }
        worker.prepare(what.job(), remote);
        store.clearLog();
        return Sample.of(worker.go(), store.log());
    }

    private WorkerProcess worker(StoreKind kind, Peer peer) throws IOException {
        Map<Peer, WorkerProcess> running = workers.computeIfAbsent(kind, key -> new EnumMap<>(Peer.class));
        WorkerProcess known = running.get(peer);
        if (known == null) {
            progress.accept("  starting " + peer);
            known = WorkerProcess.start(
                    peer, kind, store.endpoint(), settings.heap(), scratch.resolve(kind + "-" + peer + "-" + reads));
            running.put(peer, known);
        }
        return known;
    }

    /** Whoever reads other values than the rest is no peer. */
    private static void checkValues(Case what, Map<Peer, List<Sample>> samples) {
        Optional<ValueTotals> oracle = Optional.empty();
        for (Map.Entry<Peer, List<Sample>> of : samples.entrySet()) {
            for (Sample sample : of.getValue()) {
                ValueTotals values = sample.outcome().values();
                if (oracle.isPresent() && !oracle.get().equals(values)) {
                    throw new IllegalStateException(
                            what.name() + ", " + of.getKey() + ": " + values + " instead of " + oracle.get());
                }
                oracle = Optional.of(values);
            }
        }
    }

    @Override
    public void close() throws IOException {
        workers.values().forEach(running -> running.values().forEach(WorkerProcess::close));
        store.close();
        try (var files = Files.walk(scratch)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
