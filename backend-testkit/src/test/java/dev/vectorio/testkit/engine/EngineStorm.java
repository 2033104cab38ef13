package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * One round of a storm: threads that open, read, prefetch, cancel, close and are interrupted, over objects that are replaced
 * and a store that fails, on a small budget. The choices follow from the seed; how the threads meet does not.
 */
final class EngineStorm {
    private static final int LONGEST_RANGE = 60_000;
    private static final int LONGEST_WINDOW = 50_000;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final long seed;
    private final InMemoryBackend store;
    private final VectorIo io;
    private final long budget;
    private final LedgerAllocator ledger = LedgerAllocator.heap();
    private final LedgerAllocator direct = LedgerAllocator.direct();
    private final List<ObjectLocation> locations = new ArrayList<>();
    private final Map<ObjectLocation, List<SyntheticBytes>> versions = new ConcurrentHashMap<>();
    private final Map<RangeReader, ReaderHistory> histories = new ConcurrentHashMap<>();
    private final AtomicReference<Throwable> violation = new AtomicReference<>();
    private final AtomicLong puts = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final ExecutorService oneCallbackThread = Executors.newSingleThreadExecutor();
    private final ExecutorService oneTimerThread = Executors.newSingleThreadExecutor();

    /** Which versions all results of one reader so far agree with. */
    private static final class ReaderHistory {
        private final List<SyntheticBytes> possible;

        ReaderHistory(List<SyntheticBytes> all) {
            possible = new ArrayList<>(all);
        }

        synchronized boolean agrees(List<SyntheticBytes> all, RangeResult result) {
            for (SyntheticBytes newer : all) {
                if (!possible.contains(newer) && !excluded.contains(newer)) {
                    possible.add(newer);
                }
            }
            ByteBuffer bytes = result.buffer();
            for (SyntheticBytes one : List.copyOf(possible)) {
                if (one.firstDifference(result.range().offset(), bytes).isPresent()) {
                    possible.remove(one);
                    excluded.add(one);
                }
            }
            return !possible.isEmpty();
        }

        private final List<SyntheticBytes> excluded = new ArrayList<>();
    }

    EngineStorm(long seed, FaultSchedule faults) {
        this.seed = seed;
        Random random = new Random(seed);
        InMemorySettings settings = InMemorySettings.defaults().withChunkBytes(500 + random.nextInt(8_000));
        if (random.nextInt(3) == 0) {
            settings = settings.withoutSuffixRange();
        }
        this.store = InMemoryBackend.create(settings.withMaxConcurrentRequests(4 + random.nextInt(30)));
        this.budget = 100_000L + random.nextInt(1_000_000);
        VectorIoOptions options = VectorIoOptions.defaults()
                .withMemoryBudgetBytes(budget)
                .withMaxGapBytes(random.nextInt(8_000))
                .withMaxRequestBytes(20_000)
                .withWholeObjectBytes(LONGEST_WINDOW)
                .withTailBytes(10_000)
                .withUnknownLengthFirstBytes(30_000)
                .withMaxConcurrentRequests(1 + random.nextInt(30))
                .withRetry(new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(20)))
                .withHedge(hedge(random))
                .withFirstByteTimeout(Duration.ofMillis(300))
                .withIdleTimeout(Duration.ofMillis(300));
        this.io = VectorIo.builder()
                .options(options)
                .backend("mem", new FaultInjectingBackend(store, faults))
                .build();
        for (int i = 0; i < 12; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket-" + i % 3 + "/object-" + i);
            locations.add(location);
            versions.put(location, new CopyOnWriteArrayList<>());
            put(location, random);
        }
    }

    /** Every other storm sends late requests twice, and then some are late. */
    private HedgePolicy hedge(Random random) {
        if (seed % 2 != 0) {
            return HedgePolicy.defaults();
        }
        Pace.Delayer timer = Pace.Delayer.real(oneTimerThread);
        store.pace(new Pace() {
            @Override
            public CompletionStage<Void> beforeHead(GetRequest request) {
                CompletableFuture<Void> moment = new CompletableFuture<>();
                int number = ThreadLocalRandom.current().nextInt(80);
                timer.runAfter(Duration.ofMillis(number < 10 ? 5 + number : 0), () -> moment.complete(null));
                return moment;
            }

            @Override
            public CompletionStage<Void> beforeBytes(GetRequest request, long sent) {
                return CompletableFuture.completedStage(null);
            }
        });
        Duration delay = Duration.ofMillis(3 + random.nextInt(8));
        return new HedgePolicy(true, 0.5, random.nextInt(3) == 0 ? Optional.empty() : Optional.of(delay));
    }

    private void put(ObjectLocation location, Random random) {
        int length = random.nextInt(5) == 0 ? random.nextInt(100) : 10_000 + random.nextInt(600_000);
        SyntheticBytes content = new SyntheticBytes(seed * 1_000_003 + puts.incrementAndGet(), length);
        versions(location).add(content);
        store.put(location, content);
    }

    private List<SyntheticBytes> versions(ObjectLocation location) {
        return versions.getOrDefault(location, List.of());
    }

    /** Runs it; returns what was done. */
    String run(int workers, Duration length) throws InterruptedException {
        long end = System.nanoTime() + length.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            Random random = new Random(seed * 31 + i);
            threads.add(new Thread(() -> work(random, end), "storm-" + i));
        }
        threads.forEach(Thread::start);
        Random random = new Random(seed);
        while (System.nanoTime() < end && violation.get() == null) {
            checkLoad();
            if (random.nextInt(100) == 0) {
                put(locations.get(random.nextInt(locations.size())), random);
            }
            if (random.nextInt(30) == 0) {
                threads.get(random.nextInt(workers)).interrupt();
            }
            Thread.sleep(1);
        }
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
            if (thread.isAlive()) {
                AssertionError hangs = new AssertionError(thread.getName() + " hangs: " + this);
                hangs.setStackTrace(thread.getStackTrace());
                violation.compareAndSet(null, hangs);
            }
        }
        finish();
        return delivered + " ranges delivered, " + failed + " failed, "
                + store.log().getCount() + " GETs, " + io.stats().hedges() + " of them duplicates, of which "
                + io.stats().hedgesWon() + " answered first";
    }

    private void checkLoad() {
        VectorIo.Load load = io.load();
        if (load.budgetedBytes() > budget + LONGEST_RANGE || load.deliveredBytes() < 0) {
            violation.compareAndSet(null, new AssertionError(load + " with a budget of " + budget + ": " + this));
        }
    }

    private void finish() throws InterruptedException {
        Throwable first = violation.get();
        if (first != null) {
            io.close();
            throw new AssertionError(toString(), first);
        }
        io.close();
        oneCallbackThread.shutdown();
        assertThat(oneCallbackThread.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        ledger.assertEmpty();
        direct.assertEmpty();
        assertThat(io.load().budgetedBytes()).as("memory at the end: " + this).isZero();
        assertThat(io.load().deliveredBytes()).as("delivered at the end").isZero();
        awaitZero(() -> io.load().requestsInFlight(), "requests in flight");
        awaitZero(() -> store.log().inFlight(), "requests at the store");
        store.close();
        oneTimerThread.shutdown();
        awaitZero(
                () -> (int) Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("vector-io"))
                        .count(),
                "threads");
    }

    private void awaitZero(IntSupplier count, String what) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (count.getAsInt() != 0 && System.nanoTime() < end) {
            Thread.sleep(5);
        }
        assertThat(count.getAsInt()).as(what + " at the end: " + this).isZero();
    }

    private void work(Random random, long end) {
        try {
            while (System.nanoTime() < end && violation.get() == null) {
                useOneReader(random, end);
                clearInterrupt();
            }
        } catch (Throwable t) {
            violation.compareAndSet(null, t);
        }
    }

    private void useOneReader(Random random, long end) throws Exception {
        ObjectLocation location = locations.get(random.nextInt(locations.size()));
        try (Closeable list = random.nextInt(6) == 0 ? io.lookAhead(announced(random)) : () -> {};
                RangeReader reader = io.open(known(location, random))) {
            assertThat(list).isNotNull();
            histories.put(reader, new ReaderHistory(versions(location)));
            for (int i = random.nextInt(12); i >= 0 && System.nanoTime() < end; i--) {
                act(reader, random);
            }
            histories.remove(reader);
        }
    }

    private List<KnownObject> announced(Random random) {
        return locations.stream().map(location -> known(location, random)).toList();
    }

    private KnownObject known(ObjectLocation location, Random random) {
        List<SyntheticBytes> all = versions(location);
        long length = all.get(all.size() - 1).length();
        return switch (random.nextInt(4)) {
            case 0 -> KnownObject.at(location).withLengthHint(length);
            case 1 -> KnownObject.at(location).withLengthHint(random.nextInt(600_000));
            default -> KnownObject.at(location);
        };
    }

    private void act(RangeReader reader, Random random) throws Exception {
        ReadOptions options = options(random);
        switch (random.nextInt(8)) {
            case 0 -> check(reader, reader.readTail(1 + random.nextInt(20_000), options), random);
            case 1, 2 -> {
                List<ByteRange> ranges = ranges(reader, random);
                reader.prefetch(ranges, options);
                check(reader, reader.readVectored(some(ranges, random), options), random);
            }
            case 3 -> reader.held(ByteRange.of(random.nextInt(1_000), 10)).ifPresent(ByteBuffer::get);
            case 4 -> closeMeanwhile(reader, options, random);
            default -> check(reader, reader.readVectored(ranges(reader, random), options), random);
        }
    }

    private ReadOptions options(Random random) {
        BufferAllocator allocator = switch (random.nextInt(10)) {
            case 0 -> new FailingAllocator(ledger, random.nextInt(3));
            case 1, 2 -> direct;
            case 3 -> BufferAllocator.heap();
            default -> ledger;
        };
        ReadOptions options = ReadOptions.defaults().withAllocator(allocator);
        return switch (random.nextInt(10)) {
            case 0 -> options.withCallbacks(oneCallbackThread);
            case 1 ->
                options.withCallbacks(task -> {
                    throw new RejectedExecutionException("this executor is closed");
                });
            case 2 -> options.withDeadline(Duration.ofMillis(1 + random.nextInt(100)));
            default -> options;
        };
    }

    /** Throws at one of its calls. */
    private record FailingAllocator(BufferAllocator behind, int failsAt, AtomicLong calls) implements BufferAllocator {
        FailingAllocator(BufferAllocator behind, int failsAt) {
            this(behind, failsAt, new AtomicLong());
        }

        @Override
        public ByteBuffer allocate(int length) {
            if (calls.getAndIncrement() == failsAt) {
                throw new OutOfMemoryError("injected");
            }
            synchronized (behind) {
                return behind.allocate(length);
            }
        }

        @Override
        public void release(ByteBuffer buffer) {
            synchronized (behind) {
                behind.release(buffer);
            }
        }
    }

    private List<ByteRange> ranges(RangeReader reader, Random random) {
        List<SyntheticBytes> all = versions(reader.location());
        long length = all.get(all.size() - 1).length();
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(30); i >= 0; i--) {
            long from = random.nextInt(Math.toIntExact(length) + 1);
            ranges.add(ByteRange.of(from, Math.min(length - from, random.nextInt(LONGEST_RANGE))));
        }
        return ranges;
    }

    private static List<ByteRange> some(List<ByteRange> ranges, Random random) {
        return ranges.stream()
                .filter(range -> random.nextInt(4) > 0)
                .map(range -> random.nextInt(5) == 0 ? ByteRange.of(range.offset(), range.length() / 3) : range)
                .toList();
    }

    private void closeMeanwhile(RangeReader reader, ReadOptions options, Random random) throws Exception {
        VectoredRead read = reader.readVectored(ranges(reader, random), options);
        if (random.nextBoolean()) {
            LockSupport.parkNanos(random.nextInt(500_000));
        }
        if (random.nextBoolean()) {
            read.cancel();
        } else {
            reader.close();
        }
        check(reader, read, random);
    }

    /** Every stage ends in time, with right bytes or a typed error; then the read is closed. */
    private void check(RangeReader reader, VectoredRead read, Random random) throws Exception {
        try (read) {
            if (random.nextInt(10) == 0 && read.size() > 0) {
                read.result(random.nextInt(read.size())).cancel(true);
            }
            if (random.nextInt(5) == 0) {
                return; // closed with everything under way
            }
            for (int i = 0; i < read.size(); i++) {
                checkOne(reader, read, i, random.nextBoolean());
            }
        } catch (InterruptedIOException | InterruptedException interrupted) {
            clearInterrupt();
        }
    }

    /** The storm interrupts its threads; the next reader begins without. */
    private static void clearInterrupt() {
        boolean ignored = Thread.interrupted();
    }

    private void checkOne(RangeReader reader, VectoredRead read, int index, boolean plain) throws Exception {
        try {
            RangeResult result =
                    plain ? read.await(index) : read.result(index).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            ReaderHistory history = histories.get(reader);
            if (history != null && !history.agrees(versions(reader.location()), result)) {
                throw new AssertionError("bytes of " + result.range() + " are of no version that fits: " + this);
            }
            delivered.incrementAndGet();
            if (index % 2 == 0) {
                result.close();
            }
        } catch (TimeoutException e) {
            AssertionError hangs = new AssertionError(
                    "range " + index + " of " + read.size() + " does not end: " + io.load() + " of " + budget + ", "
                            + store.log().inFlight() + " at the store, " + this,
                    e);
            Thread.getAllStackTraces().forEach((thread, stack) -> {
                Throwable where = new Throwable(thread.getName() + " " + thread.getState());
                where.setStackTrace(stack);
                hangs.addSuppressed(where);
            });
            throw hangs;
        } catch (CancellationException e) {
            failed.incrementAndGet();
        } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(ObjectReadException.class);
            requireNoFault((ObjectReadException) e.getCause());
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            assertThat(e).isInstanceOf(ObjectReadException.class);
            requireNoFault((ObjectReadException) e);
        }
    }

    private void requireNoFault(ObjectReadException failure) {
        failed.incrementAndGet();
        assertThat(failure.getMessage()).doesNotContain("keeps changing");
        Throwable cause = failure;
        while (cause != null) {
            assertThat(cause)
                    .as("a fault of the engine: " + this)
                    .isNotInstanceOfAny(
                            NullPointerException.class, IndexOutOfBoundsException.class, ClassCastException.class);
            cause = cause.getCause();
        }
    }

    @Override
    public String toString() {
        return "storm with seed " + seed + " (-Dvectorio.seed=" + seed + ")";
    }
}
