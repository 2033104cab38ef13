package dev.vectorio.parquet;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.plan.PlanContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class VectorIoParquetTest {
    private static final ParquetReadOptions PLAIN = ParquetReadOptions.builder().build();
    private static byte[] file = new byte[0];

    @BeforeAll
    static void write() throws IOException {
        file = TestFiles.rows(20_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSmallFileIsOneGetWhetherItsLengthIsKnownOrNot(boolean known) throws IOException {
        byte[] small = TestFiles.rows(4_000);
        try (TestStore store = TestStore.of(small)) {
            KnownObject object = known ? store.known() : store.unknown();
            ParquetFileReader reader = VectorIoParquet.open(store.io, object, PLAIN, Optional.empty());
            assertThat(Values.of(reader, TestFiles.schema(), PLAIN)).isEqualTo(Values.expected(small, PLAIN));
            assertThat(store.gets()).isEqualTo(1);
            assertThat(store.heads()).isZero();
        }
    }

    @Test
    void columnsFarApartComeInOneRoundBehindTheFooterExactlyAsPlanned() throws IOException {
        MessageType projection = TestFiles.projection("id", "c5", "c15");
        try (TestStore store = ranged(options -> options.withMaxGapBytes(1024))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(projection));
            int rowGroups = reader.getRowGroups().size();
            assertThat(rowGroups).isGreaterThanOrEqualTo(8);
            assertThat(Values.of(reader, projection, PLAIN)).isEqualTo(Values.expected(file, projection, PLAIN));
            long planned = store.io
                    .options()
                    .newPlanner()
                    .plan(parts(projection), PlanContext.ofLength(file.length))
                    .requests()
                    .size();
            assertThat(store.gets()).isEqualTo(1 + planned);
            assertThat(planned).isBetween(2L * rowGroups, 3L * rowGroups);
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(2);
            assertThat(store.heads()).isZero();
            store.assertNoByteTwice();
        }
    }

    @Test
    void aFooterLargerThanTheTailCostsOneMoreGetForItsHead() throws IOException {
        MessageType projection = TestFiles.projection("id");
        try (TestStore store = ranged(options -> options.withTailBytes(4096))) {
            try (ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.empty())) {
                assertThat(reader.getRowGroups()).isNotEmpty();
            }
            List<ByteRange> ranges = store.ranges();
            assertThat(ranges).hasSize(2);
            assertThat(ranges.get(0)).isEqualTo(ByteRange.between(file.length - 4096, file.length));
            assertThat(ranges.get(1)).isEqualTo(ByteRange.between(footerOffset(), file.length - 4096));
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(projection));
            assertThat(Values.of(reader, projection, PLAIN)).isEqualTo(Values.expected(file, projection, PLAIN));
        }
    }

    @Test
    void aPageFilterTakesThreeRoundsAndNoByteTwice() throws IOException {
        FilterPredicate predicate = and(gtEq(longColumn("id"), 9_000L), lt(longColumn("id"), 9_100L));
        ParquetReadOptions options = filtered(predicate);
        MessageType projection = TestFiles.projection("id", "c1", "c7", "c12", "odd");
        try (TestStore store = ranged(o -> o.withTailBytes(4096).withMaxGapBytes(0))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            List<String> values = Values.of(reader, projection, options);
            assertThat(values).hasSize(100).isEqualTo(Values.expected(file, projection, options));
            // tail, head of the footer (both one round in a file with a fitting tail), index, pages
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(4);
            assertThat(store.heads()).isZero();
            store.assertNoByteTwice();
            assertThat(store.backend.log().bytesSent()).isLessThan(file.length / 10);
        }
    }

    @Test
    void aPageFilterOverAllRowGroupsPlansAllPagesAtOnce() throws IOException {
        // "odd" is random: its pages everywhere hold such values, so every row group is left
        FilterPredicate predicate = lt(longColumn("odd"), 4_000L);
        ParquetReadOptions options = filtered(predicate);
        MessageType projection = TestFiles.projection("odd", "c3");
        try (TestStore store = ranged(o -> o.withTailBytes(64 << 10).withMaxGapBytes(0))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            assertThat(reader.getRowGroups().size()).isGreaterThan(4);
            assertThat(Values.of(reader, projection, options))
                    .isNotEmpty()
                    .isEqualTo(Values.expected(file, projection, options));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(3);
            store.assertNoByteTwice();
        }
    }

    @Test
    void dictionariesOfAllRowGroupsAreReadInOneRound() throws IOException {
        FilterPredicate predicate = eq(binaryColumn("city"), Binary.fromString("city 43"));
        ParquetReadOptions options = filtered(predicate);
        MessageType projection = TestFiles.projection("city", "c3");
        try (TestStore store = ranged(o -> o.withMaxGapBytes(0))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.of(projection));
            assertThat(Values.of(reader, projection, options))
                    .hasSize(200)
                    .isEqualTo(Values.expected(file, projection, options));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(3);
            assertThat(store.gets()).isLessThan(40);
        }
    }

    @Test
    void bloomFiltersOfAllRowGroupsAreReadInOneRound() throws IOException {
        byte[] withBloom = TestFiles.rows(
                20_000, w -> w.withBloomFilterEnabled("odd", true).withBloomFilterNDV("odd", 2_000));
        ParquetReadOptions options = filtered(eq(longColumn("odd"), 777_778L));
        try (TestStore store =
                new TestStore(withBloom, o -> o.withWholeObjectBytes(0).withTailBytes(8192))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), options, Optional.empty());
            assertThat(reader.getRowGroups())
                    .as("even numbers are in no filter")
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(Values.of(reader, TestFiles.schema(), options)).isEqualTo(Values.expected(withBloom, options));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void onlySelectedRowGroupsAreFetched() throws IOException {
        List<BlockMetaData> blocks = footer().metadata().getBlocks();
        BlockMetaData third = blocks.get(3);
        long start = third.getStartingPos();
        long end = start + third.getCompressedSize();
        for (ParquetReadOptions options : List.of(
                ParquetReadOptions.builder().withOffsets(start).build(),
                ParquetReadOptions.builder().withRange(start, end).build())) {
            try (TestStore store = ranged(o -> o.withTailBytes(64 << 10))) {
                ParquetFileReader reader = VectorIoParquet.open(
                        store.io, store.known(), options, Optional.of(TestFiles.projection("id", "c0", "c15")));
                assertThat(reader.getRowGroups()).hasSize(1);
                List<String> values = Values.of(reader, TestFiles.projection("id", "c0", "c15"), options);
                assertThat(values).hasSize(Math.toIntExact(third.getRowCount()));
                assertThat(store.ranges().subList(1, store.ranges().size()))
                        .isNotEmpty()
                        .allMatch(range -> range.offset() >= start && range.end() <= end);
            }
        }
    }

    @Test
    void aProjectionChosenLaterIsPlannedAtTheFirstRowGroup() throws IOException {
        MessageType projection = TestFiles.projection("c2", "c9");
        try (TestStore store = ranged(o -> o.withMaxGapBytes(0))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.empty());
            assertThat(store.gets()).isEqualTo(1);
            assertThat(Values.of(reader, projection, PLAIN)).isEqualTo(Values.expected(file, projection, PLAIN));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(2);
            store.assertNoByteTwice();
        }
    }

    @Test
    void rowGroupsMayBeReadInAnyOrderAndSkipped() throws IOException {
        try (TestStore store = ranged(o -> o);
                ParquetFileReader reader =
                        VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(TestFiles.projection("id")))) {
            try (PageReadStore last = reader.readRowGroup(5)) {
                assertThat(last.getRowCount())
                        .isEqualTo(reader.getRowGroups().get(5).getRowCount());
            }
            assertThat(reader.skipNextRowGroup()).isTrue();
            try (PageReadStore second = reader.readNextRowGroup()) {
                assertThat(second.getRowIndexOffset())
                        .contains(reader.getRowGroups().get(0).getRowCount());
            }
            store.assertNoByteTwice();
        }
    }

    @Test
    void aColumnThatTheFileDoesNotHaveNamesTheNearest() {
        MessageType wrong = MessageTypeParser.parseMessageType("message m { required double c77; }");
        try (TestStore store = ranged(o -> o)) {
            assertThatThrownBy(() -> VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(wrong)))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll(TestStore.LOCATION.toString(), "no column 'c77'", "nearest is 'c7'");
        }
    }

    @Test
    @DisplayName("B46 a missing file is NOT_FOUND")
    void aMissingObjectIsNotFound() {
        try (TestStore store = TestStore.of(file)) {
            assertThatThrownBy(() -> VectorIoParquet.open(
                            store.io, ObjectLocation.parse("mem://lake/none"), PLAIN, Optional.empty()))
                    .isInstanceOfSatisfying(
                            ObjectReadException.class,
                            e -> assertThat(e.kind()).isEqualTo(ObjectReadException.Kind.NOT_FOUND));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 11, 12, 40})
    void whatIsNoParquetFileIsRefusedByName(int length) {
        byte[] content = new byte[length];
        try (TestStore store = TestStore.ranged(content)) {
            assertThatThrownBy(() -> VectorIoParquet.open(store.io, store.unknown(), PLAIN, Optional.empty()))
                    .isInstanceOf(ParquetLayoutException.class)
                    .hasMessageContainingAll(TestStore.LOCATION.toString(), "not a Parquet file", "" + length);
        }
    }

    @ParameterizedTest
    @DisplayName("B71 a wrong length hint is corrected, and never a bad magic number")
    @ValueSource(longs = {-1000, 1000})
    void aWrongLengthHintIsCorrected(long off) throws IOException {
        MessageType projection = TestFiles.projection("c2");
        try (TestStore store = ranged(o -> o)) {
            KnownObject hinted = store.unknown().withLengthHint(file.length + off);
            ParquetFileReader reader = VectorIoParquet.open(store.io, hinted, PLAIN, Optional.of(projection));
            assertThat(Values.of(reader, projection, PLAIN)).isEqualTo(Values.expected(file, projection, PLAIN));
            assertThat(store.heads()).isZero();
        }
    }

    @Test
    @DisplayName("B08 a file replaced behind its footer is noticed")
    void anObjectReplacedBehindTheFooterIsNoticed() throws IOException {
        try (TestStore store = ranged(o -> o)) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.empty());
            store.backend.put(TestStore.LOCATION, new byte[file.length]);
            assertThatThrownBy(reader::readNextRowGroup)
                    .isInstanceOfSatisfying(
                            ObjectReadException.class,
                            e -> assertThat(e.kind()).isEqualTo(ObjectReadException.Kind.OBJECT_CHANGED));
            reader.close();
        }
    }

    @Test
    @DisplayName("B39 turned off it reads right without vectored calls or prefetch")
    void turnedOffItStillReadsRightWithoutVectoredCallsOrPrefetch() throws IOException {
        MessageType projection = TestFiles.projection("id", "c9");
        try (TestStore store = ranged(o -> o.withEnabled(false))) {
            ParquetFileReader reader = VectorIoParquet.open(store.io, store.known(), PLAIN, Optional.of(projection));
            assertThat(Values.of(reader, projection, PLAIN)).isEqualTo(Values.expected(file, projection, PLAIN));
            assertThat(store.io.stats().prefetchHits()).isZero();
            try (VectorIoInputStream stream = new VectorIoInputFile(store.io, store.known()).newStream()) {
                assertThat(stream.readVectoredAvailable(new HeapByteBufferAllocator()))
                        .isFalse();
            }
        }
    }

    @Test
    void readOptionsAreCopiedWhole() {
        ParquetReadOptions all = ParquetReadOptions.builder()
                .useColumnIndexFilter(false)
                .useBloomFilter(false)
                .useOffHeapDecryptBuffer(true)
                .usePageChecksumVerification(true)
                .withMaxAllocationInBytes(12_345)
                .useStatsFilter(false)
                .build();
        ParquetReadOptions copy = OptionsCopy.of(all).build();
        assertThat(copy.useColumnIndexFilter()).isFalse();
        assertThat(copy.useBloomFilter()).isFalse();
        assertThat(copy.useOffHeapDecryptBuffer()).isTrue();
        assertThat(copy.usePageChecksumVerification()).isTrue();
        assertThat(copy.getMaxAllocationSize()).isEqualTo(12_345);
        assertThat(copy.useStatsFilter()).isFalse();
        assertThat(copy.useHadoopVectoredIo()).isTrue();
        assertThat(copy.getCodecFactory()).isSameAs(all.getCodecFactory());
    }

    private static ParquetReadOptions filtered(FilterPredicate predicate) {
        return ParquetReadOptions.builder()
                .withRecordFilter(FilterCompat.get(predicate))
                .build();
    }

    private static TestStore ranged(UnaryOperator<VectorIoOptions> change) {
        return new TestStore(file, options -> change.apply(options.withWholeObjectBytes(0)));
    }

    private static ParquetLayout footer() throws IOException {
        MemoryFile memory = new MemoryFile("memory", file);
        try (ParquetFileReader reader = ParquetFileReader.open(memory)) {
            return ParquetLayout.of("memory", file.length, reader.getFooter());
        }
    }

    private static long footerOffset() {
        ByteBuffer end = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        return file.length - 8L - end.getInt(file.length - 8);
    }

    private static List<ByteRange> parts(MessageType projection) throws IOException {
        ParquetLayout layout = footer();
        ColumnSelection columns = ColumnSelection.of("memory", TestFiles.schema(), projection);
        return ConsecutiveParts.of(
                LabelledRange.ranges(new ColumnChunkRanges(layout).ranges(columns, layout.allRowGroups())));
    }
}
