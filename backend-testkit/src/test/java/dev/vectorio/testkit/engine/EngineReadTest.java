package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.LedgerAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineReadTest {
    private static final ObjectLocation OBJECT = ObjectLocation.parse("mem://bucket/object");

    private final InMemoryBackend store = InMemoryBackend.create();
    private final LedgerAllocator ledger = LedgerAllocator.heap();
    private final ReadOptions options = ReadOptions.defaults().withAllocator(ledger);

    @AfterEach
    void nothingLeaks() {
        ledger.assertEmpty();
    }

    private static byte[] content(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private VectorIo io(VectorIoOptions options) {
        return VectorIo.builder().options(options).backend("mem", store).build();
    }

    private static byte[] bytes(RangeResult result) {
        ByteBuffer view = result.buffer();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        return copy;
    }

    private static byte[] slice(byte[] content, ByteRange range) {
        return Arrays.copyOfRange(content, (int) range.offset(), (int) range.end());
    }

    @Test
    void keepsToTheReadsOwnLimitOfARequestInPlanReadAndPrefetch() throws Exception {
        byte[] content = content(16 << 20);
        store.put(OBJECT, content);
        ByteRange first = ByteRange.of(0, 4 << 20);
        ByteRange second = ByteRange.of(8 << 20, 4 << 20);
        ReadOptions shortRequests = options.withMaxRequestBytes(1 << 20);
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(KnownObject.at(OBJECT).withLength(content.length))) {
            assertThat(reader.plan(List.of(first), options).requests()).hasSize(1);
            assertThat(reader.plan(List.of(first), shortRequests).requests()).hasSize(4);
            try (VectoredRead read = reader.readVectored(List.of(first), shortRequests)) {
                read.await().forEach(RangeResult::close);
            }
            assertThat(reader.stats().gets()).isEqualTo(4);
            reader.prefetch(List.of(second), shortRequests);
            try (VectoredRead read = reader.readVectored(List.of(second), options)) {
                RangeResult result = read.await().get(0);
                assertThat(bytes(result)).isEqualTo(slice(content, second));
                result.close();
            }
            assertThat(reader.stats().gets()).isEqualTo(8);
        }
    }

    @Test
    void readsRangesInAnyOrderWithOverlapDuplicatesAndEmptyOnes() throws Exception {
        byte[] content = content(40_000_000);
        store.put(OBJECT, content);
        Random random = new Random(7);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ranges.add(ByteRange.of(random.nextInt(39_000_000), random.nextInt(200_000)));
        }
        ranges.add(ranges.get(3));
        ranges.add(ByteRange.of(5, 0));
        ranges.add(ByteRange.of(0, 20_000_000));
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(OBJECT);
                VectoredRead read = reader.readVectored(ranges, options)) {
            List<RangeResult> results = read.await();
            for (int i = 0; i < ranges.size(); i++) {
                assertThat(bytes(results.get(i))).isEqualTo(slice(content, ranges.get(i)));
            }
            assertThat(store.log().getCount())
                    .isEqualTo(reader.plan(ranges).requests().size());
            assertThat(reader.stats().gets()).isEqualTo(store.log().getCount());
            assertThat(reader.stats().fetchedBytes()).isEqualTo(store.log().bytesSent());
            assertThat(io.load().budgetedBytes()).isZero();
        }
    }

    @Test
    void readsASmallObjectWithOneGetWhateverIsAskedFirst() throws Exception {
        byte[] content = content(1_000_000);
        store.put(OBJECT, content);
        for (boolean known : new boolean[] {true, false}) {
            store.log().clear();
            KnownObject object = known ? KnownObject.at(OBJECT).withLengthHint(content.length) : KnownObject.at(OBJECT);
            try (VectorIo io = io(VectorIoOptions.defaults());
                    RangeReader reader = io.open(object);
                    VectoredRead tail = reader.readTail(8, options);
                    VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 500_000)), options)) {
                assertThat(bytes(tail.await(0))).isEqualTo(Arrays.copyOfRange(content, 999_992, 1_000_000));
                assertThat(bytes(read.await(0))).isEqualTo(Arrays.copyOfRange(content, 0, 500_000));
                assertThat(store.log().getCount()).isEqualTo(1);
                assertThat(store.log().headCount()).isZero();
                assertThat(store.log().bytesSent()).isEqualTo(1_000_000);
            }
        }
    }

    @Test
    void survivesAWrongLengthHintInBothDirections() throws Exception {
        for (int length : new int[] {500_000, 10_000_000}) {
            byte[] content = content(length);
            store.put(OBJECT, content);
            for (int error : new int[] {-1000, 1000, 2_000_000}) {
                store.log().clear();
                try (VectorIo io = io(VectorIoOptions.defaults());
                        RangeReader reader = io.open(KnownObject.at(OBJECT).withLengthHint(length + error));
                        VectoredRead tail = reader.readTail(8, options)) {
                    assertThat(bytes(tail.await(0))).isEqualTo(Arrays.copyOfRange(content, length - 8, length));
                    assertThat(tail.await(0).range()).isEqualTo(ByteRange.of(length - 8, 8));
                    assertThat(store.log().getCount()).isLessThanOrEqualTo(2);
                    assertThat(reader.knownLength()).hasValue(length);
                }
            }
        }
    }

    @Test
    void refusesARangePastATrustedLengthWithoutIo() {
        store.put(OBJECT, content(1000));
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(KnownObject.at(OBJECT).withLength(1000));
                VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 10), ByteRange.of(995, 6)), options)) {
            assertThatThrownBy(read::await)
                    .isInstanceOfSatisfying(
                            ObjectReadException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUT_OF_BOUNDS));
            assertThat(read.result(0)).isCompletedExceptionally();
            assertThat(store.log().requests()).isEmpty();
            assertThat(ledger.allocations()).isZero();
        }
    }

    @Test
    void noticesAReplacedObject() throws Exception {
        store.put(OBJECT, content(10_000_000));
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(OBJECT);
                VectoredRead tail = reader.readTail(8, options)) {
            tail.await();
            store.put(OBJECT, content(10_000_000));
            try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(0, 10)), options)) {
                assertThatThrownBy(read::await)
                        .isInstanceOfSatisfying(
                                ObjectReadException.class,
                                e -> assertThat(e.kind()).isEqualTo(Kind.OBJECT_CHANGED));
            }
            assertThat(store.log().getCount()).isEqualTo(2);
        }
    }

    @Test
    void missingObjectIsNotFoundAfterOneRequest() {
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(OBJECT);
                VectoredRead tail = reader.readTail(8, options)) {
            assertThatThrownBy(tail::await).isInstanceOfSatisfying(ObjectReadException.class, e -> {
                assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(e).hasMessageContaining("mem://bucket/object");
            });
            assertThat(store.log().getCount()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B06 B10 prefetched bytes are handed over once, never fetched twice, and stay in the budget")
    void handsPrefetchedBuffersOverAndNeverFetchesTwice() throws Exception {
        byte[] content = content(60_000_000);
        store.put(OBJECT, content);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            ranges.add(ByteRange.of(4 + i * 7_000_000L, 2_000_000));
        }
        try (VectorIo io = io(VectorIoOptions.defaults().withMemoryBudgetBytes(16_000_000));
                RangeReader reader = io.open(KnownObject.at(OBJECT).withLength(content.length))) {
            reader.prefetch(ranges, options);
            for (ByteRange range : ranges) {
                try (VectoredRead read = reader.readVectored(List.of(range), options)) {
                    assertThat(bytes(read.await(0))).isEqualTo(slice(content, range));
                }
            }
            assertThat(reader.stats().prefetchHits()).isEqualTo(8);
            assertThat(store.log().bytesSent()).isEqualTo(16_000_000);
            assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo(16_000_000);
        }
    }

    @Test
    void staysInsideTheBudgetPlusOneRange() throws Exception {
        byte[] content = content(64 << 20);
        store.put(OBJECT, content);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            ranges.add(ByteRange.of((long) i << 20, 1 << 20));
        }
        try (VectorIo io = io(VectorIoOptions.defaults().withMemoryBudgetBytes(3 << 20));
                RangeReader reader = io.open(KnownObject.at(OBJECT).withLength(content.length));
                VectoredRead read = reader.readVectored(ranges, options)) {
            for (int i = 0; i < ranges.size(); i++) {
                assertThat(bytes(read.await(i))).isEqualTo(slice(content, ranges.get(i)));
            }
            assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo(4 << 20);
        }
    }

    @Test
    void readsAnEmptyObjectAndOneWithoutSuffixRanges() throws Exception {
        store.put(OBJECT, new byte[0]);
        InMemoryBackend plain =
                InMemoryBackend.create(InMemorySettings.defaults().withoutSuffixRange());
        plain.put(OBJECT, content(5_000_000));
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(OBJECT);
                VectoredRead tail = reader.readTail(8, options)) {
            assertThat(tail.await(0).range()).isEqualTo(ByteRange.of(0, 0));
        }
        try (VectorIo io = VectorIo.builder().backend("mem", plain).build();
                RangeReader reader = io.open(OBJECT);
                VectoredRead tail = reader.readTail(8, options)) {
            assertThat(tail.await(0).range()).isEqualTo(ByteRange.of(4_999_992, 8));
            assertThat(plain.log().getCount()).isEqualTo(2);
        }
        plain.close();
    }

    @Test
    void findsAnnouncedObjectsInMemory() throws Exception {
        List<KnownObject> objects = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket/file-" + i);
            store.put(location, content(100_000 + i));
            objects.add(KnownObject.at(location).withLengthHint(100_000 + i));
        }
        try (VectorIo io = io(VectorIoOptions.defaults());
                AutoCloseable list = io.lookAhead(objects)) {
            for (KnownObject object : objects) {
                try (RangeReader reader = io.open(object);
                        VectoredRead read = reader.readTail(100_000, options)) {
                    assertThat(read.await(0).range().length()).isEqualTo(100_000);
                }
            }
            assertThat(store.log().getCount()).isEqualTo(20);
            assertThat(io.load().budgetedBytes()).isZero();
            assertThat(list).isNotNull();
        }
    }

    /** Small whole objects are windows; when they pass the budget together, one must always give way to the next. */
    @Test
    void readsSmallObjectsWhoseWindowsTogetherPassTheBudget() throws Exception {
        byte[] content = content(900_000);
        store.put(OBJECT, content);
        AtomicInteger wrong = new AtomicInteger();
        try (VectorIo io = io(VectorIoOptions.defaults().withMemoryBudgetBytes(1 << 20))) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                Random random = new Random(t);
                threads.add(new Thread(() -> {
                    for (int i = 0; i < 100; i++) {
                        ByteRange range = ByteRange.of(random.nextInt(800_000), 1 + random.nextInt(100_000));
                        try (RangeReader reader = io.open(KnownObject.at(OBJECT).withLengthHint(900_000));
                                VectoredRead read = reader.readVectored(List.of(range))) {
                            if (!Arrays.equals(bytes(read.await(0)), slice(content, range))) {
                                wrong.incrementAndGet();
                            }
                        } catch (Exception e) {
                            wrong.incrementAndGet();
                        }
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(wrong).hasValue(0);
        }
    }

    @Test
    void aReadAndItsReaderMayBeClosedByTheCallbackOfAStage() {
        store.put(OBJECT, content(40_000_000));
        try (VectorIo io = io(VectorIoOptions.defaults())) {
            for (int i = 0; i < 40; i++) {
                RangeReader reader = io.open(OBJECT);
                List<ByteRange> ranges = List.of(ByteRange.of(0, 100), ByteRange.of(20_000_000, 3_000_000));
                if (i % 4 > 1) {
                    reader.prefetch(ranges, options);
                }
                VectoredRead read = reader.readVectored(ranges, options);
                boolean all = i % 2 == 0;
                read.result(0)
                        .thenRun(() -> {
                            read.close();
                            if (all) {
                                reader.close();
                            }
                        })
                        .join();
                assertThat(read.result(1)).isDone();
                reader.close();
                ledger.assertEmpty();
            }
        }
    }
}
