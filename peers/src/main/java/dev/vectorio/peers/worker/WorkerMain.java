package dev.vectorio.peers.worker;

import com.sun.management.OperatingSystemMXBean;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.peers.access.Access;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.access.RemoteFile;
import dev.vectorio.perf.store.StoreKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.commons.logging.LogFactory;
import org.apache.iceberg.Schema;

/**
 * The process in which one peer reads: nothing but it and its reader is compiled there, and its processor time and memory are
 * its own. Obeys lines on its input, each answered by one; ends when its input does.
 */
final class WorkerMain {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** A read that is ready to begin. */
    private interface Ready {
        ValueTotals read() throws IOException, InterruptedException;
    }

    private final StoreKind kind;
    private final Access access;
    private final Shapes shapes = new Shapes();
    private final Reads reads;
    private final Path folder;
    private final ExecutorService tasks = Executors.newCachedThreadPool();
    private int tables;
    private Ready ready = () -> ValueTotals.NONE;

    private WorkerMain(StoreKind kind, Access access, Path folder) {
        this.kind = kind;
        this.access = access;
        this.reads = new Reads(access, shapes);
        this.folder = folder;
    }

    /** Arguments: name of the peer, kind of the store, its address, a folder for tables. */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // what a peer prints is no answer
        if (LogFactory.getLog("org.apache.http.wire").isDebugEnabled()) {
            throw new IllegalStateException("an HTTP client that logs every byte is not measured");
        }
        StoreKind kind = StoreKind.valueOf(arguments[1]);
        try (Access access = Peer.valueOf(arguments[0]).open(kind, URI.create(arguments[2]))) {
            answers.println("ready");
            new WorkerMain(kind, access, Path.of(arguments[3])).serve(answers);
        } finally {
            // some peers leave threads that are no daemons
            Runtime.getRuntime().halt(0);
        }
    }

    private void serve(PrintStream answers) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            answers.println(obey(List.of(line.split("\t", -1))));
            answers.flush();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a peer throws is what is told of it, errors as well
    private String obey(List<String> words) {
        try {
            return switch (words.get(0)) {
                case "prepare" -> prepare(Job.parse(words.get(1)), Path.of(words.get(2)));
                case "go" -> "ok\t" + go().toLine();
                case "memory" -> "ok\t" + peakMemory();
                default -> throw new IllegalArgumentException("unknown command " + words);
            };
        } catch (Throwable e) {
            if (System.getProperty("vectorio.peers.trace") != null) {
                e.printStackTrace(System.err);
            }
            return "failed\t" + e.toString().replaceAll("\\s+", " ");
        }
    }

    private String prepare(Job job, Path list) throws IOException {
        List<RemoteFile> files = new ArrayList<>();
        for (String line : Files.readAllLines(list)) {
            List<String> fields = List.of(line.split("\t", -1));
            files.add(new RemoteFile(kind, fields.get(0), Long.parseLong(fields.get(1)), Path.of(fields.get(2))));
        }
        access.prepare(files);
        files.forEach(shapes::of);
        if (job.reader() == Reader.ARROW) {
            Schema columns = shapes.icebergColumns(files.get(0), job);
            ArrowTable table = new ArrowTable(
                    folder.resolve("table-" + tables++),
                    shapes.icebergSchema(files.get(0)),
                    columns,
                    files,
                    shapes,
                    access.fileIO());
            ready = () -> table.read(columns, job.batch());
        } else {
            ready = () -> inTasks(job, files);
        }
        return "ok";
    }

    private ValueTotals inTasks(Job job, List<RemoteFile> files) throws IOException, InterruptedException {
        List<Future<ValueTotals>> running = new ArrayList<>();
        for (int task = 0; task < job.tasks(); task++) {
            List<RemoteFile> share =
                    files.subList(files.size() * task / job.tasks(), files.size() * (task + 1) / job.tasks());
            if (!share.isEmpty()) {
                running.add(tasks.submit(() -> reads.task(job, share)));
            }
        }
        ValueTotals totals = ValueTotals.NONE;
        for (Future<ValueTotals> task : running) {
            try {
                totals = totals.plus(task.get());
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            }
        }
        return totals;
    }

    private Outcome go() throws IOException, InterruptedException {
        long cpu = SYSTEM.getProcessCpuTime();
        long begin = System.nanoTime();
        ValueTotals values = ready.read();
        double millis = (System.nanoTime() - begin) / 1e6;
        return new Outcome(millis, (SYSTEM.getProcessCpuTime() - cpu) / 1e9, values);
    }

    /** Most memory that the process has had, in bytes, as Linux tells it; 0 elsewhere. */
    private static long peakMemory() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
