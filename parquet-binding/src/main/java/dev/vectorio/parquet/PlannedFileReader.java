package dev.vectorio.parquet;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoStats;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.ByteRange;
import dev.vectorio.plan.ReadPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * parquet-java's reader, told ahead of what it will read. It plans all row groups that are left at once, has them fetched
 * in their order, and releases the buffers of a row group when that is closed (or the reader, whichever comes first).
 */
final class PlannedFileReader extends ParquetFileReader {
    /** A read of parquet-java itself. */
    @FunctionalInterface
    private interface Read {
        @Nullable
        PageReadStore read() throws IOException;
    }

    private final ParquetSource source;
    private final ParquetReadOptions options;
    private final VectorIoInputStream stream;
    private final Optional<TrackedAllocator> tracked;
    private final Set<ReleasingPageReadStore> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<ByteBuffer> stray = new ArrayList<>();
    private final ParquetMetadata wholeFooter;
    private Set<ColumnPath> columns;
    private List<RowGroupPlan.Group> groups = List.of();
    private List<ByteRange> filterPieces = List.of();
    private boolean planned;
    private boolean inside;
    private int next;

    PlannedFileReader(
            VectorIoInputFile file,
            ParquetReadOptions options,
            VectorIoInputStream stream,
            Optional<TrackedAllocator> tracked)
            throws IOException {
        super(file, options, stream);
        this.source = file.source();
        this.options = options;
        this.stream = stream;
        this.tracked = tracked;
        this.columns = paths(getFileMetaData().getSchema().getColumns());
        // without a filter, parquet-java's list of what is left is the footer's own
        this.wholeFooter = new ParquetMetadata(
                getFooter().getFileMetaData(), new ArrayList<>(getFooter().getBlocks()));
    }

    /** The footer with all its row groups, also those that are not read. */
    ParquetMetadata wholeFooter() {
        return wholeFooter;
    }

    /**
     * Leaves the reader these row groups of the footer alone. The list is the reader's own: parquet-java offers no other way
     * to choose by position once the footer is read. Before anything but the footer and the filter has been read.
     */
    void keep(List<BlockMetaData> chosen) {
        Set<BlockMetaData> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(chosen);
        if (kept.size() < wholeFooter.getBlocks().size()) {
            getRowGroups().removeIf(rowGroup -> !kept.contains(rowGroup));
        }
    }

    /** Plans what is left and has it fetched. The pieces that the filter read are then forgotten. */
    void plan(List<ByteRange> filterPieces) throws IOException {
        this.filterPieces = filterPieces;
        plan();
    }

    private void plan() throws IOException {
        planned = true;
        List<RowGroupPlan.Group> plan = makePlan();
        if (!source.options().enabled()) {
            return;
        }
        source.prefetch(
                RowGroupPlan.parts(plan), vectoredAllocator(), RowGroupPlan.requestLimit(plan, source.options()));
        source.forget(filterPieces);
    }

    /** The plan for the columns chosen now; empty while vectored reads are off. */
    List<RowGroupPlan.Group> makePlan() throws IOException {
        List<RowGroupPlan.Group> plan = new RowGroupPlan(this, options, layout(), chosenColumns()).groups();
        groups = plan;
        return plan;
    }

    private ParquetLayout layout() throws IOException {
        Trailer trailer = source.trailer();
        return new ParquetLayout(source.file(), trailer.fileLength(), trailer.footerOffset(), wholeFooter);
    }

    private ColumnSelection chosenColumns() {
        return ColumnSelection.known(getFileMetaData().getSchema(), columns);
    }

    /**
     * What a read of all that is left would do, without doing it.
     *
     * @throws ParquetLayoutException if it would fail
     */
    ParquetPlan explain(VectorIo io) throws IOException {
        List<RowGroupPlan.Group> plan = makePlan();
        VectorIoStats opening = source.stats();
        long held = io.load().budgetedBytes();
        for (RowGroupPlan.Group group : plan) {
            if (group.problem().isPresent()) {
                throw group.problem().get();
            }
        }
        ParquetLayout layout = layout();
        PlanSteps steps = new PlanSteps(source, plan, options.getMaxAllocationSize());
        List<ReadPlan> reads = steps.steps();
        return new ParquetPlan(
                layout,
                getRowGroups().stream().map(layout::indexOf).toList(),
                chosenColumns().paths(),
                plan.stream().flatMap(group -> group.chunks().stream()).toList(),
                opening,
                reads,
                steps.fitMemory(reads, held));
    }

    private BufferAllocator vectoredAllocator() {
        return tracked.map(TrackedAllocator::vectored).orElse(BufferAllocator.heap());
    }

    @Override
    public void setRequestedSchema(MessageType projection) {
        super.setRequestedSchema(projection);
        choose(projection.getColumns());
    }

    private void choose(List<ColumnDescriptor> projection) {
        Set<ColumnPath> chosen = paths(projection);
        if (!chosen.equals(columns)) {
            columns = chosen;
            planned = false;
        }
    }

    private static Set<ColumnPath> paths(List<ColumnDescriptor> columns) {
        Set<ColumnPath> paths = new LinkedHashSet<>();
        columns.forEach(column -> paths.add(ColumnPath.get(column.getPath())));
        return paths;
    }

    @Override
    public @Nullable PageReadStore readNextRowGroup() throws IOException {
        return reading(() -> upcoming(false), super::readNextRowGroup);
    }

    @Override
    public @Nullable PageReadStore readNextFilteredRowGroup() throws IOException {
        return reading(() -> upcoming(true), super::readNextFilteredRowGroup);
    }

    @Override
    public @Nullable PageReadStore readRowGroup(int blockIndex) throws IOException {
        return reading(() -> blockIndex, () -> super.readRowGroup(blockIndex));
    }

    @Override
    public @Nullable PageReadStore readFilteredRowGroup(int blockIndex) throws IOException {
        return reading(() -> blockIndex, () -> super.readFilteredRowGroup(blockIndex));
    }

    @Override
    public boolean skipNextRowGroup() {
        next++;
        return super.skipNextRowGroup();
    }

    /** The row group that parquet-java reads next: it passes over those without rows, and without wanted rows. */
    private int upcoming(boolean filtered) {
        while (next < groups.size()
                && groups.get(next).skipped()
                && (filtered || getRowGroups().get(next).getRowCount() == 0)) {
            next++;
        }
        return next++;
    }

    // parquet-java's own reads call each other: only the outermost counts
    private @Nullable PageReadStore reading(IntSupplier index, Read read) throws IOException {
        if (inside) {
            return read.read();
        }
        if (!planned) {
            plan();
        }
        // of a read that goes past this method: its buffers go back with the reader
        tracked.ifPresent(allocator -> stray.addAll(allocator.takeDelivered()));
        int before = next;
        inside = true;
        int rowGroup = index.getAsInt();
        boolean done = false;
        stream.keepDelivered(true);
        try {
            requireReadable(rowGroup);
            PageReadStore store = read.read();
            PageReadStore named = store == null ? null : releasing(store, rowGroup);
            done = true;
            return named;
        } catch (IOException | RuntimeException e) {
            throw named(e, rowGroup); // while the bytes are still there
        } finally {
            if (!done) {
                abandon(before);
            }
            stream.keepDelivered(false);
            inside = false;
        }
    }

    private IOException named(Exception failure, int rowGroup) throws IOException {
        if (rowGroup >= 0 && rowGroup < groups.size()) {
            PageWalk walk = new PageWalk(stream.delivered(), options.usePageChecksumVerification());
            return failures(rowGroup).reading(failure, groups.get(rowGroup).chunks(), walk);
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (IOException) failure;
    }

    private RowGroupFailures failures(int rowGroup) throws IOException {
        ParquetLayout layout = layout();
        return new RowGroupFailures(layout, layout.indexOf(getRowGroups().get(rowGroup)));
    }

    private void abandon(int before) {
        next = before;
        stream.abandonReads();
        tracked.ifPresent(allocator -> allocator.releaseAll(allocator.takeDelivered()));
    }

    private void requireReadable(int rowGroup) throws ParquetLayoutException {
        if (rowGroup >= 0
                && rowGroup < groups.size()
                && groups.get(rowGroup).problem().isPresent()) {
            throw groups.get(rowGroup).problem().get();
        }
    }

    private PageReadStore releasing(PageReadStore store, int rowGroup) throws IOException {
        List<ByteBuffer> buffers = tracked.map(TrackedAllocator::takeDelivered).orElse(List.of());
        ReleasingPageReadStore releasing = new ReleasingPageReadStore(store, failures(rowGroup), self -> {
            open.remove(self);
            tracked.ifPresent(allocator -> allocator.releaseAll(buffers));
        });
        if (tracked.isPresent()) {
            open.add(releasing);
        }
        return releasing;
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            List.copyOf(open).forEach(ReleasingPageReadStore::close);
            tracked.ifPresent(allocator -> {
                allocator.releaseAll(stray);
                allocator.releaseAll(allocator.takeDelivered());
            });
        }
    }
}
