package dev.vectorio.peers;

import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.report.CaseResult;
import dev.vectorio.peers.table.Case;
import dev.vectorio.peers.table.FileSet;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.perf.store.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Requests of a few small files: what needs no clock. */
final class CallsPerFile {
    private static final int FILES = 4;

    private CallsPerFile() {}

    /**
     * Lets each peer read small files, and compares the values.
     *
     * @param folder for the files
     * @return for each peer GETs and HEADs a file, as it is published, such as {@code 1+0}; or why it could not read
     */
    static Map<Peer, String> of(StoreKind store, Job job, List<Peer> peers, Path folder) throws IOException {
        Settings settings = new Settings(1, 0, 1, Pattern.compile(""), Pattern.compile(""), 0, "512m", folder);
        Map<Peer, String> calls = new TreeMap<>();
        Consumer<String> progress = System.err::println;
        try (Contest contest = new Contest(settings, progress)) {
            FileSet files = FileSet.many(WorkloadFiles.small().scaled(0.2), FILES);
            CaseResult result = contest.run(Case.of("calls a file", store, files, job, peers));
            result.rows()
                    .forEach(row -> calls.put(
                            row.peer(),
                            row.failure()
                                    .orElseGet(() -> perFile(row.any().gets()) + "+"
                                            + perFile(row.any().heads()))));
        }
        return calls;
    }

    private static String perFile(int requests) {
        return requests % FILES == 0 ? Integer.toString(requests / FILES) : Double.toString((double) requests / FILES);
    }
}
