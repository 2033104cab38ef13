package dev.vectorio.cli.files;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.jspecify.annotations.Nullable;

/** Turns a row's number into its values, without an object for the row or for a value. */
final class RowWriter extends WriteSupport<Long> {
    private final WorkloadFile file;
    private final ColumnKind[] kinds;
    private final String[] names;
    private @Nullable RecordConsumer record;

    RowWriter(WorkloadFile file) {
        this.file = file;
        this.kinds = file.columns().toArray(new ColumnKind[0]);
        this.names = new String[kinds.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = WorkloadFile.columnName(i);
        }
    }

    @Override
    @SuppressWarnings("deprecation") // abstract in parquet-java: must be there
    public WriteContext init(Configuration configuration) {
        return context();
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return context();
    }

    private WriteContext context() {
        return new WriteContext(file.schema(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        record = recordConsumer;
    }

    @Override
    public void write(Long row) {
        RecordConsumer to = record;
        if (to == null) {
            throw new IllegalStateException("not prepared");
        }
        to.startMessage();
        long inRowGroup = row % file.rowsPerRowGroup();
        for (int i = 0; i < kinds.length; i++) {
            long random = mix(file.seed() + mix(row * kinds.length + i));
            if (!kinds[i].isNull(random)) {
                to.startField(names[i], i);
                kinds[i].add(to, random, inRowGroup);
                to.endField(names[i], i);
            }
        }
        to.endMessage();
    }

    /** Spreads neighbouring numbers over all longs (finalizer of splitmix64, Steele and others 2014). */
    private static long mix(long z) {
        long a = (z + 0x9E3779B97F4A7C15L);
        a = (a ^ (a >>> 30)) * 0xBF58476D1CE4E5B9L;
        a = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return a ^ (a >>> 31);
    }
}
