package dev.vectorio.peers;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.access.RemoteFile;
import dev.vectorio.peers.table.Case;
import dev.vectorio.peers.table.HeapCase;
import dev.vectorio.peers.worker.PeerFailedException;
import dev.vectorio.peers.worker.WorkerProcess;
import dev.vectorio.perf.report.Machine;
import dev.vectorio.perf.store.StoreModel;
import dev.vectorio.perf.store.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The smallest {@code -Xmx} with which each peer reads a large file whole. */
final class SmallestHeap {
    private static final int[] MEBIBYTES = {
        16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256, 320, 384, 512
    };
    /** Who has not read such a file from a store without limits by then is busy collecting garbage. */
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private final Settings settings;
    private final Consumer<String> progress;

    SmallestHeap(Settings settings, Consumer<String> progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /** Tries each peer by halving; as Markdown. */
    String table() throws IOException {
        StringBuilder text = new StringBuilder("## heap: smallest -Xmx for one large file, read whole\n\n"
                + Machine.describe() + " Tried: " + List.of(boxed()) + " MiB.\n");
        Path scratch = Files.createTempDirectory("vector-io-peers-heap");
        try (StoreProcess store = StoreProcess.start()) {
            store.use(StoreModel.unlimited());
            for (HeapCase heap : HeapCase.all()) {
                Case what = heap.what();
                if (settings.cases().matcher(what.name()).find()) {
                    Path copy = what.files().written(settings.files(), 0).get(0);
                    RemoteFile file = new RemoteFile(what.store(), "heap/one.parquet", Files.size(copy), copy);
                    store.putFile(file.key(), copy);
                    text.append(table(heap, file, store, scratch));
                }
            }
        }
        return text.toString();
    }

    private static Integer[] boxed() {
        return Arrays.stream(MEBIBYTES).boxed().toArray(Integer[]::new);
    }

    private String table(HeapCase heap, RemoteFile file, StoreProcess store, Path scratch) throws IOException {
        StringBuilder text = new StringBuilder(
                "\n### " + heap.what().name() + "\n\n| | -Xmx MiB | peak of the process MiB |\n|---|---|---|\n");
        Map<Peer, Integer> smallest = new EnumMap<>(Peer.class);
        for (Peer peer : heap.what().peers()) {
            if (settings.peers().matcher(peer.name()).find()) {
                text.append(line(peer, heap.what(), file, store, scratch, smallest));
            }
        }
        text.append('\n');
        heap.verdicts(smallest)
                .forEach(verdict -> text.append("- ").append(verdict).append('\n'));
        return text.toString();
    }

    private String line(
            Peer peer, Case what, RemoteFile file, StoreProcess store, Path scratch, Map<Peer, Integer> smallest)
            throws IOException {
        int low = 0;
        int high = MEBIBYTES.length;
        long peak = 0;
        while (low < high) {
            int middle = (low + high) / 2;
            long used = passes(peer, what, file, store, scratch, MEBIBYTES[middle]);
            progress.accept(peer + " with " + MEBIBYTES[middle] + " MiB: " + (used > 0 ? "passes" : "fails"));
            if (used > 0) {
                high = middle;
                peak = used;
            } else {
                low = middle + 1;
            }
        }
        if (low == MEBIBYTES.length) {
            return "| " + peer.title() + " | > " + MEBIBYTES[low - 1] + " | |\n";
        }
        smallest.put(peer, MEBIBYTES[low]);
        return String.format(Locale.ROOT, "| %s | %d | %d |%n", peer.title(), MEBIBYTES[low], peak >> 20);
    }

    /** Peak memory of the process, or 0 if it could not read. */
    private static long passes(Peer peer, Case what, RemoteFile file, StoreProcess store, Path scratch, int mebibytes)
            throws IOException {
        Path folder = scratch.resolve(what.store() + "-" + peer + "-" + mebibytes);
        try (WorkerProcess worker =
                WorkerProcess.start(peer, what.store(), store.endpoint(), mebibytes + "m", folder)) {
            worker.endAfter(LIMIT);
            worker.prepare(what.job(), List.of(file));
            worker.go();
            return worker.peakMemory();
        } catch (PeerFailedException e) {
            return 0;
        }
    }
}
