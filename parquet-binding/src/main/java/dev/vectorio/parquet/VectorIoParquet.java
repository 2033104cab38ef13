package dev.vectorio.parquet;

import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;

/**
 * Opens Parquet files for parquet-java with everything planned at once: one GET brings the end of the file, one round
 * what a filter looks at, and one more all pages or column chunks of all row groups that are left, fetched in the order
 * of reading and within the memory budget. Row group selections ({@code withRange}, {@code withOffsets}) and filters
 * decide what is left, before anything is fetched for it.
 */
public final class VectorIoParquet {
    private VectorIoParquet() {}

    /** {@link #open(VectorIo, KnownObject, ParquetReadOptions, Optional)} for an object of which only the place is known. */
    public static ParquetFileReader open(
            VectorIo io, ObjectLocation location, ParquetReadOptions options, Optional<MessageType> projection)
            throws IOException {
        return open(io, KnownObject.at(location), options, projection);
    }

    /** {@link #open(VectorIo, KnownObject, ParquetReadOptions, Optional)} with another filter than that of the options. */
    public static ParquetFileReader open(
            VectorIo io,
            KnownObject object,
            ParquetReadOptions options,
            Optional<MessageType> projection,
            FilterCompat.Filter filter)
            throws IOException {
        ParquetReadOptions filtered =
                OptionsCopy.of(options).withRecordFilter(filter).build();
        return open(io, object, filtered, projection);
    }

    /**
     * A reader for the object. Its buffers come from the options' allocator, one per range that parquet-java asks for, and
     * are filled once; they go back when the row group's {@code PageReadStore} is closed, at the latest when the reader
     * is. With the plain heap allocator there is nothing to give back. Vectored I/O is turned on whatever the options say,
     * unless the engine is turned off ({@code enabled=false}).
     *
     * <p>Without a projection, the columns are taken from {@code setRequestedSchema(MessageType)} at the first row group.
     *
     * @param options row group selection, filter, keys, allocator; the allocator need not be thread-safe, but may be
     *     called on other threads than the caller's, one call at a time (its own monitor is held meanwhile)
     * @param projection the columns to read; empty for all
     * @throws ParquetLayoutException if it is not a Parquet file, its footer is damaged or encrypted without keys given,
     *     or it has no such column (names the nearest)
     * @throws dev.vectorio.model.ObjectReadException if the object cannot be read
     */
    public static ParquetFileReader open(
            VectorIo io, KnownObject object, ParquetReadOptions options, Optional<MessageType> projection)
            throws IOException {
        return open(io, object, options, selection(projection));
    }

    /**
     * As {@link #open(VectorIo, KnownObject, ParquetReadOptions, Optional)}, for columns by name and row groups by position
     * in the footer. What the selection leaves out is not fetched; a filter of the options looks at all row groups first.
     *
     * @throws ParquetLayoutException also if the file has not so many row groups
     */
    public static ParquetFileReader open(
            VectorIo io, KnownObject object, ParquetReadOptions options, ParquetSelection selection)
            throws IOException {
        boolean plain = ParquetAllocator.isPlainHeap(options.getAllocator());
        Optional<TrackedAllocator> tracked =
                plain ? Optional.empty() : Optional.of(new TrackedAllocator(options.getAllocator()));
        ParquetReadOptions ours =
                tracked.isEmpty() ? OptionsCopy.of(options).build() : OptionsCopy.vectored(options, tracked.get());
        Opening opening = new Opening(new VectorIoInputFile(io, object), ours);
        try {
            PlannedFileReader reader = opening.reader(selection, tracked);
            if (selection.choosesColumns() || FilterRound.isFiltering(ours)) {
                reader.plan(opening.filterPieces());
            }
            return reader;
        } catch (Throwable t) {
            opening.close();
            throw t;
        }
    }

    /**
     * What {@link #open(VectorIo, KnownObject, ParquetReadOptions, ParquetSelection)} and reading all of it would fetch.
     * Reads the footer, and what a filter of the options looks at; no data.
     *
     * @throws ParquetLayoutException if a read would fail because of what the footer says
     * @throws dev.vectorio.model.ObjectReadException if the object cannot be read
     */
    public static ParquetPlan plan(
            VectorIo io, KnownObject object, ParquetReadOptions options, ParquetSelection selection)
            throws IOException {
        ParquetReadOptions ours = OptionsCopy.of(options).build();
        Opening opening = new Opening(new VectorIoInputFile(io, object), ours);
        try (PlannedFileReader reader = opening.reader(selection, Optional.empty())) {
            return reader.explain(io);
        } finally {
            opening.close();
        }
    }

    private static ParquetSelection selection(Optional<MessageType> projection) {
        return new ParquetSelection(projection, List.of(), Optional.empty());
    }

    /**
     * An input file for builders that insist on one ({@code AvroParquetReader}, {@code ExampleParquetReader}). What will
     * be read is worked out at the first read behind the footer and fetched into buffers of the engine: one copy more
     * than with {@link #open}. No I/O before that.
     *
     * @param options the row group selection, filter and keys that the reader will be built with
     * @param projection the columns that the reader will ask for; empty for all
     */
    public static InputFile inputFile(
            VectorIo io, KnownObject object, ParquetReadOptions options, Optional<MessageType> projection) {
        return inputFile(io, object, options, selection(projection));
    }

    /** As {@link #inputFile(VectorIo, KnownObject, ParquetReadOptions, Optional)}, for columns by name. */
    public static InputFile inputFile(
            VectorIo io, KnownObject object, ParquetReadOptions options, ParquetSelection selection) {
        return new VectorIoInputFile(new ParquetSource(io, object), Optional.of(new ReadIntent(options, selection)));
    }

    /** {@link #inputFile(VectorIo, KnownObject, ParquetReadOptions, Optional)} with a filter and default options. */
    public static InputFile inputFile(
            VectorIo io, KnownObject object, Optional<MessageType> projection, FilterCompat.Filter filter) {
        return inputFile(
                io,
                object,
                ParquetReadOptions.builder().withRecordFilter(filter).build(),
                projection);
    }
}
