package dev.vectorio.perf.workload;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ValueTotals;
import java.io.IOException;
import java.util.List;

/** One file and one reader. */
record OneFile(String name, Selection selection, Goal goal) implements Workload {
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
    public ValueTotals decodeLocally() throws IOException {
        return Reading.decodeLocally(selection);
    }
}
