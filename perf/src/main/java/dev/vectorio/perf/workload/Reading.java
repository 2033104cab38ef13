package dev.vectorio.perf.workload;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.ByteRange;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.parquet.ParquetPlan;
import dev.vectorio.parquet.ParquetSelection;
import dev.vectorio.parquet.VectorIoInputFile;
import dev.vectorio.parquet.VectorIoParquet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;

/** The ways to read a selection. */
public final class Reading {
    private Reading() {}

    /** Raw ranges: the tail, the footer, then each round of ranges. Bytes are delivered and let go. */
    public static void fetch(VectorIo io, Selection selection) throws IOException {
        StagedFile file = selection.file();
        try (RangeReader reader = io.open(file.object(selection.lengthKnown()))) {
            await(reader.readTail(ParquetLayout.TRAILER_LENGTH));
            await(reader.readVectored(List.of(ByteRange.between(file.footerOffset(), file.length()))));
            for (List<ByteRange> round : selection.rounds()) {
                await(reader.readVectored(round));
            }
        }
    }

    private static void await(VectoredRead started) throws IOException {
        try (VectoredRead read = started) {
            for (int i = 0; i < read.size(); i++) {
                read.await(i).close();
            }
        }
    }

    /** Raw ranges again, compared byte by byte with the local file. */
    public static void compare(VectorIo io, Selection selection) throws IOException {
        StagedFile file = selection.file();
        try (RangeReader reader = io.open(file.object(selection.lengthKnown()));
                LocalBytes local = new LocalBytes(file.path())) {
            await(reader.readTail(ParquetLayout.TRAILER_LENGTH));
            for (List<ByteRange> round : selection.rounds()) {
                try (VectoredRead read = reader.readVectored(round)) {
                    for (RangeResult result : read.await()) {
                        if (!local.read(result.range()).equals(result.buffer())) {
                            throw new IllegalStateException("wrong bytes: " + file.key() + " " + result.range());
                        }
                    }
                }
            }
        }
    }

    /** All values, with everything planned at once. */
    public static ValueTotals decode(VectorIo io, Selection selection) throws IOException {
        try (ParquetFileReader reader = VectorIoParquet.open(
                io,
                selection.file().object(selection.lengthKnown()),
                selection.options(),
                Optional.of(selection.columns()))) {
            return ParquetValues.of(reader, selection.columns());
        }
    }

    /** What {@link #decode(VectorIo, Selection)} will fetch. */
    public static ParquetPlan plan(VectorIo io, Selection selection) throws IOException {
        return VectorIoParquet.plan(
                io,
                selection.file().object(selection.lengthKnown()),
                selection.options(),
                ParquetSelection.all().withProjection(selection.columns()));
    }

    /** All values, through a plain input file that is told nothing. */
    public static ValueTotals decodePlainly(VectorIo io, Selection selection) throws IOException {
        return decode(new VectorIoInputFile(io, selection.file().object(selection.lengthKnown())), selection);
    }

    /** All values of the local file. */
    public static ValueTotals decodeLocally(Selection selection) throws IOException {
        return decode(new LocalInputFile(selection.file().path()), selection);
    }

    /** All values through any input file. */
    public static ValueTotals decode(InputFile file, Selection selection) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(file, selection.options())) {
            reader.setRequestedSchema(selection.columns());
            return ParquetValues.of(reader, selection.columns());
        }
    }
}
