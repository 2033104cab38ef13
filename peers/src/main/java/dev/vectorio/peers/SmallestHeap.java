package dev.vectorio.peers;

import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.access.RemoteFile;
import dev.vectorio.peers.table.FileSet;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.peers.worker.PeerFailedException;
import dev.vectorio.peers.worker.Reader;
import dev.vectorio.peers.worker.WorkerProcess;
import dev.vectorio.perf.report.Machine;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** The smallest {@code -Xmx} with which each peer reads a file of one row group of 75 MB whole, by its column readers. */
final class SmallestHeap {
    private static final int[] MEBIBYTES = {16, 24, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256, 384, 512};
    /** Who has not read 75 MB from a store without limits by then is busy collecting garbage. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final Settings settings;
    private final Consumer<String> progress;

    SmallestHeap(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Tries each peer by halving; as Markdown. */
    String table() throws IOException {
        Path copy =
                FileSet.one(WorkloadFiles.mid()).written(settings.files(), 0).get(0);
        StringBuilder text = new StringBuilder("## heap: smallest -Xmx for one row group of 75 MB, read whole\n\n"
                + Machine.describe() + "\n\n| | -Xmx MiB | peak of the process MiB |\n|---|---|---|\n");
        Path scratch = Files.createTempDirectory("vector-io-peers-heap");
        try (StoreProcess store = StoreProcess.start()) {
            store.use(StoreModel.unlimited());
            RemoteFile file = new RemoteFile(StoreKind.S3, "heap/one.parquet", Files.size(copy), copy);
            store.putFile(file.key(), copy);
            for (Peer peer : Peer.of(StoreKind.S3)) {
                if (settings.peers().matcher(peer.name()).find()) {
                    text.append(line(peer, file, store, scratch));
                }
            }
        }
        return text.toString();
    }

    private String line(Peer peer, RemoteFile file, StoreProcess store, Path scratch) throws IOException {
        int low = 0;
        int high = MEBIBYTES.length;
        long peak = 0;
        while (low < high) {
            int middle = (low + high) / 2;
            long used = passes(peer, file, store, scratch, MEBIBYTES[middle]);
            progress.accept(peer + " with " + MEBIBYTES[middle] + " MiB: " + (used > 0 ? "passes" : "fails"));
            if (used > 0) {
                high = middle;
                peak = used;
            } else {
                low = middle + 1;
            }
        }
        String heap = low < MEBIBYTES.length ? Integer.toString(MEBIBYTES[low]) : "> " + MEBIBYTES[low - 1];
        return String.format(Locale.ROOT, "| %s | %s | %d |%n", peer.title(), heap, peak >> 20);
    }

    /** Peak memory of the process, or 0 if it could not read. */
    private static long passes(Peer peer, RemoteFile file, StoreProcess store, Path scratch, int mebibytes)
            throws IOException {
        Path folder = scratch.resolve(peer + "-" + mebibytes);
        try (WorkerProcess worker =
                WorkerProcess.start(peer, StoreKind.S3, store.endpoint(), mebibytes + "m", folder)) {
            worker.endAfter(LIMIT);
            worker.prepare(Job.all(Reader.COLUMNS), List.of(file));
            worker.go();
            return worker.peakMemory();
        } catch (PeerFailedException e) {
            return 0;
        }
    }
}
