package dev.vectorio.perf.workload;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.store.StoreModel;
import java.io.IOException;
import java.util.List;

/**
 * One file and one reader.
 *
 * @param name of the workload
 * @param selection what is read
 * @param goal what it is judged by
 * @param footerBytes of a footer that comes in steps, each on one connection and all before anything else may be asked for; 0
 *     where the footer comes with the tail
 */
record OneFile(String name, Selection selection, Goal goal, long footerBytes) implements Workload {
    OneFile(String name, Selection selection, Goal goal) {
        this(name, selection, goal, 0);
    }

    @Override
    public double floorMillis(StoreModel store) {
        return store.floorMillis(goal.rounds(), goal.needBytes() - footerBytes, goal.connections())
                + store.floorMillis(0, footerBytes, 1);
    }

    @Override
    public List<Selection> selections() {
        return List.of(selection);
    }

    @Override
    public void fetch(VectorIo io) throws IOException {
        Reading.fetch(io, selection);
    }

    @Override
    public ValueTotals decode(VectorIo io) throws IOException {
        return Reading.decode(io, selection);
    }

    @Override
    public ValueTotals decodePlainly(VectorIo io) throws IOException {
        return Reading.decodePlainly(io, selection);
    }

    @Override
    public ValueTotals each(Read read) throws IOException {
        return read.of(selection);
    }
}
