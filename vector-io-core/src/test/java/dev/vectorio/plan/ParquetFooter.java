package dev.vectorio.plan;

import static java.util.Objects.requireNonNull;

import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Just enough of a Parquet footer to know where the column chunks lie: a reader of the Thrift compact protocol that keeps
 * every field by its number (numbers: parquet.thrift of the Parquet format). Shares no code with the library, which is its
 * use: the planner is checked against it.
 */
final class ParquetFooter {
    private static final int ROW_GROUPS = 4;
    private static final int COLUMNS = 1;
    private static final int ROWS = 3;
    private static final int META_DATA = 3;
    private static final int COMPRESSED_SIZE = 7;
    private static final int DATA_PAGE_OFFSET = 9;
    private static final int DICTIONARY_PAGE_OFFSET = 11;

    private final ByteBuffer in;

    private ParquetFooter(ByteBuffer in) {
        this.in = in;
    }

    /** The chunks of columns 0, n, 2n, ... in the footer's order; row groups without rows are left out. */
    static List<ByteRange> chunks(Path file, int everyNthColumn) throws IOException {
        List<ByteRange> chunks = new ArrayList<>();
        for (Object group : list(read(file), ROW_GROUPS)) {
            if (number(group, ROWS) == 0) {
                continue;
            }
            int index = 0;
            for (Object chunk : list(group, COLUMNS)) {
                if (index++ % everyNthColumn == 0) {
                    chunks.add(chunk(field(chunk, META_DATA)));
                }
            }
        }
        return chunks;
    }

    private static ByteRange chunk(Object metaData) {
        long data = number(metaData, DATA_PAGE_OFFSET);
        long dictionary = number(metaData, DICTIONARY_PAGE_OFFSET);
        long start = dictionary >= 4 ? Math.min(data, dictionary) : data;
        return ByteRange.of(start, number(metaData, COMPRESSED_SIZE));
    }

    private static Object read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int footerLength = bytes.getInt(bytes.limit() - 8);
        bytes.position(bytes.limit() - 8 - footerLength);
        return new ParquetFooter(bytes).struct();
    }

    private static Object field(Object struct, int field) {
        return requireNonNull(((Map<?, ?>) struct).get(field), () -> "no field " + field);
    }

    private static List<?> list(Object struct, int field) {
        return (List<?>) field(struct, field);
    }

    private static long number(Object struct, int field) {
        return ((Map<?, ?>) struct).containsKey(field) ? (Long) field(struct, field) : 0;
    }

    private Map<Integer, Object> struct() {
        Map<Integer, Object> fields = new HashMap<>();
        int field = 0;
        for (int header = in.get() & 0xff; header != 0; header = in.get() & 0xff) {
            int delta = header >>> 4;
            field = delta == 0 ? (int) zigzag() : field + delta;
            int type = header & 0xf;
            fields.put(field, type == 1 || type == 2 ? type == 1 : value(type));
        }
        return fields;
    }

    private Object value(int type) {
        return switch (type) {
            case 1, 2 -> in.get() == 1; // in a list; a field carries its boolean in the header
            case 3 -> (long) in.get();
            case 4, 5, 6 -> zigzag();
            case 7 -> in.getDouble();
            case 8 -> binary();
            case 9, 10 -> list();
            case 12 -> struct();
            default -> throw new IllegalStateException("thrift type " + type + " at " + in.position());
        };
    }

    private List<Object> list() {
        int header = in.get() & 0xff;
        int size = header >>> 4 == 15 ? Math.toIntExact(varint()) : header >>> 4;
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            items.add(value(header & 0xf));
        }
        return items;
    }

    private byte[] binary() {
        byte[] bytes = new byte[Math.toIntExact(varint())];
        in.get(bytes);
        return bytes;
    }

    private long zigzag() {
        long value = varint();
        return (value >>> 1) ^ -(value & 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = in.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
