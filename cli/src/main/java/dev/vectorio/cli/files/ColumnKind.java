package dev.vectorio.cli.files;

import java.nio.charset.StandardCharsets;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** What a column holds. */
public enum ColumnKind {
    /** Evenly spread in [0, 1), never null; does not compress. */
    DOUBLE(PrimitiveTypeName.DOUBLE) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addDouble(unit(random));
        }
    },
    /** All 64 bits random, never null. */
    LONG(PrimitiveTypeName.INT64) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addLong(random);
        }
    },
    /** All 32 bits random, never null. */
    INT(PrimitiveTypeName.INT32) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addInteger((int) random);
        }
    },
    /** Either, never null. */
    BOOLEAN(PrimitiveTypeName.BOOLEAN) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addBoolean(random < 0);
        }
    },
    /** One of a hundred names in a dictionary, never null. */
    NAME(PrimitiveTypeName.BINARY) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addBinary(NAMES[(int) Long.remainderUnsigned(random, NAMES.length)]);
        }
    },
    /** A double; one of eight is null. */
    SPARSE_DOUBLE(PrimitiveTypeName.DOUBLE) {
        @Override
        boolean isNull(long random) {
            return (random & 7) == 0;
        }

        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addDouble(unit(random));
        }
    },
    /** The row's position in its row group: sorted there, so that the page index tells pages apart. */
    SORTED(PrimitiveTypeName.INT64) {
        @Override
        void add(RecordConsumer record, long random, long row) {
            record.addLong(row);
        }
    };

    private static final Binary[] NAMES = new Binary[100];

    static {
        for (int i = 0; i < NAMES.length; i++) {
            NAMES[i] = Binary.fromConstantByteArray(("name-" + i * i).getBytes(StandardCharsets.UTF_8));
        }
    }

    private final PrimitiveTypeName type;

    ColumnKind(PrimitiveTypeName type) {
        this.type = type;
    }

    /** Adds the value for 64 random bits, or for the row's position in its row group. */
    abstract void add(RecordConsumer record, long random, long row);

    /** True if the value is left out. */
    boolean isNull(long random) {
        return false;
    }

    boolean hasDictionary() {
        return this == NAME;
    }

    PrimitiveType named(String name) {
        var column = this == SPARSE_DOUBLE ? Types.optional(type) : Types.required(type);
        return this == NAME ? column.as(LogicalTypeAnnotation.stringType()).named(name) : column.named(name);
    }

    private static double unit(long random) {
        return (random >>> 11) * 0x1p-53;
    }
}
