package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.Fault;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.Gate;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cases that are about memory, threads and time, on a store in memory. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EngineCasesTest extends CaseFixture {
    private static final int MIB = 1 << 20;

    private final InMemoryBackend store = InMemoryBackend.create();
    private volatile FaultSchedule faults = FaultSchedule.none();

    @Override
    protected ObjectStoreBackend openBackend(int pool) {
        return new FaultInjectingBackend(store, (number, request) -> faults.faultFor(number, request));
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("mem", "bucket", key);
    }

    @Override
    protected ObjectLocation missingContainer() {
        return new ObjectLocation("mem", "no-such-bucket", "key");
    }

    @Override
    protected void put(String key, byte[] content) {
        store.put(location(key), content);
    }

    @Override
    protected void delete(String key) {
        store.delete(location(key));
    }

    /** An object that takes no memory. */
    private SyntheticBytes endless(String key, long length) {
        SyntheticBytes content = new SyntheticBytes(key.hashCode(), length);
        store.put(location(key), content);
        return content;
    }

    private static List<ByteRange> parts(long offset, int count, int bytes) {
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(ByteRange.of(offset + (long) i * bytes, bytes));
        }
        return ranges;
    }

    @Test
    @DisplayName(
            "B09 four tasks over a row group of 128 MiB allocate its 8 MiB ranges and nothing larger, in the budget")
    void noBufferIsLargerThanARange() throws Exception {
        SyntheticBytes content = endless("row-group", 128L * MIB);
        LedgerAllocator direct = LedgerAllocator.direct();
        long budget = 64L * MIB;
        List<ByteRange> ranges = parts(0, 16, 8 * MIB);
        try (VectorIo io = io(options -> options.withMemoryBudgetBytes(budget))) {
            runAll(4, task -> {
                try (RangeReader reader = io.open(known("row-group", content.length()));
                        VectoredRead read = reader.readVectored(
                                ranges, ReadOptions.defaults().withAllocator(direct))) {
                    for (int i = 0; i < ranges.size(); i++) {
                        try (RangeResult result = read.await(i)) {
                            assertThat(result.buffer().isDirect()).isTrue();
                            require(content, ranges.get(i), result);
                        }
                    }
                }
            });
            assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo(budget + 8 * MIB);
        }
        assertThat(direct.largestAllocation()).isEqualTo(8 * MIB);
        assertThat(direct.allocations()).as("one buffer a range, none beside").isEqualTo(64);
        direct.assertEmpty();
    }

    private interface Task {
        void run(int number) throws Exception;
    }

    private static void runAll(int count, Task task) throws Exception {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(new Thread(() -> {
                try {
                    task.run(number);
                } catch (Throwable t) {
                    failures.add(t);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    @Test
    @DisplayName(
            "B10 row groups that are read and released leave nothing, forwards and backwards, with prefetch and without")
    void releasedRowGroupsLeaveNothing() throws Exception {
        int group = 20 * MIB;
        SyntheticBytes content = endless("groups", 10L * group);
        long budget = 60L * MIB;
        for (boolean prefetch : new boolean[] {false, true}) {
            for (boolean backwards : new boolean[] {false, true}) {
                LedgerAllocator books = LedgerAllocator.heap();
                ReadOptions into = ReadOptions.defaults().withAllocator(books);
                List<ByteRange> groups = parts(0, 10, group);
                if (backwards) {
                    Collections.reverse(groups);
                }
                try (VectorIo io = io(options -> options.withMemoryBudgetBytes(budget));
                        RangeReader reader = io.open(known("groups", content.length()))) {
                    if (prefetch) {
                        reader.prefetch(groups, into);
                    }
                    for (ByteRange range : groups) {
                        try (VectoredRead read = reader.readVectored(List.of(range), into)) {
                            require(content, range, read.await(0));
                        }
                    }
                    long share = prefetch ? budget / 2 : 0;
                    assertThat(books.peakBytes())
                            .as("prefetch %s, backwards %s", prefetch, backwards)
                            .isLessThanOrEqualTo(group + share);
                    assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo(budget + group);
                }
                books.assertEmpty();
            }
        }
    }

    @Test
    @DisplayName("B10 a range that straddles two row groups is kept until both are done, and fetched once")
    void straddlingRangeIsKeptForBoth() throws Exception {
        SyntheticBytes content = endless("straddling", 40L * MIB);
        ByteRange straddling = ByteRange.of(19L * MIB, 2 * MIB);
        List<ByteRange> all = List.of(ByteRange.of(0, 19L * MIB), straddling, ByteRange.of(21L * MIB, 19L * MIB));
        try (VectorIo io = io(options -> options);
                RangeReader reader = io.open(known("straddling", content.length()))) {
            try (VectoredRead first = reader.readVectored(all.subList(0, 2), options());
                    VectoredRead second = reader.readVectored(all.subList(2, 3), options())) {
                require(content, all.get(0), first.await(0));
                require(content, all.get(2), second.await(0));
                require(content, straddling, first.await(1));
            }
            assertThat(reader.stats().fetchedBytes()).isEqualTo(40L * MIB);
        }
    }

    @Test
    @DisplayName("B11 every buffer comes back once: all succeed, one of five fails, closed early, never asked for")
    void everyBufferComesBackOnce() throws Exception {
        SyntheticBytes content = endless("buffers", 10L * MIB);
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ranges.add(ByteRange.of(i * 2L * MIB, MIB));
        }
        try (VectorIo io = io(attempts(2));
                RangeReader reader = io.open(known("buffers", content.length()))) {
            try (VectoredRead read = reader.readVectored(ranges, options())) {
                for (int i = 0; i < 5; i++) {
                    require(content, ranges.get(i), read.await(i));
                }
            }
            ledger().assertEmpty();
            faults = FaultSchedule.when(begins(4L * MIB), Fault.failure(Kind.PROTOCOL));
            VectoredRead failing = reader.readVectored(ranges, options());
            for (int i = 0; i < 5; i++) {
                if (i == 2) {
                    assertThat(failure(() -> failing.await(2)).kind()).isEqualTo(Kind.PROTOCOL);
                } else {
                    failing.await(i).close();
                }
            }
            ledger().assertEmpty();
            failing.close();
            faults = FaultSchedule.none();
            store.pace(Gate.inBody(request -> true, 100_000));
            VectoredRead early = reader.readVectored(ranges, options());
            awaitTrue(() -> ledger().loans().size() == 5, "all buffers are out");
            early.close();
            ledger().assertEmpty();
            store.pace(Pace.none());
            VectoredRead unread = reader.readVectored(ranges, options());
            awaitTrue(() -> unread.result(4).isDone(), "the last range is in");
            unread.close();
            ledger().assertEmpty();
        }
        assertThat(ledger().allocations()).isEqualTo(ledger().releases());
    }

    private static Predicate<GetRequest> begins(long offset) {
        return request -> request.range().toHttpHeader().startsWith("bytes=" + offset + "-");
    }

    @Test
    @DisplayName("B18 eight threads that open one small object at once fetch it once each at most")
    void eightThreadsOpenOneSmallObject() throws Exception {
        SyntheticBytes content = store("small", 100_000);
        try (VectorIo io = io(options -> options)) {
            runAll(8, number -> {
                try (RangeReader reader = io.open(known("small", 100_000));
                        VectoredRead read = reader.readVectored(parts(0, 3, 30_000))) {
                    for (int i = 0; i < 3; i++) {
                        require(content, ByteRange.of(i * 30_000L, 30_000), read.await(i));
                    }
                }
            });
            assertThat(store.log().getCount()).isBetween(1L, 8L);
            assertThat(store.log().headCount()).isZero();
            assertThat(io.load().budgetedBytes())
                    .as("held after the last reader")
                    .isZero();
        }
    }

    @Test
    @DisplayName("B23 a row group over 2 GiB is read through the budget, every piece of it right")
    void rowGroupOverTwoGibibytesIsRead() throws Exception {
        long start = 209_579_970L;
        long length = 2_300_000_000L;
        SyntheticBytes content = endless("huge", start + length);
        List<ByteRange> pieces = new ArrayList<>();
        for (long at = start; at < start + length; at += 8 * MIB) {
            pieces.add(ByteRange.between(at, Math.min(at + 8 * MIB, start + length)));
        }
        long budget = 64L * MIB;
        LedgerAllocator books = LedgerAllocator.heap();
        try (VectorIo io = io(options -> options.withMemoryBudgetBytes(budget));
                RangeReader reader = io.open(known("huge", content.length()));
                VectoredRead read =
                        reader.readVectored(pieces, ReadOptions.defaults().withAllocator(books))) {
            long seen = 0;
            for (int i = 0; i < pieces.size(); i++) {
                try (RangeResult result = read.await(i)) {
                    seen += result.buffer().remaining();
                    if (i % 50 == 0 || i == pieces.size() - 1) {
                        require(content, pieces.get(i), result);
                    }
                }
            }
            assertThat(seen).isEqualTo(length);
            assertThat(io.load().peakBudgetedBytes()).isLessThanOrEqualTo(budget + 8 * MIB);
        }
        books.assertEmpty();
        assertThatThrownBy(() -> ByteRange.of(Long.MAX_VALUE, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("B32 a reader that asks for one range does not wait behind another's 500")
    void oneReaderDoesNotStarveAnother() throws Exception {
        SyntheticBytes content = endless("wide", 500L * 100_000);
        List<ByteRange> wide = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            wide.add(ByteRange.of(i * 100_000L, 100));
        }
        Gate gate = Gate.beforeHead(request -> true);
        store.pace(gate);
        try (VectorIo io = io(options ->
                        ranged(options).withMaxConcurrentRequests(16).withMaxConcurrentRequestsPerReader(4));
                RangeReader first = io.open(known("wide", content.length()));
                RangeReader second = io.open(known("wide", content.length()));
                VectoredRead many = first.readVectored(wide)) {
            awaitTrue(() -> store.log().inFlight() == 16, "the first reader has all slots");
            try (VectoredRead one = second.readVectored(List.of(ByteRange.of(50, 1_000)))) {
                AtomicLong firstsGets = new AtomicLong(-1);
                one.result(0).thenRun(() -> firstsGets.set(first.stats().gets()));
                gate.open();
                require(content, ByteRange.of(50, 1_000), one.await(0));
                // the first slot that comes free is the second reader's: at most those of one round are before it
                awaitTrue(() -> firstsGets.get() >= 0, "the count was taken");
                assertThat(store.log()
                                .gets()
                                .indexOf(store.log().gets().stream()
                                        .filter(get -> begins50(
                                                get.range().orElseThrow().toHttpHeader()))
                                        .findFirst()
                                        .orElseThrow()))
                        .as("GETs sent before the second reader's")
                        .isLessThanOrEqualTo(20);
            }
            for (int i = 0; i < wide.size(); i++) {
                require(content, wide.get(i), many.await(i));
            }
            assertThat(store.log().maxInFlight()).isLessThanOrEqualTo(16);
        }
    }

    private static boolean begins50(String header) {
        return header.startsWith("bytes=50-");
    }

    @Test
    @DisplayName("B35 an interrupt ends the wait at once: no attempt follows, requests are aborted, buffers come back")
    void interruptEndsEverything() throws Exception {
        SyntheticBytes content = endless("interrupted", 10L * MIB);
        List<ByteRange> ranges = parts(0, 10, MIB);
        faults = FaultSchedule.when(
                request ->
                        Long.parseLong(request.range().toHttpHeader().replaceAll("bytes=(\\d+)-.*", "$1")) < 5L * MIB,
                Fault.throttled(Optional.of(Duration.ofSeconds(30))));
        store.pace(Gate.beforeHead(request -> true));
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("interrupted", content.length()))) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicLong endedNanos = new AtomicLong();
            AtomicReference<Boolean> flag = new AtomicReference<>(false);
            try (VectoredRead read = reader.readVectored(ranges, options())) {
                Thread caller = new Thread(() -> {
                    try {
                        read.await();
                    } catch (Exception e) {
                        thrown.set(e);
                    }
                    flag.set(Thread.currentThread().isInterrupted());
                    endedNanos.set(System.nanoTime());
                });
                caller.start();
                awaitTrue(() -> failedRequests().size() == 5 && store.log().inFlight() == 5, "5 sleep, 5 run");
                long gets = reader.stats().gets();
                long start = System.nanoTime();
                caller.interrupt();
                caller.join();
                assertThat(Duration.ofNanos(endedNanos.get() - start)).isLessThan(Duration.ofMillis(200));
                assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
                assertThat(flag.get()).isTrue();
                awaitTrue(() -> store.log().inFlight() == 0, "requests are aborted");
                assertThat(reader.stats().gets()).as("no attempt after it").isEqualTo(gets);
            }
            ledger().assertEmpty();
            faults = FaultSchedule.none();
            store.pace(Pace.none());
            requireRead(reader, content, ranges.get(0));
        }
    }

    @Test
    @DisplayName("B40 failures of every kind name the object, those of a range the range too")
    void everyKindNamesItsObject() throws Exception {
        SyntheticBytes content = endless("kinds", 10L * MIB);
        ByteRange range = ByteRange.of(100, MIB);
        String object = location("kinds").toString();
        for (Kind kind : Kind.values()) {
            faults = (number, request) -> Optional.of(Fault.failure(kind));
            try (VectorIo io = io(attempts(2));
                    RangeReader reader = io.open(location("kinds"))) {
                ObjectReadException failed = failureOf(reader, range);
                assertThat(failed.kind()).isEqualTo(kind);
                assertThat(failed)
                        .hasMessageContainingAll(object, range.toString(), "memory", kind.name(), "attempt ", " ms");
            }
        }
        faults = FaultSchedule.none();
        LedgerAllocator poor = LedgerAllocator.heap().failWithError(1, () -> new OutOfMemoryError("none left"));
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("kinds", content.length()))) {
            try (VectoredRead read =
                    reader.readVectored(List.of(range), ReadOptions.defaults().withAllocator(poor))) {
                ObjectReadException failed = failure(() -> read.await(0));
                assertThat(failed.kind()).isEqualTo(Kind.INTERNAL);
                assertThat(failed).hasMessageContainingAll(object, range.toString(), "none left");
            }
            store.pace(Gate.beforeHead(request -> true));
            try (VectoredRead read = reader.readVectored(List.of(range), options())) {
                read.cancel();
                assertThat(failure(() -> read.await(0))).hasMessageContaining(object);
            }
            try (VectoredRead read = reader.readVectored(List.of(range), options())) {
                assertThat(read.result(0).cancel(false)).isTrue();
                ObjectReadException cancelled = failure(() -> read.await(0));
                assertThat(cancelled.kind()).isEqualTo(Kind.CANCELLED);
                assertThat(cancelled).hasMessageContaining(object);
            }
            try (VectoredRead read =
                    reader.readVectored(List.of(range), options().withDeadline(Duration.ofMillis(50)))) {
                assertThat(failure(() -> read.await(0))).hasMessageContainingAll(object, "deadline of 50 ms");
            }
            ByteRange past = ByteRange.of(11L * MIB, 5);
            assertThat(failureOf(reader, past)).hasMessageContainingAll(object, past.toString());
        }
    }

    @Test
    @DisplayName("B43 no request is sent twice unless hedging is asked for, however slow its answer")
    void noRequestIsHedgedByDefault() throws Exception {
        assertThat(VectorIoOptions.defaults().hedge()).isEqualTo(HedgePolicy.defaults());
        assertThat(HedgePolicy.defaults().enabled()).isFalse();
        SyntheticBytes content = endless("slow", 32L * MIB);
        Gate gate = Gate.beforeHead(begins(5L * MIB));
        store.pace(gate);
        try (VectorIo io = io(CaseFixture::ranged);
                RangeReader reader = io.open(known("slow", content.length()));
                VectoredRead read = reader.readVectored(parts(0, 32, MIB), options())) {
            awaitTrue(() -> read.result(31).isDone() && store.log().inFlight() == 1, "all others are in");
            CompletableFuture.delayedExecutor(500, java.util.concurrent.TimeUnit.MILLISECONDS)
                    .execute(gate::open);
            read.await();
            assertThat(store.log().getCount()).isEqualTo(32);
        }
    }

    @Test
    @DisplayName("B49 direct buffers bring the same bytes as heap buffers on every path")
    void directBuffersBringTheSameBytes() throws Exception {
        SyntheticBytes content = store("direct", 4L * MIB);
        for (long whole : new long[] {0, 8L * MIB}) {
            LedgerAllocator direct = LedgerAllocator.direct();
            ReadOptions into = ReadOptions.defaults().withAllocator(direct);
            List<ByteRange> ranges = List.of(ByteRange.of(3, 100_000), ByteRange.of(2L * MIB, MIB));
            try (VectorIo io = io(options -> options.withWholeObjectBytes(whole));
                    RangeReader reader =
                            io.open(KnownObject.at(location("direct")).withLength(4L * MIB));
                    VectoredRead tail = reader.readTail(1_000, into);
                    VectoredRead read = reader.readVectored(ranges, into)) {
                require(content, ByteRange.of(4L * MIB - 1_000, 1_000), tail.await(0));
                for (int i = 0; i < ranges.size(); i++) {
                    assertThat(read.await(i).buffer().hasArray()).isFalse();
                    require(content, ranges.get(i), read.await(i));
                }
            }
            direct.assertEmpty();
        }
    }

    @Test
    @DisplayName("B69 64 MiB are written straight into the caller's one buffer, in requests of 8 MiB")
    void bytesGoStraightIntoTheCallersBuffer() throws Exception {
        SyntheticBytes content = endless("straight", 64L * MIB);
        try (VectorIo io = io(options -> options);
                RangeReader reader = io.open(known("straight", content.length()))) {
            requireRead(reader, content, ByteRange.of(0, 64L * MIB));
            assertThat(reader.stats().gets()).isEqualTo(8);
            assertThat(ledger().allocations()).isEqualTo(1);
            assertThat(ledger().peakBytes()).isEqualTo(64L * MIB);
        }
    }
}
