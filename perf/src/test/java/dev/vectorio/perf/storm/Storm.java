package dev.vectorio.perf.storm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.testkit.LedgerAllocator;
import java.io.Closeable;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One run: 64 readers over 500 objects through one client, in a storm or in fair weather. What must hold is checked while it
 * runs and at its end; the first thing that does not hold ends it.
 */
final class Storm {
    /** How long any future may take. */
    static final Duration PATIENCE = Duration.ofSeconds(60);
    /** The longest range that is asked for, in bytes. */
    static final int LONGEST_RANGE = 150_000;

    private static final int READERS = 64;
    private static final long BUDGET_BYTES = 6 << 20;
    private static final long WHOLE_OBJECT_BYTES = 200_000;
    /** The largest thing that may go past the budget: a range, a whole object, a tail, or a column chunk. */
    private static final long LONGEST_BUFFER = 300_000;

    /** Short, for a storm is full of stalls. */
    private static final Duration STORMY_LIMIT = Duration.ofMillis(600);
    /** Nothing stalls then, however long a cold client takes on a busy machine. */
    private static final Duration FAIR_LIMIT = Duration.ofSeconds(20);

    private final StormDialect dialect;
    private final boolean stormy;
    private final SimulatedStore store;
    private final StormObjects objects;
    private final ObjectStoreBackend backend;
    private final VectorIo io;
    private final LedgerAllocator heap = LedgerAllocator.heap();
    private final LedgerAllocator direct = LedgerAllocator.direct();
    private final ScheduledExecutorService interrupter = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Throwable> violation = new AtomicReference<>();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Map<Kind, Long> kinds = new EnumMap<>(Kind.class);

    /** What was done. */
    record Outcome(long gets, long delivered, long failed, String text) {}

    Storm(StormDialect dialect, boolean stormy, SimulatedStore store, StormObjects objects) {
        this.dialect = dialect;
        this.stormy = stormy;
        this.store = store;
        this.objects = objects;
        this.backend = dialect.connect(store.uri());
        Duration limit = stormy ? STORMY_LIMIT : FAIR_LIMIT;
        VectorIoOptions options = VectorIoOptions.defaults()
                .withMemoryBudgetBytes(BUDGET_BYTES)
                .withMaxGapBytes(16 << 10)
                .withMaxRequestBytes(128 << 10)
                .withMinSplitBytes(64 << 10)
                .withWholeObjectBytes(WHOLE_OBJECT_BYTES)
                .withTailBytes(64 << 10)
                .withUnknownLengthFirstBytes(128 << 10)
                .withRetry(new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(100)))
                .withHedge(new HedgePolicy(stormy, 0.05, Optional.empty()))
                .withFirstByteTimeout(limit)
                .withIdleTimeout(limit);
        this.io = VectorIo.builder()
                .options(options)
                .backend(dialect.scheme(), backend)
                .build();
    }

    /** Runs it and requires that nothing was lost. */
    Outcome run(long seed, int readsEach) throws InterruptedException {
        store.log().clear();
        if (stormy) {
            StormFaults.install(store.faults(), seed);
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            threads.add(new Thread(new StormReader(this, seed * 1_009 + i, readsEach), "storm-reader-" + i));
        }
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                checkLoad();
                thread.join(20);
            }
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        long gets = store.log().gets();
        end();
        return new Outcome(
                gets,
                delivered.get(),
                failed.get(),
                delivered + " ranges and tables delivered, " + failed
                        + " failed (their causes, of one failure often several: " + kinds + "), " + gets + " GETs, "
                        + io.stats().hedges() + " of them duplicates, " + millis + " ms");
    }

    private void checkLoad() {
        VectorIo.Load load = io.load();
        if (load.budgetedBytes() > BUDGET_BYTES + LONGEST_BUFFER || load.deliveredBytes() < 0) {
            violated(new AssertionError("the budget is " + BUDGET_BYTES + ", but " + load));
        }
    }

    private void end() throws InterruptedException {
        store.faults().clear();
        interrupter.shutdownNow();
        Throwable first = violation.get();
        if (first == null) {
            awaitRest();
        }
        io.close();
        backend.close();
        if (first != null) {
            throw new AssertionError("violated: " + first.getMessage(), first);
        }
        heap.assertEmpty();
        direct.assertEmpty();
        assertThat(io.load().budgetedBytes()).as("bytes in the budget").isZero();
        assertThat(io.load().deliveredBytes()).as("bytes with callers").isZero();
        assertThat(store.log().awaitIdle(Duration.ofSeconds(10)))
                .as("no request is left at the store, " + store.log().inFlight())
                .isTrue();
    }

    /** With all readers closed nothing is in use, before the whole is closed. */
    private void awaitRest() throws InterruptedException {
        long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (io.load().requestsInFlight() > 0 && System.nanoTime() < until) {
            Thread.sleep(5);
        }
        assertThat(io.load().requestsInFlight()).as("requests in flight").isZero();
        assertThat(io.load().budgetedBytes()).as("bytes in the budget").isZero();
        assertThat(io.load().deliveredBytes()).as("bytes with callers").isZero();
        heap.assertEmpty();
        direct.assertEmpty();
    }

    // ---- for the readers ----

    StormDialect dialect() {
        return dialect;
    }

    VectorIo io() {
        return io;
    }

    StormObjects objects() {
        return objects;
    }

    boolean isStormy() {
        return stormy;
    }

    boolean isOver() {
        return violation.get() != null;
    }

    void use(Closeable list) {
        assertThat(list).isNotNull();
    }

    BufferAllocator allocator(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> BufferAllocator.heap();
            case 1 -> direct;
            default -> heap;
        };
    }

    void interruptLater(Thread thread, int millis) {
        interrupter.schedule(thread::interrupt, millis, TimeUnit.MILLISECONDS);
    }

    void delivered() {
        delivered.incrementAndGet();
    }

    void violated(Throwable what) {
        violation.compareAndSet(null, what);
    }

    AssertionError hangs(String what, Throwable cause) {
        AssertionError hangs = new AssertionError(
                what + " within " + PATIENCE + ": " + io.load() + ", "
                        + store.log().inFlight() + " at the store",
                cause);
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            Throwable where = new Throwable(thread.getName() + " " + thread.getState());
            where.setStackTrace(stack);
            hangs.addSuppressed(where);
        });
        return hangs;
    }

    /** A failure: typed, and of a kind that this weather explains. */
    void failed(Throwable failure) {
        failed.incrementAndGet();
        if (!stormy) {
            throw new AssertionError("a failure in fair weather: " + failure, failure);
        }
        boolean typed = false;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NullPointerException
                    || cause instanceof IndexOutOfBoundsException
                    || cause instanceof ClassCastException) {
                throw new AssertionError("a fault of the library: " + failure, failure);
            }
            if (cause instanceof ObjectReadException typedCause) {
                typed = true;
                explain(typedCause);
            }
            typed |= cause instanceof InterruptedIOException || cause instanceof CancellationException;
        }
        if (!typed) {
            throw new AssertionError("an untyped failure: " + failure, failure);
        }
    }

    private void explain(ObjectReadException failure) {
        synchronized (kinds) {
            kinds.merge(failure.kind(), 1L, Long::sum);
        }
        boolean explained = switch (failure.kind()) {
            case NOT_FOUND, ACCESS_DENIED, UNSUPPORTED -> false;
            case INTERNAL -> hasCause(failure, OutOfMemoryError.class);
            default -> true;
        };
        if (!explained || failure.toString().contains("keeps changing")) {
            throw new AssertionError("a failure that nothing explains: " + failure, failure);
        }
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
