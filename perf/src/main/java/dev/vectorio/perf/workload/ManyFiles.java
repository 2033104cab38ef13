package dev.vectorio.perf.workload;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.store.CostlessReaders;
import dev.vectorio.perf.store.StoreModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Files and several readers, each of which takes the next file when it is done with one. */
record ManyFiles(String name, List<Selection> selections, int readers, Goal goal) implements Workload {
    /** What readers without any cost of their own need: they wait and fetch in turns, which {@link Goal} knows nothing of. */
    @Override
    public double floorMillis(StoreModel store) {
        return CostlessReaders.millis(
                store, readers, selections.size(), selections.get(0).file().length());
    }

    @Override
    public void fetch(VectorIo io) throws IOException {
        each(selection -> {
            Reading.fetch(io, selection);
            return ValueTotals.NONE;
        });
    }

    @Override
    public ValueTotals decode(VectorIo io) throws IOException {
        return each(selection -> Reading.decode(io, selection));
    }

    @Override
    public ValueTotals decodePlainly(VectorIo io) throws IOException {
        return each(selection -> Reading.decodePlainly(io, selection));
    }

    @Override
    public ValueTotals each(Read read) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(readers);
        try {
            AtomicInteger next = new AtomicInteger();
            List<Future<ValueTotals>> parts = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                parts.add(threads.submit(() -> readNext(next, read)));
            }
            ValueTotals totals = ValueTotals.NONE;
            for (Future<ValueTotals> part : parts) {
                totals = totals.plus(part.get());
            }
            return totals;
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private ValueTotals readNext(AtomicInteger next, Read read) throws IOException {
        ValueTotals totals = ValueTotals.NONE;
        for (int i = next.getAndIncrement(); i < selections.size(); i = next.getAndIncrement()) {
            totals = totals.plus(read.of(selections.get(i)));
        }
        return totals;
    }
}
