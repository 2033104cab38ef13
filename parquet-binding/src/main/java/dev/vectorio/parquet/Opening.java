package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

/**
 * The steps from a file to a reader: the end of the file, what a filter needs in one round, the reader itself, the
 * projection. Whatever is wrong with the file is a {@link ParquetLayoutException} that names it. Closing closes the
 * stream, and so the reader.
 */
final class Opening implements Closeable {
    private final VectorIoInputFile file;
    private final ParquetReadOptions options;
    private final VectorIoInputStream stream;
    private List<ByteRange> filterPieces = List.of();

    Opening(VectorIoInputFile file, ParquetReadOptions options) {
        this.file = file;
        this.options = options;
        this.stream = file.plannedStream();
    }

    /** The reader, its columns chosen, its row groups filtered. */
    PlannedFileReader reader(ParquetSelection selection, Optional<TrackedAllocator> tracked) throws IOException {
        tracked.ifPresent(stream::trackBuffers);
        Trailer trailer = file.source().trailer();
        if (trailer.encrypted() && options.getDecryptionProperties() == null) {
            throw new ParquetLayoutException(file + ": the footer is encrypted and no keys were given");
        }
        if (FilterRound.isFiltering(options) && file.source().options().enabled()) {
            ParquetMetadata footer = parsed(() -> ParquetFileReader.readFooter(file, options, stream));
            ParquetLayout layout =
                    new ParquetLayout(file.toString(), trailer.fileLength(), trailer.footerOffset(), footer);
            ColumnSelection columns = selection.columnsOf(
                    file.toString(), footer.getFileMetaData().getSchema());
            filterPieces = filtering(() -> FilterRound.fetch(file.source(), layout, options, columns));
        }
        PlannedFileReader reader = FilterRound.isFiltering(options)
                ? filtering(() -> new PlannedFileReader(file, options, stream, tracked))
                : parsed(() -> new PlannedFileReader(file, options, stream, tracked));
        reader.keep(selection.rowGroupsOf(file.toString(), reader.wholeFooter()));
        MessageType schema = reader.getFileMetaData().getSchema();
        ColumnSelection columns = selection.columnsOf(file.toString(), schema);
        if (selection.choosesColumns()) {
            reader.setRequestedSchema(selection.projection().orElseGet(() -> columns.projection(schema)));
        }
        return reader;
    }

    /** What was fetched for the filter. */
    List<ByteRange> filterPieces() {
        return filterPieces;
    }

    /** Reads a footer, or makes a reader, which reads one. */
    private interface Parse<T> {
        T parse() throws IOException;
    }

    // parquet-java throws whatever a damaged footer leads it into, and does not always say of which file
    private <T> T parsed(Parse<T> parse) throws IOException {
        try {
            return parse.parse();
        } catch (IOException e) {
            throw named("the footer cannot be read", e);
        } catch (RuntimeException e) {
            throw new ParquetLayoutException(file + ": the footer cannot be read: " + Failures.words(e), e);
        }
    }

    // a filter that does not fit the schema is its maker's fault, and keys that are missing are no damage
    private <T> T filtering(Parse<T> parse) throws IOException {
        try {
            return parse.parse();
        } catch (IllegalArgumentException | ParquetCryptoRuntimeException e) {
            throw e;
        } catch (IOException e) {
            throw named("what the filter looks at cannot be read", e);
        } catch (RuntimeException e) {
            throw new ParquetLayoutException(
                    file + ": what the filter looks at cannot be read: " + Failures.words(e), e);
        }
    }

    private IOException named(String what, IOException failure) {
        return failure instanceof ObjectReadException
                        || failure instanceof ParquetLayoutException
                        || failure instanceof InterruptedIOException
                ? failure
                : new ParquetLayoutException(file + ": " + what + ": " + Failures.words(failure), failure);
    }

    @Override
    public void close() {
        stream.close();
    }
}
