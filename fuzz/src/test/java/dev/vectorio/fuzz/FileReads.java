package dev.vectorio.fuzz;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.VectorIoParquet;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.LedgerAllocator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.api.Binary;

/**
 * Reads whatever bytes as a Parquet file, planned and filtered, and holds the promise about files that are not trusted: it
 * ends in values or in an {@link IOException}, no buffer is longer than the file, the books stay within it, and all comes back.
 */
final class FileReads {
    /** What decoding so small a file may take on the heap in all. */
    private static final long MOST_ALLOCATED = 64L << 20;

    private static final ObjectLocation LOCATION = ObjectLocation.parse("mem://bucket/file.parquet");
    private static final FilterCompat.Filter FILTER =
            FilterCompat.get(and(gtEq(longColumn("id"), 30L), eq(binaryColumn("city"), Binary.fromString("city 1"))));

    private FileReads() {}

    /** Once as it is, and once with a filter, which looks at statistics, dictionaries, Bloom filters and page indexes. */
    static void endInValuesOrATypedError(byte[] file) {
        staysWithinLimits(file, FilterCompat.NOOP);
        staysWithinLimits(file, FILTER);
    }

    private static void staysWithinLimits(byte[] file, FilterCompat.Filter filter) {
        long taken = allocatedBy(file, filter);
        if (taken >= MOST_ALLOCATED) {
            taken = allocatedBy(
                    file, filter); // classes are loaded, and instrumented by the fuzzer, on this thread: once
        }
        assertThat(taken).as("allocated bytes").isLessThan(MOST_ALLOCATED);
    }

    private static long allocatedBy(byte[] file, FilterCompat.Filter filter) {
        Buffers buffers = new Buffers();
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withAllocator(buffers)
                .withRecordFilter(filter)
                .build();
        InMemoryBackend store = InMemoryBackend.create();
        store.put(LOCATION, file);
        VectorIo io = VectorIo.builder()
                .options(VectorIoOptions.defaults()
                        .withWholeObjectBytes(0)
                        .withTailBytes(512)
                        .withUnknownLengthFirstBytes(512))
                .backend("mem", store)
                .build();
        long before = allocated();
        try (io;
                store) {
            read(io, KnownObject.at(LOCATION).withLength(file.length), options);
        }
        long taken = allocated() - before;
        assertThat(io.load().peakBudgetedBytes()).as("bytes in the books").isLessThanOrEqualTo(2L * file.length + 4096);
        assertThat(io.load().budgetedBytes())
                .as("bytes in the books after the end")
                .isZero();
        assertThat(buffers.ledger.largestAllocation()).as("largest buffer").isLessThanOrEqualTo(file.length);
        buffers.ledger.assertEmpty();
        return taken;
    }

    private static void read(VectorIo io, KnownObject object, ParquetReadOptions options) {
        try (ParquetFileReader reader = VectorIoParquet.open(io, object, options, Optional.of(SmallFile.SCHEMA))) {
            PageReadStore pages = reader.readNextFilteredRowGroup();
            while (pages != null) {
                pages.close();
                pages = reader.readNextFilteredRowGroup();
            }
        } catch (IOException typed) {
            // that is what is promised
        } catch (AssertionError of) {
            // parquet-java's own assertions are on in tests only
            if (!of.getStackTrace()[0].getClassName().startsWith("org.apache.parquet")) {
                throw of;
            }
        }
    }

    private static long allocated() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** parquet-java fills all that remains of a buffer, so it gets slices of what it asked for. */
    private static final class Buffers implements ByteBufferAllocator {
        private final LedgerAllocator ledger = LedgerAllocator.heap();
        private final Map<ByteBuffer, ByteBuffer> slices = Collections.synchronizedMap(new IdentityHashMap<>());

        @Override
        public ByteBuffer allocate(int size) {
            ByteBuffer whole = ledger.allocate(size);
            ByteBuffer slice = whole.slice(whole.position(), size);
            slices.put(slice, whole);
            return slice;
        }

        @Override
        public void release(ByteBuffer buffer) {
            ByteBuffer whole = slices.remove(buffer);
            ledger.release(whole == null ? buffer : whole);
        }

        @Override
        public boolean isDirect() {
            return false;
        }
    }
}
