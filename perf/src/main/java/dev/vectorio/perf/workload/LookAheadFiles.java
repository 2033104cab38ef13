package dev.vectorio.perf.workload;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.KnownObject;
import java.io.IOException;
import java.util.List;

/** Files announced as a list, and one thread that reads them one after another. */
record LookAheadFiles(String name, List<Selection> selections, Goal goal) implements Workload {
    @Override
    public void fetch(VectorIo io) throws IOException {
        announced(io, selection -> {
            Reading.fetch(io, selection);
            return ValueTotals.NONE;
        });
    }

    @Override
    public ValueTotals decode(VectorIo io) throws IOException {
        return announced(io, selection -> Reading.decode(io, selection));
    }

    @Override
    public ValueTotals decodePlainly(VectorIo io) throws IOException {
        return announced(io, selection -> Reading.decodePlainly(io, selection));
    }

    private ValueTotals announced(VectorIo io, Read read) throws IOException {
        List<KnownObject> objects = selections.stream()
                .map(selection -> selection.file().object(selection.lengthKnown()))
                .toList();
        AutoCloseable list = io.lookAhead(objects);
        try {
            return each(read);
        } finally {
            close(list);
        }
    }

    /** One after another, and unannounced. */
    @Override
    public ValueTotals each(Read read) throws IOException {
        ValueTotals totals = ValueTotals.NONE;
        for (Selection selection : selections) {
            totals = totals.plus(read.of(selection));
        }
        return totals;
    }

    /** Closing a list throws nothing, although its type says so. */
    private static void close(AutoCloseable list) {
        try {
            list.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
