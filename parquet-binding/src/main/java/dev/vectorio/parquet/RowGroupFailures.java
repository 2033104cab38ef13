package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.crypto.KeyAccessDeniedException;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.ParquetEmptyBlockException;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * Names what goes wrong in the pages of one row group: file, row group, column, page, and what parquet-java found there,
 * which as a rule says none of the first three.
 */
final class RowGroupFailures {
    private static final Pattern COLUMN = Pattern.compile("\\b(?:in|for)(?: col(?:umn)?)? \\[([^\\]]+)\\]");
    private static final String DECODER = "org.apache.parquet.column.impl.ColumnReaderBase";
    private static final Set<String> OPENING = Set.of("<init>", "readPage");

    private final ParquetLayout layout;
    private final int rowGroup;
    private volatile @Nullable ColumnPath lastRead;

    /**
     * @param rowGroup position in the footer
     */
    RowGroupFailures(ParquetLayout layout, int rowGroup) {
        this.layout = layout;
        this.rowGroup = rowGroup;
    }

    /**
     * A failure while the row group was read and cut into pages; what names the file already, and what says more of the caller
     * than of the file, stays as it is.
     *
     * @param pages the chunks that were asked for, or the pages of them
     * @param walk goes through what came
     * @throws RuntimeException the failure, or one of its kind that names the row group
     */
    IOException reading(Exception failure, List<LabelledRange> pages, PageWalk walk) {
        if (failure instanceof IOException io && isNamed(io)) {
            return io;
        }
        if (failure instanceof KeyAccessDeniedException denied) {
            throw denied;
        }
        if (failure instanceof ParquetEmptyBlockException empty) {
            throw empty;
        }
        if (failure instanceof ParquetCryptoRuntimeException) {
            throw new ParquetCryptoRuntimeException(where() + ": " + Failures.words(failure), failure);
        }
        String found = firstFault(pages, walk).orElseGet(() -> where() + " cannot be read: " + Failures.words(failure));
        return new ParquetLayoutException(found, failure);
    }

    private boolean isNamed(IOException failure) {
        return failure instanceof ParquetLayoutException
                || failure instanceof InterruptedIOException
                || String.valueOf(failure.getMessage()).startsWith(layout.file())
                || isOfTheStore(failure);
    }

    private static boolean isOfTheStore(Throwable failure) {
        Throwable next = failure;
        while (next != null && !(next instanceof ObjectReadException)) {
            next = next.getCause();
        }
        return next != null;
    }

    private Optional<String> firstFault(List<LabelledRange> pages, PageWalk walk) {
        for (ColumnChunkMetaData chunk : layout.rowGroup(rowGroup).getColumns()) {
            Optional<ByteRange> whole = range(chunk);
            if (whole.isEmpty() || chunk.isEncrypted()) {
                continue;
            }
            for (LabelledRange range : pages) {
                if (whole.get().contains(range.range())) {
                    long values = range.range().equals(whole.get()) ? chunk.getValueCount() : Long.MAX_VALUE;
                    Optional<PageWalk.Fault> fault = walk.firstFault(range.range(), values);
                    if (fault.isPresent()) {
                        return Optional.of(where() + " / " + chunk.getPath().toDotString() + ": the page at byte "
                                + fault.get().offset() + " " + fault.get().problem());
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<ByteRange> range(ColumnChunkMetaData chunk) {
        try {
            return Optional.of(new ColumnChunkRanges(layout).range(rowGroup, chunk));
        } catch (ParquetLayoutException misplaced) {
            return Optional.empty();
        }
    }

    /**
     * A failure while a page was unpacked.
     *
     * @param page which one, for people
     */
    RuntimeException unpacking(ColumnPath column, String page, Exception failure) {
        String message = where() + " / " + column.toDotString() + ": " + page + place(column) + " cannot be unpacked: "
                + Failures.words(failure);
        return failure instanceof ParquetCryptoRuntimeException
                ? new ParquetCryptoRuntimeException(message, failure)
                : new ParquetDecodingException(message, failure);
    }

    private String place(ColumnPath column) {
        return layout.rowGroup(rowGroup).getColumns().stream()
                .filter(chunk -> chunk.getPath().equals(column))
                .findFirst()
                .flatMap(this::range)
                .map(chunk -> " in the chunk at " + chunk)
                .orElse("");
    }

    /** A failure while values were decoded. */
    ParquetLayoutException decoding(RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith(layout.file())) {
            return new ParquetLayoutException(message, failure); // a page that could not be unpacked
        }
        String column = columnOf(failure)
                .or(() -> columnBeingOpened(failure))
                .map(name -> " / " + name)
                .orElse("");
        return new ParquetLayoutException(where() + column + ": " + Failures.words(failure), failure);
    }

    /** A page or dictionary of the column is handed out: what fails in making a decoder for it fails in this column. */
    void read(ColumnPath column) {
        lastRead = column;
    }

    private Optional<String> columnBeingOpened(Throwable failure) {
        ColumnPath column = lastRead;
        return column != null && Arrays.stream(failure.getStackTrace()).anyMatch(RowGroupFailures::opensPage)
                ? Optional.of(column.toDotString())
                : Optional.empty();
    }

    private static boolean opensPage(StackTraceElement frame) {
        return frame.getClassName().equals(DECODER) && OPENING.contains(frame.getMethodName());
    }

    /** What parquet-java says, its column first. */
    static String described(Exception failure) {
        String words = Failures.words(failure);
        return columnOf(failure).map(name -> name + ": " + words).orElse(words);
    }

    /** The column that parquet-java names in brackets, or nothing. */
    private static Optional<String> columnOf(Throwable failure) {
        for (Throwable next = failure; next != null; next = next.getCause()) {
            Matcher named = COLUMN.matcher(String.valueOf(next.getMessage()));
            if (named.find()) {
                return Optional.of(named.group(1).replace(", ", "."));
            }
        }
        return Optional.empty();
    }

    private String where() {
        return layout.file() + ": rg " + rowGroup;
    }
}
