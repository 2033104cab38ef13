package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who owns the buffers of a planned reader, and when they go back. The ledger also finds two callers at once. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PlannedBuffersTest {
    private static final MessageType PROJECTION = TestFiles.projection("id", "city", "c5");
    private static byte[] file = new byte[0];

    @BeforeAll
    static void write() throws IOException {
        file = TestFiles.rows(20_000);
    }

    private static ParquetReadOptions options(Allocators allocator) {
        return ParquetReadOptions.builder().withAllocator(allocator).build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everyBufferComesFromTheOptionsAllocatorOnceAndGoesBack(boolean direct) throws IOException {
        Allocators allocator = direct ? Allocators.direct() : Allocators.heap();
        ParquetReadOptions options = options(allocator);
        try (TestStore store = TestStore.ranged(file)) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(PROJECTION));
            int rowGroups = reader.getRowGroups().size();
            assertThat(Values.of(reader, PROJECTION, options))
                    .isEqualTo(Values.expected(
                            file, PROJECTION, ParquetReadOptions.builder().build()));
            assertThat(store.io.stats().prefetchHits()).isPositive();
            // id and city touch: two parts a row group; the footer, dictionaries and pages come on top
            assertThat(allocator.ledger().allocations()).isGreaterThanOrEqualTo(2L * rowGroups);
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    void anUnclosedRowGroupGoesBackWithTheReader() throws IOException {
        Allocators allocator = Allocators.heap();
        try (TestStore store = TestStore.ranged(file)) {
            ParquetFileReader reader =
                    VectorIoParquet.open(store.io, store.known(), options(allocator), Optional.of(PROJECTION));
            PageReadStore first = reader.readNextRowGroup();
            PageReadStore second = reader.readNextRowGroup();
            assertThat(allocator.ledger().loans()).isNotEmpty();
            reader.close();
            first.close();
            second.close();
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    @DisplayName("B11 a reader that is closed before it reads releases its prefetch")
    void aReaderThatIsClosedBeforeItReadsReleasesItsPrefetch() throws IOException {
        Allocators allocator = Allocators.heap();
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoParquet.open(store.io, store.known(), options(allocator), Optional.of(PROJECTION))
                    .close();
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    @DisplayName("B11 a row group that fails leaves no buffer behind")
    void aFailedRowGroupLeavesNothingBehind() throws IOException {
        Allocators allocator = Allocators.heap();
        try (TestStore store =
                new TestStore(file, o -> o.withWholeObjectBytes(0).withPrefetchBudgetShare(0))) {
            ParquetFileReader reader =
                    VectorIoParquet.open(store.io, store.known(), options(allocator), Optional.of(PROJECTION));
            reader.readNextRowGroup().close();
            store.backend.put(TestStore.LOCATION, new byte[file.length]);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 20; i++) {
                            reader.readNextRowGroup().close();
                        }
                    })
                    .isInstanceOf(IOException.class);
            reader.close();
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    void aFileThatCannotBeOpenedLeavesNothingBehind() {
        Allocators allocator = Allocators.heap();
        byte[] cut = Arrays.copyOfRange(file, 1000, file.length);
        try (TestStore store = TestStore.ranged(cut)) {
            assertThatThrownBy(() -> Values.of(
                            VectorIoParquet.open(store.io, store.known(), options(allocator), Optional.of(PROJECTION)),
                            PROJECTION,
                            options(allocator)))
                    .isInstanceOf(IOException.class);
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    void filteredReadsReleaseEverythingToo() throws IOException {
        Allocators allocator = Allocators.direct();
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withAllocator(allocator)
                .withRecordFilter(FilterCompat.get(FilterApi.lt(FilterApi.longColumn("odd"), 40_000L)))
                .build();
        MessageType projection = TestFiles.projection("odd", "city", "c5");
        try (TestStore store = TestStore.ranged(file)) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            assertThat(Values.of(reader, projection, options)).isNotEmpty();
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    @DisplayName("B09 B10 the budget holds whatever is planned")
    void theBudgetHoldsWhateverIsPlanned() throws IOException {
        long budget = 1 << 20;
        try (TestStore store =
                new TestStore(file, o -> o.withWholeObjectBytes(0).withMemoryBudgetBytes(budget))) {
            ParquetReadOptions plain = ParquetReadOptions.builder().build();
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), plain, Optional.empty());
            long longest = reader.getRowGroups().stream()
                    .mapToLong(block -> block.getCompressedSize())
                    .max()
                    .orElseThrow();
            List<String> rows = Values.of(reader, TestFiles.schema(), plain);
            assertThat(rows).isEqualTo(Values.expected(file, plain));
            assertThat(store.io.load().peakBudgetedBytes()).isLessThanOrEqualTo(budget + longest);
            store.assertNoByteTwice();
        }
    }
}
