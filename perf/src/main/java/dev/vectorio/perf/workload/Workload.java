package dev.vectorio.perf.workload;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.perf.store.StoreModel;
import java.io.IOException;
import java.util.List;

/** One row of the table: something to read, in several ways, and what it is judged by. */
public interface Workload {
    /** Short and unique. */
    String name();

    /** What it is judged by. */
    Goal goal();

    /** The least time, in milliseconds, that it can take on this store; a property of both, never of what was measured. */
    default double floorMillis(StoreModel store) {
        return goal().floorMillis(store);
    }

    /** The files it reads. */
    List<Selection> selections();

    /** Raw ranges. */
    void fetch(VectorIo io) throws IOException;

    /** All values with everything planned at once. */
    ValueTotals decode(VectorIo io) throws IOException;

    /** All values through plain input files. */
    ValueTotals decodePlainly(VectorIo io) throws IOException;

    /** One way to read one file. */
    interface Read {
        ValueTotals of(Selection selection) throws IOException;
    }

    /** Each file in some other way, by as many readers as the workload has. */
    ValueTotals each(Read read) throws IOException;

    /** The same values from local files, in the same manner. */
    default ValueTotals decodeLocally() throws IOException {
        return each(Reading::decodeLocally);
    }
}
