package dev.vectorio.peers.table;

import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.peers.worker.Reader;
import dev.vectorio.perf.store.StoreKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One large file that every peer reads with as little heap as it can.
 *
 * @param what the file, and who reads it
 * @param ours one way of this library
 * @param rowGroupBytes of the largest row group, which parquet-java keeps while it decodes it
 * @param accelerators whose heap is compared with
 */
public record HeapCase(Case what, Peer ours, long rowGroupBytes, List<Peer> accelerators) {
    /** The budget is this part of the heap unless it is set. */
    private static final double BUDGET_OF_HEAP = 0.25;

    /** The list is copied. */
    public HeapCase {
        accelerators = List.copyOf(accelerators);
    }

    /** One row group of 75 MB by column readers on S3, and the published month on GCS by Iceberg's row reader. */
    public static List<HeapCase> all() {
        Case month = Tables.GCS_MONTH.cases(1).stream()
                .filter(what -> what.name().startsWith("n = 100, row"))
                .findFirst()
                .orElseThrow();
        return List.of(
                new HeapCase(
                        Case.of(
                                "one row group of 75 MB",
                                StoreKind.S3,
                                FileSet.one(WorkloadFiles.mid()),
                                Job.all(Reader.COLUMNS),
                                Peer.of(StoreKind.S3)),
                        Peer.VECTOR_IO_PARQUET,
                        75_000_000,
                        List.of(Peer.S3A_ACCELERATOR, Peer.ICEBERG_ACCELERATOR)),
                new HeapCase(
                        Case.of(
                                "one month on GCS, " + month.name(),
                                month.store(),
                                month.files(),
                                month.job(),
                                month.peers()),
                        Peer.VECTOR_IO_ICEBERG,
                        Tables.ROW_GROUP_BYTES,
                        List.of(Peer.ICEBERG_ACCELERATOR)));
    }

    /**
     * Whether the heap is no more than a row group and the memory budget, and no more than half of the accelerator's.
     *
     * @param mebibytes smallest heap of each peer that could read
     */
    public List<String> verdicts(Map<Peer, Integer> mebibytes) {
        List<String> lines = new ArrayList<>();
        Integer own = mebibytes.get(ours);
        if (own == null) {
            return lines;
        }
        double bound = rowGroupBytes / 1_048_576.0 + own * BUDGET_OF_HEAP;
        lines.add(String.format(
                Locale.ROOT,
                "%s: %d MiB, promised at most %.0f MiB (a row group and the budget): %s",
                ours.title(),
                own,
                bound,
                own <= bound ? "kept" : "**missed**"));
        accelerators.stream()
                .flatMap(peer -> Stream.ofNullable(mebibytes.get(peer)))
                .min(Integer::compare)
                .ifPresent(least -> lines.add(String.format(
                        Locale.ROOT,
                        "%s: %.2f x the accelerator's %d MiB, promised at most 0.50 x: %s",
                        ours.title(),
                        (double) own / least,
                        least,
                        2 * own <= least ? "kept" : "**missed**")));
        return lines;
    }
}
