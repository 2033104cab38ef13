package dev.vectorio.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.testkit.Gate;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ParquetFileRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class VectorIoInputStreamTest {
    private static final ParquetReadOptions PLAIN = ParquetReadOptions.builder().build();
    private static byte[] file = new byte[0];

    @BeforeAll
    static void write() throws IOException {
        file = TestFiles.rows(20_000);
    }

    private static VectorIoInputStream open(TestStore store) {
        return new VectorIoInputFile(store.io, store.known()).newStream();
    }

    @ParameterizedTest
    @DisplayName("B13 opening a file is one GET that brings length, trailer and footer")
    @ValueSource(booleans = {true, false})
    void openingAFileIsOneGetThatBringsLengthTrailerAndFooter(boolean known) throws IOException {
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoInputFile input = new VectorIoInputFile(store.io, known ? store.known() : store.unknown());
            try (ParquetFileReader reader = ParquetFileReader.open(input, PLAIN)) {
                assertThat(reader.getRowGroups()).isNotEmpty();
                assertThat(input.getLength()).isEqualTo(file.length);
            }
            assertThat(store.gets()).isEqualTo(1);
            assertThat(store.heads()).isZero();
        }
    }

    @Test
    void aTrustedLengthNeedsNoRequest() throws IOException {
        try (TestStore store = TestStore.ranged(file)) {
            assertThat(new VectorIoInputFile(store.io, store.known()).getLength())
                    .isEqualTo(file.length);
            assertThat(store.gets()).isZero();
        }
    }

    @Test
    void aSecondStreamDoesNotFetchTheFooterAgainWhetherTheFirstIsOpenOrClosed() throws IOException {
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoInputFile input = new VectorIoInputFile(store.io, store.unknown());
            try (ParquetFileReader first = ParquetFileReader.open(input, PLAIN);
                    ParquetFileReader second = ParquetFileReader.open(input, PLAIN)) {
                assertThat(first.getRowGroups()).hasSameSizeAs(second.getRowGroups());
            }
            try (ParquetFileReader third = ParquetFileReader.open(input, PLAIN)) {
                assertThat(third.getRowGroups()).isNotEmpty();
            }
            assertThat(store.gets()).isEqualTo(1);
        }
    }

    @Test
    void aReopenedFileStillDemandsTheVersionThatItsFooterCameFrom() throws IOException {
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoInputFile input = new VectorIoInputFile(store.io, store.unknown());
            ParquetFileReader.open(input, PLAIN).close();
            store.backend.put(TestStore.LOCATION, new byte[file.length]);
            try (ParquetFileReader reader = ParquetFileReader.open(input, PLAIN)) {
                assertThatThrownBy(reader::readNextRowGroup).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    @DisplayName("B60 bytes are unsigned and the end lasts for ever")
    void bytesAreUnsignedAndTheEndLastsForEver() throws IOException {
        byte[] content = file.clone();
        content[500] = (byte) 0xFF;
        try (TestStore store = TestStore.ranged(content);
                VectorIoInputStream stream = open(store)) {
            stream.seek(500);
            assertThat(stream.read()).isEqualTo(255);
            assertThat(stream.getPos()).isEqualTo(501);
            stream.seek(content.length);
            for (int i = 0; i < 3; i++) {
                assertThat(stream.read()).isEqualTo(-1);
                assertThat(stream.read(new byte[5], 0, 5)).isEqualTo(-1);
                assertThat(stream.read(ByteBuffer.allocate(5))).isEqualTo(-1);
            }
            stream.seek(content.length + 100L);
            assertThat(stream.read()).isEqualTo(-1);
            assertThatThrownBy(() -> stream.seek(-1)).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> stream.readFully(new byte[1])).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void readsFillTheirTargetWhereverTheyLie() throws IOException {
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream stream = open(store)) {
            for (long position : List.of(0L, 3L, 100_000L, file.length - 70_000L, file.length - 10L)) {
                for (int length : List.of(1, 9, 1000, 200_000)) {
                    int expected = (int) Math.min(length, file.length - position);
                    byte[] array = new byte[length + 2];
                    stream.seek(position);
                    assertThat(stream.read(array, 1, length)).isEqualTo(expected);
                    assertThat(Arrays.copyOfRange(array, 1, 1 + expected)).isEqualTo(slice(position, expected));
                    ByteBuffer direct = ByteBuffer.allocateDirect(length);
                    stream.seek(position);
                    assertThat(stream.read(direct)).isEqualTo(expected);
                    assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(slice(position, expected)));
                    assertThat(stream.getPos()).isEqualTo(position + expected);
                }
            }
            assertThat(stream.read(new byte[0], 0, 0)).isZero();
        }
    }

    @ParameterizedTest
    @DisplayName("B49 vectored ranges arrive in the caller's own buffers, heap or direct")
    @ValueSource(booleans = {true, false})
    void vectoredRangesArriveInTheCallersOwnBuffers(boolean direct) throws Exception {
        Allocators allocator = direct ? Allocators.direct() : Allocators.heap();
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream stream = open(store)) {
            List<ParquetFileRange> ranges = ranges(700_000, 10, 4, 50_000, 0, 0, 2_000_000, 1);
            assertThat(stream.readVectoredAvailable(allocator)).isTrue();
            stream.readVectored(ranges, allocator);
            assertThat(stream.getPos()).isEqualTo(2_000_001);
            for (ParquetFileRange range : ranges) {
                ByteBuffer buffer = range.getDataReadFuture().get();
                assertThat(buffer.isDirect()).isEqualTo(direct);
                assertThat(buffer).isEqualTo(ByteBuffer.wrap(slice(range.getOffset(), range.getLength())));
                allocator.releaseByReader(buffer);
            }
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    @DisplayName("readers that share an allocator call it one at a time")
    void readersThatShareAnAllocatorCallItOneAtATime() throws Exception {
        Allocators allocator = Allocators.heap();
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream one = open(store);
                VectorIoInputStream other = open(store)) {
            for (int round = 0; round < 50; round++) {
                List<ParquetFileRange> first = manyRanges();
                List<ParquetFileRange> second = manyRanges();
                one.readVectored(first, allocator);
                other.readVectored(second, allocator);
                for (List<ParquetFileRange> ranges : List.of(first, second)) {
                    for (ParquetFileRange range : ranges) {
                        ByteBuffer buffer = range.getDataReadFuture().get();
                        assertThat(buffer).isEqualTo(ByteBuffer.wrap(slice(range.getOffset(), range.getLength())));
                        allocator.releaseByReader(buffer);
                    }
                }
            }
        }
        allocator.ledger().assertEmpty();
    }

    private static List<ParquetFileRange> manyRanges() {
        return IntStream.range(0, 40)
                .mapToObj(i -> new ParquetFileRange(4 + i * 50_000L, 1000))
                .toList();
    }

    @Test
    @DisplayName("B29 overlapping, missing and negative ranges are refused before any request")
    void badRangesAreRefusedBeforeAnyRequest() throws IOException {
        HeapByteBufferAllocator heap = new HeapByteBufferAllocator();
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream stream = open(store)) {
            assertThatThrownBy(() -> stream.readVectored(missing(), heap)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> stream.readVectored(Collections.singletonList(missing()), heap))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> stream.readVectored(ranges(10, 10, 19, 5), heap))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.readVectored(ranges(10, 10, 10, 10), heap))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.readVectored(ranges(10, -1), heap))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.readVectored(ranges(-1, 10), heap)).isInstanceOf(EOFException.class);
            assertThatThrownBy(() -> stream.readVectored(ranges(file.length - 5, 6), heap))
                    .isInstanceOf(EOFException.class)
                    .hasMessageContaining(TestStore.LOCATION.toString());
            stream.readVectored(List.of(), heap);
            assertThat(store.gets()).isZero();
            assertThat(stream.getPos()).isZero();
        }
    }

    // parquet-java is not null-marked: callers may pass null
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T missing() {
        return null;
    }

    @Test
    @DisplayName("B12 an allocator's UnsupportedOperationException is an IOException, so that nothing is read twice")
    void anAllocatorsFaultIsAnIoExceptionSoThatNothingIsReadTwice() throws Exception {
        ByteBufferAllocator broken = new HeapByteBufferAllocator() {
            @Override
            public ByteBuffer allocate(int size) {
                if (size == 77) {
                    throw new UnsupportedOperationException("no");
                }
                return super.allocate(size);
            }
        };
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream stream = open(store)) {
            List<ParquetFileRange> ranges = ranges(4, 100, 2_000_000, 77);
            stream.readVectored(ranges, broken);
            assertThat(ranges.get(0).getDataReadFuture().get().remaining()).isEqualTo(100);
            assertThatThrownBy(() -> ranges.get(1).getDataReadFuture().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    @Test
    @DisplayName("B11 B47 closing a stream ends what is in flight and gives back what nobody asked for")
    void closingEndsWhatIsInFlightAndGivesBackWhatNobodyAskedFor() throws Exception {
        Allocators allocator = Allocators.heap();
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoInputStream stream = open(store);
            List<ParquetFileRange> arrived = ranges(4, 1000, 2_000_000, 1000);
            stream.readVectored(arrived, allocator);
            ByteBuffer kept = arrived.get(0).getDataReadFuture().get();
            while (!arrived.get(1).getDataReadFuture().isDone()) {
                Thread.onSpinWait();
            }
            Gate gate = Gate.beforeHead(request -> true);
            store.backend.pace(gate);
            List<ParquetFileRange> waiting = ranges(1_000_000, 1000);
            stream.readVectored(waiting, allocator);
            stream.close();
            stream.close();
            assertThatThrownBy(() -> waiting.get(0).getDataReadFuture().get(1, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> arrived.get(1).getDataReadFuture().get()).hasCauseInstanceOf(IOException.class);
            assertThat(kept).isEqualTo(ByteBuffer.wrap(slice(4, 1000)));
            allocator.releaseByReader(kept);
            gate.open();
            assertThatThrownBy(stream::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
        }
        allocator.ledger().assertEmpty();
    }

    @Test
    @DisplayName("B35 an interrupt ends the wait and stays set")
    void anInterruptEndsTheWaitAndStaysSet() throws Exception {
        try (TestStore store = TestStore.ranged(file);
                VectorIoInputStream stream = open(store)) {
            Gate gate = Gate.beforeHead(request -> true);
            store.backend.pace(gate);
            Thread.currentThread().interrupt();
            assertThatThrownBy(stream::read).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            List<ParquetFileRange> ranges = ranges(1_000_000, 1000);
            stream.readVectored(ranges, new HeapByteBufferAllocator());
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> ranges.get(0).getDataReadFuture().get(300, TimeUnit.SECONDS))
                    .isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            gate.open();
        }
    }

    @Test
    @DisplayName("B69 a serial read fetches on to the end of its chunk in parallel parts")
    void aSerialReadFetchesOnToTheEndOfItsChunkInParallelParts() throws Exception {
        byte[] wide = TestFiles.rows(20_000, writer -> writer.withRowGroupSize(16L << 20));
        ParquetReadOptions serial = ParquetReadOptions.builder()
                .withUseHadoopVectoredIo(false)
                .withMaxAllocationInBytes(16 << 10)
                .build();
        try (TestStore store =
                new TestStore(wide, o -> o.withWholeObjectBytes(0).withMaxRequestBytes(16 << 10))) {
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), serial);
            assertThat(reader.getRowGroups()).hasSize(1);
            assertThat(Values.of(reader, TestFiles.projection("c3"), serial))
                    .isEqualTo(Values.expected(wide, TestFiles.projection("c3"), serial));
            store.assertNoByteTwice();
            assertThat(store.io.stats().rounds()).as("tail, then the chunk").isLessThanOrEqualTo(3);
            assertThat(store.gets()).isBetween(10L, 14L);
        }
    }

    @Test
    void aPlainFileReadsAheadTheColumnsOfItsFirstRowGroup() throws IOException {
        try (TestStore store =
                new TestStore(file, o -> o.withWholeObjectBytes(0).withMaxGapBytes(1024))) {
            ParquetReadOptions vectored = vectored();
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored);
            assertThat(Values.of(reader, TestFiles.projection("id", "c5", "c15"), vectored))
                    .isEqualTo(Values.expected(file, TestFiles.projection("id", "c5", "c15"), vectored));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(4);
            assertThat(store.io.stats().prefetchHits()).isPositive();
            store.assertNoByteTwice();
        }
    }

    @Test
    void readAheadGoesOnThroughAFileLongerThanItsLimit() throws IOException {
        byte[] longer = TestFiles.rows(60_000);
        ParquetReadOptions vectored = vectored();
        try (TestStore store = TestStore.ranged(longer)) {
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored);
            int rowGroups = reader.getRowGroups().size();
            assertThat((long) longer.length).isGreaterThan(2 * ReadAhead.LEAST_BYTES);
            assertThat(Values.of(reader, TestFiles.schema(), vectored)).isEqualTo(Values.expected(longer, vectored));
            assertThat(store.io.stats().prefetchHits()).isEqualTo(rowGroups - 1);
            store.assertNoByteTwice();
        }
    }

    @Test
    void aTaskThatOwnsOneRowGroupReadsLittleOfItsNeighbours() throws IOException {
        byte[] longer = TestFiles.rows(60_000, writer -> writer.withRowGroupSize(3L << 20));
        ParquetReadOptions vectored = vectored();
        try (TestStore store = TestStore.ranged(longer)) {
            try (ParquetFileReader reader =
                    ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored)) {
                reader.readNextRowGroup().close();
                long owned = reader.getRowGroups().get(0).getCompressedSize();
                long tail = store.io.options().tailBytesFor(longer.length);
                long asked =
                        store.ranges().stream().mapToLong(ByteRange::length).sum();
                assertThat(asked).isLessThanOrEqualTo(owned + tail + ReadAhead.LEAST_BYTES);
            }
        }
    }

    private static ParquetReadOptions vectored() {
        return ParquetReadOptions.builder().withUseHadoopVectoredIo(true).build();
    }

    @Test
    void aRowGroupALittleLargerThanTheFirstIsReadAhead() throws IOException {
        byte[] longer = TestFiles.rows(150_000, writer -> writer.withRowGroupSize(6L << 20));
        try (TestStore store = TestStore.ranged(longer);
                ParquetFileReader reader =
                        ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored())) {
            List<Long> sizes = reader.getRowGroups().stream()
                    .map(rowGroup -> rowGroup.getCompressedSize())
                    .toList();
            assertThat(sizes.get(0)).isGreaterThan(ReadAhead.LEAST_BYTES);
            assertThat(sizes.get(1)).isBetween(sizes.get(0) + 1, sizes.get(0) * 5 / 4);
            reader.readNextRowGroup().close();
            reader.readNextRowGroup().close();
            assertThat(store.io.stats().prefetchHits()).isPositive();
        }
    }

    @Test
    void aTaskThatBeginsInTheMiddleDoesNotFetchItsNeighbours() throws IOException {
        byte[] longer = TestFiles.rows(150_000, writer -> writer.withRowGroupSize(6L << 20));
        try (TestStore store = TestStore.ranged(longer);
                ParquetFileReader reader =
                        ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored())) {
            long owned = reader.getRowGroups().get(1).getCompressedSize();
            assertThat(owned).isGreaterThan(ReadAhead.LEAST_BYTES);
            reader.skipNextRowGroup();
            reader.readNextRowGroup().close();
            long tail = store.io.options().tailBytesFor(longer.length);
            assertThat(store.ranges().stream().mapToLong(ByteRange::length).sum())
                    .isLessThanOrEqualTo(owned + tail);
        }
    }

    @Test
    void streamsOnSeveralThreadsShareOneTail() throws Exception {
        List<String> expected = Values.expected(file, TestFiles.projection("id"), PLAIN);
        try (TestStore store = TestStore.ranged(file)) {
            VectorIoInputFile input = new VectorIoInputFile(store.io, store.unknown());
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try (VectorIoInputStream held = input.newStream()) {
                assertThat(held.getPos()).isZero();
                List<Future<List<String>>> reads = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    reads.add(threads.submit(
                            () -> Values.of(ParquetFileReader.open(input, PLAIN), TestFiles.projection("id"), PLAIN)));
                }
                for (Future<List<String>> read : reads) {
                    assertThat(read.get()).isEqualTo(expected);
                }
            } finally {
                threads.shutdownNow();
            }
            assertThat(store.ranges().stream().filter(range -> range.end() == file.length))
                    .as("GETs for the end of the file")
                    .hasSize(1);
        }
    }

    @Test
    void readAheadReleasesEveryBufferAndCopiesIntoTheCallersOwn() throws IOException {
        Allocators allocator = Allocators.heap();
        ParquetReadOptions vectored = ParquetReadOptions.builder()
                .withUseHadoopVectoredIo(true)
                .withAllocator(allocator)
                .build();
        try (TestStore store = TestStore.ranged(file)) {
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), vectored);
            assertThat(Values.of(reader, TestFiles.projection("id", "c5"), vectored))
                    .isEqualTo(Values.expected(file, TestFiles.projection("id", "c5"), PLAIN));
        }
        // parquet-java itself never releases the buffers of vectored reads (GH-3237); all else must be back
        assertThat(allocator.ledger().loans())
                .allMatch(loan -> loan.thread().startsWith("vector-io") || loan.length() > 10_000);
    }

    @Test
    void pageIndexReadsOfAPlainFileAreOneRoundForAllRowGroups() throws IOException {
        ParquetReadOptions filtered = ParquetReadOptions.builder()
                .withUseHadoopVectoredIo(true)
                .withRecordFilter(FilterCompat.get(FilterApi.lt(FilterApi.longColumn("odd"), 4_000L)))
                .build();
        try (TestStore store =
                new TestStore(file, o -> o.withWholeObjectBytes(0).withTailBytes(64 << 10))) {
            ParquetFileReader reader = ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), filtered);
            int rowGroups = reader.getRowGroups().size();
            assertThat(Values.of(reader, TestFiles.projection("odd", "c3"), filtered))
                    .isEqualTo(Values.expected(file, TestFiles.projection("odd", "c3"), filtered));
            assertThat(store.io.stats().rounds()).isLessThanOrEqualTo(2L + rowGroups);
            store.assertNoByteTwice();
        }
    }

    @ParameterizedTest
    @DisplayName("B63 a Bloom filter is read in two GETs at most")
    @ValueSource(
            strings = {
                "parquet-testing--data_index_bloom_encoding_stats",
                "parquet-testing--data_index_bloom_encoding_with_length",
                "duckdb--uuid_v2",
                "duckdb--issue6990",
                "impala--parquet-bloom-filtering"
            })
    void aBloomFilterIsReadInTwoGetsAtMost(String name) throws IOException {
        byte[] content = Files.readAllBytes(Corpus.file(name));
        try (TestStore store =
                        new TestStore(content, o -> o.withWholeObjectBytes(0).withTailBytes(64));
                ParquetFileReader reader =
                        ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), PLAIN);
                ParquetFileReader local = ParquetFileReader.open(new MemoryFile(name, content), PLAIN)) {
            for (ColumnChunkMetaData chunk : reader.getRowGroups().get(0).getColumns()) {
                long before = store.gets();
                BloomFilter filter = reader.readBloomFilter(chunk);
                assertThat(filter).isEqualTo(local.readBloomFilter(chunk));
                assertThat(store.gets() - before).isLessThanOrEqualTo(2);
            }
            store.assertNoByteTwice();
        }
    }

    @Test
    @DisplayName("B64 the page index of all row groups is fetched once, in one GET")
    void thePageIndexOfAllRowGroupsIsFetchedOnce() throws IOException {
        byte[] content = Files.readAllBytes(Corpus.file("impala--customer_multiblock_page_index"));
        try (TestStore store =
                        new TestStore(content, o -> o.withWholeObjectBytes(0).withTailBytes(64));
                ParquetFileReader reader =
                        ParquetFileReader.open(new VectorIoInputFile(store.io, store.known()), PLAIN)) {
            long gets = store.gets();
            long bytes = store.backend.log().bytesSent();
            for (BlockMetaData block : reader.getRowGroups()) {
                for (ColumnChunkMetaData chunk : block.getColumns()) {
                    assertThat(reader.readOffsetIndex(chunk).getPageCount()).isPositive();
                    assertThat(reader.readColumnIndex(chunk)).isNotNull();
                }
            }
            assertThat(store.gets() - gets).isEqualTo(1);
            assertThat(store.backend.log().bytesSent() - bytes).isEqualTo(19_722);
        }
    }

    @Test
    void noReadLeavesBytesOfAFileInTheBooks() throws IOException {
        try (TestStore store = TestStore.of(file)) {
            List<VectorIoInputStream> streams = new ArrayList<>();
            VectorIoInputFile input = new VectorIoInputFile(store.io, store.known());
            for (int i = 0; i < 3; i++) {
                streams.add(input.newStream());
                streams.get(i).readFully(new byte[1000]);
            }
            streams.forEach(VectorIoInputStream::close);
            assertThat(store.io.load().budgetedBytes()).isZero();
        }
    }

    private static byte[] slice(long position, int length) {
        return Arrays.copyOfRange(file, (int) position, (int) position + length);
    }

    private static List<ParquetFileRange> ranges(int... offsetsAndLengths) {
        List<ParquetFileRange> ranges = new ArrayList<>();
        for (int i = 0; i < offsetsAndLengths.length; i += 2) {
            ranges.add(new ParquetFileRange(offsetsAndLengths[i], offsetsAndLengths[i + 1]));
        }
        return ranges;
    }

    @Test
    void consecutivePartsFuseOnlyWhatIsListedInOrder() {
        assertThat(ConsecutiveParts.of(
                        List.of(ByteRange.of(4, 10), ByteRange.of(14, 6), ByteRange.of(30, 5), ByteRange.of(20, 10))))
                .containsExactly(ByteRange.of(4, 16), ByteRange.of(30, 5), ByteRange.of(20, 10));
    }
}
