package dev.vectorio.perf.storm;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.store.object.SyntheticBytes;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The versions of its object that all bytes which one reader has delivered agree with. Thread-safe. */
final class SeenVersions {
    private final List<SyntheticBytes> all;
    private final Set<SyntheticBytes> excluded = new HashSet<>();

    SeenVersions(List<SyntheticBytes> all) {
        this.all = all;
    }

    @Override
    public synchronized String toString() {
        return "versions " + all + ", of which other bytes excluded " + excluded;
    }

    /** False if there is no version that has these bytes and all those before. */
    synchronized boolean agrees(RangeResult result) {
        ByteBuffer bytes = result.buffer();
        if (!bytes.hasRemaining()) {
            return true; // delivered without asking the store: of no version, and wherever it lies
        }
        boolean one = false;
        for (SyntheticBytes version : all) {
            if (!excluded.contains(version)) {
                boolean fits = result.range().end() <= version.length()
                        && ByteBuffer.wrap(version.copy(result.range().offset(), bytes.remaining()))
                                .equals(bytes);
                if (fits) {
                    one = true;
                } else {
                    excluded.add(version);
                }
            }
        }
        return one;
    }
}
