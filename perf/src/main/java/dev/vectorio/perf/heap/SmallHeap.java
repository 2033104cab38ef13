package dev.vectorio.perf.heap;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.ByteRange;
import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Four readers of row groups of 128 MiB under a budget of 64 MiB, in a JVM whose heap its starter has chosen. Prints one line:
 * the most that the budget held, and rows and checksum of what was decoded.
 */
public final class SmallHeap {
    /** The memory budget in bytes. */
    public static final long BUDGET_BYTES = 64L << 20;

    private static final int READERS = 4;

    private final VectorIo io;
    private final List<Selection> selections;

    private SmallHeap(VectorIo io, List<Selection> selections) {
        this.io = io;
        this.selections = selections;
    }

    /**
     * Reads.
     *
     * @param arguments the store's address, the folder of the files, and {@code ranges} or {@code values}
     */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        List<Selection> selections = new Catalog(Path.of(arguments[1])).largeRowGroups(READERS);
        try (ObjectStoreBackend backend = StoreKind.S3.backend(URI.create(arguments[0]));
                VectorIo io = VectorIo.builder()
                        .options(VectorIoOptions.defaults().withMemoryBudgetBytes(BUDGET_BYTES))
                        .backend("s3", backend)
                        .build()) {
            SmallHeap heap = new SmallHeap(io, selections);
            ValueTotals totals = heap.all("ranges".equals(arguments[2]));
            out.println(io.load().peakBudgetedBytes() + " " + totals.rows() + " " + totals.checksumText());
        }
    }

    private ValueTotals all(boolean ranges) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<ValueTotals>> parts = new ArrayList<>();
            for (Selection selection : selections) {
                parts.add(threads.submit(() -> ranges ? ranges(selection) : Reading.decode(io, selection)));
            }
            ValueTotals totals = ValueTotals.NONE;
            for (Future<ValueTotals> part : parts) {
                totals = totals.plus(part.get());
            }
            return totals;
        } finally {
            threads.shutdownNow();
        }
    }

    /** All ranges of all row groups in one read; each result is closed before the next is waited for. */
    private ValueTotals ranges(Selection selection) throws IOException {
        List<ByteRange> wanted = selection.rounds().get(0);
        try (RangeReader reader = io.open(selection.file().object(true));
                VectoredRead read = reader.readVectored(wanted)) {
            for (int i = 0; i < wanted.size(); i++) {
                read.await(i).close();
            }
        }
        return ValueTotals.NONE;
    }
}
