package dev.vectorio.parquet;

import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIoOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Footers, page indexes and trailers that chance has damaged: reading ends, in values or in an {@link IOException}, and never
 * asks for a buffer longer than the file. {@code vectorio.fuzz.seed} and {@code vectorio.fuzz.count} choose other files.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedFilesTest {
    private static final int COUNT = Integer.getInteger("vectorio.fuzz.count", 300);
    private static final long FIRST_SEED = Long.getLong("vectorio.fuzz.seed", 1);
    private static final int ROWS = 900;
    private static final MessageType COLUMNS = TestFiles.projection("id", "city", "c3");
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    /** What decoding a file of this size may take on the heap, with all that parquet-java makes of a footer. */
    private static final long MOST_ALLOCATED = 64L << 20;

    /** What only somebody who programs in Java understands. */
    static final Pattern JAVA_WORDS = Pattern.compile(
            "\\b(?:java|org|dev|com)\\.\\w|Exception\\b|[a-z]Error\\b|\\bnull\\b"
                    + "|out of bounds|Cannot invoke|cannot be cast|Socket|Struct:|\\bclass\\b|@[0-9a-f]{4,}|serialized|capacity");

    private static final List<Long> EXTREMES =
            List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L, 0L, 1L, (long) Integer.MAX_VALUE, 1L << 32, 1L << 40, 4L);

    @Test
    void endsInValuesOrInATypedErrorWithinTheFilesLength() throws IOException {
        byte[] file = TestFiles.rows(ROWS, writer -> writer.withRowGroupSize(40L << 10));
        int readable = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + COUNT; seed++) {
            try {
                readable += reads(damaged(file, new Random(seed)), seed) ? 1 : 0;
            } catch (Throwable t) {
                throw new AssertionError("-Dvectorio.fuzz.count=1 -Dvectorio.fuzz.seed=" + seed, t);
            }
        }
        assertThat(readable).as("some files survive").isLessThan(COUNT);
    }

    private static boolean reads(byte[] content, long seed) throws IOException {
        Allocators buffers = seed % 2 == 0 ? Allocators.heap() : Allocators.direct();
        ParquetReadOptions.Builder options =
                ParquetReadOptions.builder().withUseHadoopVectoredIo(true).withAllocator(buffers);
        if (seed % 3 > 0) {
            options.withRecordFilter(FilterCompat.get(gtEq(longColumn("id"), ROWS / 2L)));
        }
        long start = System.nanoTime();
        long allocatedBefore = allocated();
        boolean ended;
        try (TestStore store = new TestStore(content, DamagedFilesTest::ranged)) {
            ended = ends(store, options.build(), isPlain(seed));
            assertThat(store.io.load().peakBudgetedBytes())
                    .as("bytes in the books")
                    .isLessThanOrEqualTo(2L * content.length + (64 << 10));
        }
        if (!isPlain(seed)) { // parquet-java's own reader keeps what it was given when it fails (GH-3237)
            buffers.ledger().assertEmpty();
        }
        assertThat(buffers.ledger().largestAllocation()).as("largest buffer").isLessThanOrEqualTo(content.length);
        assertThat(allocated() - allocatedBefore).as("allocated bytes").isLessThan(MOST_ALLOCATED);
        assertThat(System.nanoTime() - start).as("time").isLessThan(PATIENCE_NANOS);
        return ended;
    }

    /** Through an input file that is told nothing; as a rule everything is planned at once. */
    private static boolean isPlain(long seed) {
        return seed % 5 == 0;
    }

    private static VectorIoOptions ranged(VectorIoOptions options) {
        return options.withWholeObjectBytes(0).withTailBytes(16 << 10).withUnknownLengthFirstBytes(16 << 10);
    }

    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** True if all row groups could be read. */
    private static boolean ends(TestStore store, ParquetReadOptions options, boolean plain) {
        try (ParquetFileReader reader = open(store, options, plain)) {
            PageReadStore pages = reader.readNextFilteredRowGroup();
            while (pages != null) {
                pages.close();
                pages = reader.readNextFilteredRowGroup();
            }
            return true;
        } catch (IOException typed) {
            if (!plain || typed.getStackTrace()[0].getClassName().startsWith("dev.vectorio")) {
                requireWords(typed);
            }
            return false;
        } catch (RuntimeException fault) {
            // parquet-java's own reader throws such for what a footer cannot mean; ours must not.
            if (!plain || fault.getStackTrace()[0].getClassName().startsWith("dev.vectorio")) {
                throw fault;
            }
            return false;
        } catch (AssertionError of) {
            // parquet-java's own assertions are on in tests only.
            if (!of.getStackTrace()[0].getClassName().startsWith("org.apache.parquet")) {
                throw of;
            }
            return false;
        }
    }

    /** What only a Java programmer understands is not in a message, and nothing is in it twice. */
    private static void requireWords(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        assertThat(message).startsWith(TestStore.LOCATION.toString()).doesNotContainPattern(JAVA_WORDS);
        String rest = message.substring(TestStore.LOCATION.toString().length());
        assertThat(rest).doesNotContain(TestStore.LOCATION.toString());
        List<String> clauses = Arrays.stream(rest.split("[:;]"))
                .map(clause -> clause.strip().toLowerCase(Locale.ROOT))
                .filter(clause -> !clause.isEmpty())
                .toList();
        assertThat(clauses).as(message).doesNotHaveDuplicates();
    }

    private static ParquetFileReader open(TestStore store, ParquetReadOptions options, boolean plain)
            throws IOException {
        if (plain) {
            InputFile file = new VectorIoInputFile(store.io, store.unknown());
            ParquetFileReader reader = ParquetFileReader.open(file, options);
            reader.setRequestedSchema(COLUMNS);
            return reader;
        }
        return VectorIoParquet.open(store.io, store.known(), options, Optional.of(COLUMNS));
    }

    // ---- damage ----

    private static byte[] damaged(byte[] file, Random random) throws IOException {
        int footer = file.length - ParquetLayout.TRAILER_LENGTH - footerLength(file);
        byte[] copy = file.clone();
        switch (random.nextInt(6)) {
            case 0 -> flip(copy, footer, random);
            case 1 -> flip(copy, Math.max(4, footer - 6_000), random);
            case 2 -> {
                return Arrays.copyOf(copy, random.nextInt(copy.length));
            }
            case 3 ->
                ByteBuffer.wrap(copy)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(copy.length - ParquetLayout.TRAILER_LENGTH, length(random, copy.length));
            case 4 -> {
                int from = random.nextInt(copy.length - 400);
                int to = footer + random.nextInt(copy.length - footer - ParquetLayout.TRAILER_LENGTH);
                System.arraycopy(file, from, copy, to, Math.min(random.nextInt(400), copy.length - to));
            }
            default -> {
                return withOtherMetadata(file, footer, random);
            }
        }
        return copy;
    }

    private static int length(Random random, int fileLength) {
        return random.nextBoolean() ? random.nextInt() : random.nextInt(fileLength);
    }

    private static int footerLength(byte[] file) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - ParquetLayout.TRAILER_LENGTH);
    }

    private static void flip(byte[] bytes, int from, Random random) {
        for (int i = random.nextInt(8); i >= 0; i--) {
            bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
        }
    }

    /** The footer written anew, well-formed, with some numbers in it that are not true. */
    private static byte[] withOtherMetadata(byte[] file, int footer, Random random) throws IOException {
        FileMetaData metadata = Util.readFileMetaData(
                new ByteArrayInputStream(file, footer, file.length - footer - ParquetLayout.TRAILER_LENGTH));
        for (int i = random.nextInt(3); i >= 0; i--) {
            RowGroup rowGroup = metadata.getRow_groups()
                    .get(random.nextInt(metadata.getRow_groups().size()));
            ColumnChunk chunk = rowGroup.getColumns().get(random.nextInt(4));
            lie(rowGroup, chunk, number(random, file.length), random);
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        written.write(file, 0, footer);
        Util.writeFileMetaData(metadata, written);
        int length = written.size() - footer;
        written.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array());
        written.write(file, file.length - 4, 4);
        return written.toByteArray();
    }

    private static long number(Random random, int fileLength) {
        return random.nextBoolean() ? EXTREMES.get(random.nextInt(EXTREMES.size())) : random.nextInt(2 * fileLength);
    }

    private static void lie(RowGroup rowGroup, ColumnChunk chunk, long number, Random random) {
        ColumnMetaData column = chunk.getMeta_data();
        switch (random.nextInt(11)) {
            case 0 -> column.setData_page_offset(number);
            case 1 -> column.setDictionary_page_offset(number);
            case 2 -> column.setTotal_compressed_size(number);
            case 3 -> column.setTotal_uncompressed_size(number);
            case 4 -> column.setNum_values(number);
            case 5 -> chunk.setColumn_index_offset(number);
            case 6 -> chunk.setColumn_index_length((int) number);
            case 7 -> chunk.setOffset_index_offset(number);
            case 8 -> chunk.setOffset_index_length((int) number);
            case 9 -> rowGroup.setNum_rows(number);
            default -> rowGroup.setFile_offset(number);
        }
    }
}
