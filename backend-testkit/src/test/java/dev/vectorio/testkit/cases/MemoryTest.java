package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.ObjectContent;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much memory the library takes, measured from outside; the figures go to {@code target/memory.txt}. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MemoryTest {
    private static final int MIB = 1 << 20;
    private static final ObjectLocation LOCATION = ObjectLocation.parse("mem://bucket/object");

    private final InMemoryBackend store =
            InMemoryBackend.create(InMemorySettings.defaults().withChunkBytes(256 << 10));

    /** Bytes that cost nothing to make. */
    private record Nothing(long length) implements ObjectContent {
        @Override
        public void read(long offset, ByteBuffer destination) {
            destination.position(destination.limit());
        }
    }

    private VectorIo io(long budget) {
        return VectorIo.builder()
                .options(VectorIoOptions.defaults().withMemoryBudgetBytes(budget))
                .backend("mem", store)
                .build();
    }

    private static void figure(String text, Object... figures) throws IOException {
        Path file = Path.of(System.getProperty("basedir", "."), "target", "memory.txt");
        Files.createDirectories(file.resolve("..").normalize());
        String line = String.format(Locale.ROOT, text, figures) + "\n";
        Files.writeString(file, line, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    @DisplayName("B09 B10 eight streams with prefetch stay in the budget by the books and by the allocator's own count")
    void eightStreamsStayInTheBudget() throws Exception {
        long budget = 64L * MIB;
        int group = 8 * MIB;
        store.put(LOCATION, new Nothing(40L * group));
        AtomicLong peak = new AtomicLong();
        AtomicLong live = new AtomicLong();
        BufferAllocator counting = BufferAllocator.of(
                length -> {
                    peak.accumulateAndGet(live.addAndGet(length), Math::max);
                    return ByteBuffer.allocate(length);
                },
                buffer -> live.addAndGet(-buffer.capacity()));
        ReadOptions into = ReadOptions.defaults().withAllocator(counting);
        long peakInBooks;
        try (VectorIo io = io(budget)) {
            runAll(8, () -> {
                List<ByteRange> groups = new ArrayList<>();
                for (int i = 0; i < 40; i++) {
                    groups.add(ByteRange.of((long) i * group, group));
                }
                try (RangeReader reader = io.open(KnownObject.at(LOCATION).withLength(40L * group))) {
                    reader.prefetch(groups, into);
                    for (ByteRange range : groups) {
                        try (VectoredRead read = reader.readVectored(List.of(range), into);
                                RangeResult result = read.await(0)) {
                            assertThat(result.buffer().remaining()).isEqualTo(group);
                        }
                    }
                }
            });
            peakInBooks = io.load().peakBudgetedBytes();
            assertThat(io.load().budgetedBytes()).isZero();
        }
        figure(
                "8 streams x 40 row groups of 8 MiB, prefetch, budget 64 MiB: peak undelivered and held %.1f MiB,"
                        + " peak allocated (with 8 row groups in the readers' hands) %.1f MiB",
                peakInBooks / (double) MIB, peak.get() / (double) MIB);
        assertThat(peakInBooks).isLessThanOrEqualTo(budget + group);
        assertThat(peak.get()).as("allocated, delivered row groups included").isLessThanOrEqualTo(budget + 9L * group);
        assertThat(live).hasValue(0);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void runAll(int count, Work work) throws InterruptedException {
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            threads.add(new Thread(() -> {
                try {
                    work.run();
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
    @DisplayName("B49 a thousand reads of 8 MiB into pooled direct buffers take the memory of the first ten")
    void pooledDirectMemoryStaysFlat() throws Exception {
        store.put(LOCATION, new Nothing(64L * MIB));
        ReadOptions into = ReadOptions.defaults().withAllocator(BufferAllocator.pooledDirect());
        long afterTen = 0;
        long most = 0;
        try (VectorIo io = io(64L * MIB);
                RangeReader reader = io.open(KnownObject.at(LOCATION).withLength(64L * MIB))) {
            for (int i = 1; i <= 1_000; i++) {
                try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(i % 7 * 8L * MIB, 8 * MIB)), into);
                        RangeResult result = read.await(0)) {
                    assertThat(result.buffer().isDirect()).isTrue();
                    most = Math.max(
                            most, PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory());
                }
                if (i == 10) {
                    afterTen = most;
                }
            }
        }
        figure(
                "1,000 reads of 8 MiB, pooled direct: %.1f MiB of direct memory after 10 reads, at most %.1f MiB after 1,000",
                afterTen / (double) MIB, most / (double) MIB);
        assertThat(most).isEqualTo(afterTen);
    }

    @Test
    @DisplayName("B10 B11 ten thousand readers that were opened, read and closed leave the heap as it was")
    void closedReadersLeaveNothing() throws Exception {
        store.put(LOCATION, new Nothing(8L * MIB));
        try (VectorIo io = io(64L * MIB)) {
            openAndClose(io, 1_000);
            Histogram before = Histogram.now();
            openAndClose(io, 10_000);
            Histogram after = Histogram.now();
            figure(
                    "10,000 readers opened, read and closed: %d KiB of live heap before, %d KiB after; objects of the"
                            + " library %d before, %d after",
                    before.bytes() >> 10, after.bytes() >> 10, before.ours(), after.ours());
            figure("%s", after.top());
            assertThat(after.ours()).as("objects of the library").isLessThanOrEqualTo(before.ours() + 200);
            assertThat(after.bytes()).as("live heap").isLessThanOrEqualTo(before.bytes() + MIB);
        }
    }

    private void openAndClose(VectorIo io, int times) throws IOException {
        LedgerAllocator books = LedgerAllocator.heap();
        ReadOptions into = ReadOptions.defaults().withAllocator(books);
        for (int i = 0; i < times; i++) {
            KnownObject object = i % 2 == 0
                    ? KnownObject.at(LOCATION)
                    : KnownObject.at(LOCATION).withLength(8L * MIB);
            try (RangeReader reader = io.open(object);
                    VectoredRead read = reader.readVectored(List.of(ByteRange.of(i, 1_000)), into)) {
                assertThat(read.await(0).buffer().remaining()).isEqualTo(1_000);
            }
        }
        books.assertEmpty();
        store.log().clear();
    }

    /** Live objects by type, after a collection. */
    private record Histogram(String text) {
        static Histogram now() throws JMException {
            ObjectName diagnostics = new ObjectName("com.sun.management:type=DiagnosticCommand");
            Object text = ManagementFactory.getPlatformMBeanServer()
                    .invoke(diagnostics, "gcClassHistogram", new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            return new Histogram(String.valueOf(text));
        }

        private List<String[]> rows() {
            return text.lines()
                    .map(line -> line.trim().split("\\s+", -1))
                    .filter(cells -> cells.length >= 4 && cells[0].matches("\\d+:"))
                    .toList();
        }

        long bytes() {
            return rows().stream().mapToLong(row -> Long.parseLong(row[2])).sum();
        }

        long ours() {
            return rows().stream()
                    .filter(row -> row[3].startsWith("dev.vectorio.") && !row[3].startsWith("dev.vectorio.testkit."))
                    .mapToLong(row -> Long.parseLong(row[1]))
                    .sum();
        }

        /** The largest types, and those of the library. */
        String top() {
            return text.lines()
                    .filter(line -> line.contains(" dev.vectorio.") || line.matches("\\s*\\d{1,2}:.*"))
                    .limit(30)
                    .reduce("", (a, b) -> a + "\n  " + b);
        }
    }
}
