package dev.vectorio.cli.demo;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.Progress;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.KnownObject;
import dev.vectorio.parquet.VectorIoParquet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;

/** Writes, stages and reads the workloads, and prints the table. */
public final class Demo {
    private static final ParquetReadOptions OPTIONS =
            ParquetReadOptions.builder().withUseHadoopVectoredIo(true).build();

    /** What {@link #Demo} takes as name of a store. */
    public static final List<String> STORES = List.of("s3", "gcs", "adls");

    private final PrintWriter out;
    private final Progress.Screen screen;
    private final String storeName;
    private final List<Workload> workloads;

    /**
     * A demonstration.
     *
     * @param storeName one of {@link #STORES}
     * @param scale factor for the rows of every file
     */
    public Demo(PrintWriter out, Progress.Screen screen, String storeName, double scale) {
        this.storeName = storeName;
        this.out = out;
        this.screen = screen;
        this.workloads = Workload.all(scale);
    }

    /**
     * Runs it.
     *
     * @throws IOException if anything fails, or the two ways read different values
     */
    public void run() throws IOException {
        try (TemporaryFolder folder = new TemporaryFolder("vio-demo-");
                DemoStore store = newStore()) {
            out.println(store.description());
            List<Path> files = write(folder.path());
            stage(store, files);
            warmUp(store, folder.path());
            out.println();
            out.println(Reading.HEADING);
            for (Workload workload : workloads) {
                compare(workload, store, folder.path());
            }
            out.println();
            out.println("plain: HEAD, 8 bytes, footer, then parquet-java's own ranges, one GET each, one after another;"
                    + " the same " + store.name() + " client.");
            out.println(
                    "vector-io: is told which small files come next, and fetches that list together, however many are in"
                            + " flight.");
            out.println(
                    "Requests and bytes are the store's own count. Times are from opening to the last decoded value;"
                            + " all values were equal.");
        }
    }

    private DemoStore newStore() {
        return switch (storeName) {
            case "s3" -> new S3DemoStore();
            case "gcs" -> new GcsDemoStore();
            case "adls" -> new AdlsDemoStore();
            default -> throw new IllegalArgumentException("no store " + storeName);
        };
    }

    private List<Path> write(Path folder) throws IOException {
        List<WorkloadFile> all = workloads.stream()
                .flatMap(workload -> workload.files().stream())
                .toList();
        AtomicLong rowsBefore = new AtomicLong();
        AtomicLong rows = new AtomicLong();
        long total = all.stream().mapToLong(WorkloadFile::rows).sum();
        long start = System.nanoTime();
        List<Path> files = new ArrayList<>();
        long bytes = Progress.watch(screen, new Progress.Meter("writing", total, rows::get), () -> {
            long written = 0;
            for (WorkloadFile shape : all) {
                Path file = folder.resolve(fileName(shape));
                written += shape.write(file, done -> rows.set(rowsBefore.get() + done));
                rowsBefore.addAndGet(shape.rows());
                files.add(file);
            }
            return written;
        });
        say("%d Parquet files, %,d bytes, written in %,d ms", files.size(), bytes, millisSince(start));
        return files;
    }

    private static String fileName(WorkloadFile shape) {
        return shape.name() + "-" + shape.seed() + ".parquet";
    }

    private void stage(DemoStore store, List<Path> files) throws IOException {
        AtomicLong moved = new AtomicLong();
        long total = 0;
        for (Path file : files) {
            total += Files.size(file);
        }
        long start = System.nanoTime();
        Progress.Meter meter = new Progress.Meter("staging", total, moved::get);
        String how = Progress.watch(screen, meter, () -> store.stage(files, moved::set));
        say("%s in %,d ms", how, millisSince(start));
    }

    /** Loads classes and lets them be compiled: the first way must not pay for the second. Not counted. */
    private void warmUp(DemoStore store, Path folder) throws IOException {
        Workload few = workloads.get(0);
        Workload first = new Workload(few.title(), few.files().subList(0, 4), few.projection());
        local(first, folder);
        plain(first, store);
        vectorIo(first, store, new AtomicLong());
    }

    private void compare(Workload workload, DemoStore store, Path folder) throws IOException {
        long start = System.nanoTime();
        ValueTotals expected = local(workload, folder);
        long localMillis = millisSince(start);
        AtomicLong need = new AtomicLong();
        Reading plain = counted("plain", store, () -> plain(workload, store));
        Reading ours = counted("vector-io", store, () -> vectorIo(workload, store, need));
        for (Reading reading : List.of(plain, ours)) {
            if (!reading.values().equals(expected)) {
                throw new IOException(workload.title() + ": " + reading.way()
                        + " read other values than the local file has: " + reading.values() + ", not " + expected);
            }
        }
        say("%s: %,d values, checksum %s", workload.title(), expected.values(), expected.checksumText());
        out.println(plain.line(need.get(), plain.time()));
        out.println(ours.line(need.get(), plain.time()));
        say("  %-26s %56s %,6d ms", "(from a local file)", "", localMillis);
    }

    private static Reading counted(String way, DemoStore store, Progress.Work<ValueTotals> work) throws IOException {
        store.log().clear();
        long start = System.nanoTime();
        ValueTotals values = work.run();
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new Reading(way, values, store.requests(), time);
    }

    private static ValueTotals local(Workload workload, Path folder) throws IOException {
        ValueTotals totals = ValueTotals.NONE;
        for (WorkloadFile file : workload.files()) {
            totals = totals.plus(decode(new LocalInputFile(folder.resolve(fileName(file))), workload.projection()));
        }
        return totals;
    }

    private static ValueTotals plain(Workload workload, DemoStore store) throws IOException {
        ValueTotals totals = ValueTotals.NONE;
        for (WorkloadFile file : workload.files()) {
            totals = totals.plus(decode(new PlainInputFile(store.plain(), fileName(file)), workload.projection()));
        }
        return totals;
    }

    private static ValueTotals decode(InputFile file, MessageType projection) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(file, OPTIONS)) {
            reader.setRequestedSchema(projection);
            return ParquetValues.of(reader, projection);
        }
    }

    /** Nothing is known of the files but their names, and which come next. */
    private static ValueTotals vectorIo(Workload workload, DemoStore store, AtomicLong need) throws IOException {
        List<KnownObject> objects = workload.files().stream()
                .map(file -> KnownObject.at(store.location(fileName(file))))
                .toList();
        ValueTotals totals = ValueTotals.NONE;
        try (VectorIo io = store.library()) {
            if (objects.size() > 1) {
                io.lookAhead(objects);
            }
            for (KnownObject object : objects) {
                try (ParquetFileReader reader =
                        VectorIoParquet.open(io, object, OPTIONS, Optional.of(workload.projection()))) {
                    totals = totals.plus(ParquetValues.of(reader, workload.projection()));
                }
            }
            need.set(io.stats().needBytes());
        }
        return totals;
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    private void say(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
