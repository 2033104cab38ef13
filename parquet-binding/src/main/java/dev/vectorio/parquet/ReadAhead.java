package dev.vectorio.parquet;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads ahead for one stream. What is announced is fetched behind everything that somebody waits for, into buffers of the
 * engine, and handed out once, when exactly that range is asked for.
 *
 * <p>A stream that nobody told what will be read learns it: the columns read from one row group are expected from the
 * following ones. It reads ahead at most the larger of {@value #LEAST_BYTES} bytes and what the stream has asked for so far,
 * and a quarter more, as row groups are about equally large. A stream that begins behind the first row group is taken for that
 * of a task that owns a part of the file: before it has gone on to a second one, it reads {@value #LEAST_BYTES} bytes ahead at
 * most, so that it does not fetch its neighbour's.
 */
final class ReadAhead {
    /** So much is read ahead from the start. */
    static final long LEAST_BYTES = 4 << 20;

    private final ParquetSource source;
    private final boolean learns;
    private final boolean checked;
    private final TreeMap<Long, ByteRange> announced = new TreeMap<>();
    private final Set<Integer> touchedColumns = new TreeSet<>();
    private int touchedRowGroup = -1;
    private int nextRowGroup;
    private long outstanding;
    private long consumed;
    private int firstRowGroup = -1;

    private ReadAhead(ParquetSource source, boolean learns, boolean checked) {
        this.source = source;
        this.learns = learns && source.options().enabled();
        this.checked = checked;
    }

    /** For a stream that nobody told what will be read. */
    static ReadAhead learning(ParquetSource source) {
        return new ReadAhead(source, true, false);
    }

    /** For a stream that was told: it announces what it works out. */
    static ReadAhead told(ParquetSource source) {
        return new ReadAhead(source, false, false);
    }

    /** For the stream of a reader that announces, and checks, what it reads itself. */
    static ReadAhead checked(ParquetSource source) {
        return new ReadAhead(source, false, true);
    }

    /**
     * Refuses ranges that this file does not hold though its footer lists them.
     *
     * @throws ParquetLayoutException naming column and {@code file_path}
     */
    void requireHere(List<ByteRange> wanted) throws IOException {
        if (checked) {
            return;
        }
        FooterScan layout = source.scan();
        for (ByteRange range : wanted) {
            layout.requireHere(range);
        }
    }

    /** Has these ranges fetched, in this order, unless they are in memory. */
    void announce(List<ByteRange> ranges) {
        List<ByteRange> fresh = ranges.stream()
                .filter(range -> !announced.containsKey(range.offset()))
                .filter(range -> source.inPiece(range).isEmpty())
                .toList();
        for (ByteRange range : fresh) {
            announced.put(range.offset(), range);
            outstanding += range.length();
        }
        source.prefetch(fresh, BufferAllocator.heap(), Long.MAX_VALUE);
    }

    /** True, once, if exactly this range has been announced. */
    boolean take(ByteRange range) {
        boolean known = range.equals(announced.get(range.offset()));
        if (known) {
            announced.remove(range.offset());
            outstanding -= range.length();
        }
        return known;
    }

    /** Counts bytes that were read without being placed in a structure. */
    void consumed(long bytes) {
        consumed += bytes;
    }

    /** Announced bytes that were not asked for yet. */
    long outstanding() {
        return outstanding;
    }

    /** Gives up what was announced: it will not be asked for. */
    void forgetAnnounced() {
        announced.clear();
        outstanding = 0;
    }

    /** The announced range that begins at this position. */
    Optional<ByteRange> announcedAt(long position) {
        return Optional.ofNullable(announced.get(position));
    }

    /** Where the next announced range begins, behind the position. */
    long nextAnnounced(long position) {
        Map.Entry<Long, ByteRange> next = announced.higherEntry(position);
        return next == null ? Long.MAX_VALUE : next.getKey();
    }

    /** How much may be read ahead now. */
    long limit() {
        return Math.max(LEAST_BYTES, consumed);
    }

    /** Learns from a vectored read, which asks for all columns of a row group at once, and reads on. */
    void wanted(List<ByteRange> ranges) throws IOException {
        long before = consumed;
        ranges.forEach(range -> consumed += range.length());
        if (!learns || source.lengthIfCertain().isEmpty()) {
            return;
        }
        FooterScan layout = source.scan();
        Set<Integer> columns = new TreeSet<>();
        int rowGroup = -1;
        int first = Integer.MAX_VALUE;
        for (ByteRange range : ranges) {
            List<FooterScan.Chunk> chunks = layout.chunksIn(range);
            if (chunks.stream().mapToLong(chunk -> chunk.range().length()).sum() != range.length()) {
                return;
            }
            for (FooterScan.Chunk chunk : chunks) {
                columns.add(chunk.column());
                rowGroup = Math.max(rowGroup, chunk.rowGroup());
                first = Math.min(first, chunk.rowGroup());
            }
        }
        firstRowGroup = firstRowGroup < 0 ? first : firstRowGroup;
        readOn(layout, rowGroup + 1, columns, Long.MAX_VALUE, firstRowGroup == 0 ? consumed : before);
    }

    /** Learns from a serial read of some bytes of a chunk; a row group's columns are known when the next one begins. */
    void touched(FooterScan layout, FooterScan.Chunk chunk, long bytes) {
        consumed += bytes;
        if (!learns) {
            return;
        }
        if (chunk.rowGroup() == touchedRowGroup) {
            touchedColumns.add(chunk.column());
            return;
        }
        if (touchedRowGroup >= 0 && chunk.rowGroup() > touchedRowGroup) {
            readOn(
                    layout,
                    chunk.rowGroup() + 1,
                    touchedColumns,
                    source.options().maxRequestBytes(),
                    consumed);
        }
        touchedRowGroup = chunk.rowGroup();
        touchedColumns.clear();
        touchedColumns.add(chunk.column());
    }

    // what was read ahead of a row group that the reader passed over will not be asked for
    private void forgetBefore(FooterScan layout, int rowGroup) {
        List<ByteRange> passed = announced.values().stream()
                .filter(range -> layout.chunkAt(range.offset())
                        .filter(chunk -> chunk.rowGroup() < rowGroup)
                        .isPresent())
                .toList();
        passed.forEach(this::take);
    }

    private void readOn(FooterScan layout, int from, Set<Integer> columns, long longest, long asked) {
        forgetBefore(layout, from - 1);
        List<ByteRange> fetch = new ArrayList<>();
        long planned = outstanding;
        for (nextRowGroup = Math.max(nextRowGroup, from); nextRowGroup < layout.rowGroupCount(); nextRowGroup++) {
            List<ByteRange> parts = ConsecutiveParts.of(layout.chunksOf(nextRowGroup, columns).stream()
                    .map(FooterScan.Chunk::range)
                    .toList());
            planned += parts.stream().mapToLong(ByteRange::length).sum();
            if (planned > Math.max(LEAST_BYTES, asked + asked / 4)
                    || parts.stream().anyMatch(part -> part.length() >= Integer.MAX_VALUE)) {
                break;
            }
            parts.forEach(part -> ConsecutiveParts.cut(part, longest, fetch));
        }
        announce(fetch);
    }
}
