package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.Engine;
import dev.vectorio.engine.EngineSettings;
import dev.vectorio.engine.LookAhead;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.StoreProfile;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.Pace;
import dev.vectorio.testkit.SyntheticBytes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One run of the engine on one thread with a virtual clock: readers, reads, tails, prefetch, look-ahead, cancellations and
 * replaced objects by chance, over a store that fails by chance. Everything follows from the seed.
 */
final class EngineSimulation {
    private static final long WHOLE_OBJECT = 2_000;
    private static final long LONGEST_RANGE = 4_000;

    private record Asked(ObjectReader reader, StagedRead read, int index, OptionalLong tail, boolean limited) {}

    private final long seed;
    private final HedgePolicy hedge;
    private final Random random;
    private final VirtualWorld world;
    private final InMemoryBackend store;
    private final FaultInjectingBackend backend;
    private final Engine engine;
    private final Object gate;
    private final LedgerAllocator ledger = LedgerAllocator.heap();
    private final LedgerAllocator otherLedger = LedgerAllocator.heap();
    private final int slots;
    private final long budget;
    private final long longestWindow;
    private final boolean replaces;
    private final boolean fails;
    private final List<ObjectLocation> locations = new ArrayList<>();
    private final Map<ObjectLocation, List<SyntheticBytes>> versions = new HashMap<>();
    private final Map<String, SyntheticBytes> byEtag = new HashMap<>();
    private final List<ObjectReader> readers = new ArrayList<>();
    private final List<StagedRead> reads = new ArrayList<>();
    private final List<Asked> asked = new ArrayList<>();
    private final List<LookAhead> lists = new ArrayList<>();
    private final AtomicLong requestEvents = new AtomicLong();
    private int puts;

    EngineSimulation(long seed, FaultSchedule faults, boolean replaces) {
        this(seed, faults, replaces, HedgePolicy.defaults());
    }

    EngineSimulation(long seed, FaultSchedule faults, boolean replaces, HedgePolicy hedge) {
        this.seed = seed;
        this.random = new Random(seed);
        this.hedge = hedge;
        this.replaces = replaces;
        this.fails = !faults.equals(FaultSchedule.none());
        this.world = VirtualWorld.shuffled(seed);
        InMemorySettings settings = InMemorySettings.defaults().withChunkBytes(1 + random.nextInt(400));
        if (random.nextInt(3) == 0) {
            settings = settings.withoutSuffixRange();
        }
        if (random.nextInt(4) == 0) {
            settings = settings.withoutVersionCondition();
        }
        settings = settings.withMaxConcurrentRequests(2 + random.nextInt(10));
        this.store = InMemoryBackend.on(world, settings);
        store.pace(pace());
        this.backend = new FaultInjectingBackend(store, faults);
        this.slots = 1 + random.nextInt(8);
        this.budget = 500L + random.nextInt(20_000);
        this.longestWindow = 3_000;
        this.engine = new Engine(settings(), world, world, this::onEvent, random::nextDouble);
        this.gate = Engine.newGate(backend);
        for (int i = 0; i < 4; i++) {
            ObjectLocation location = ObjectLocation.parse("mem://bucket/object-" + i);
            locations.add(location);
            put(location);
        }
        world.afterEachTask(this::checkBounds);
    }

    private void onEvent(VectorIoEvent event) {
        requestEvents.addAndGet(isRequest(event) ? 1 : 0);
    }

    private static boolean isRequest(VectorIoEvent event) {
        return event instanceof VectorIoEvent.RequestCompleted || event instanceof VectorIoEvent.RequestFailed;
    }

    private EngineSettings settings() {
        CoalescingPolicy policy = CoalescingPolicy.defaults()
                .withMaxGapBytes(random.nextInt(300) - 1)
                .withWaste(1, 100)
                .withMaxRequestBytes(100 + random.nextInt(3_000))
                .withWholeObjectBytes(WHOLE_OBJECT);
        return new EngineSettings(
                new CoalescingPlanner(policy),
                (scheme, seen) -> StoreProfile.ofScheme(scheme),
                new EngineSettings.Limits(slots, 1 + random.nextInt(slots), budget, budget / (1 + random.nextInt(4))),
                new RetryPolicy(6, Duration.ofMillis(100), Duration.ofSeconds(5)),
                hedge,
                new EngineSettings.TimeLimits(Duration.ofSeconds(10), Duration.ofSeconds(10), Optional.empty()),
                new EngineSettings.Answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 0),
                new EngineSettings.Windows(length -> 700, 1_000, WHOLE_OBJECT));
    }

    private Pace pace() {
        Pace.Delayer delayer = (delay, task) -> world.schedule(task, delay);
        return new Pace() {
            @Override
            public CompletableFuture<Void> beforeHead(GetRequest request) {
                return after(random.nextInt(40));
            }

            @Override
            public CompletableFuture<Void> beforeBytes(GetRequest request, long sent) {
                return random.nextInt(4) == 0 ? after(random.nextInt(10)) : after(0);
            }

            private CompletableFuture<Void> after(int millis) {
                CompletableFuture<Void> moment = new CompletableFuture<>();
                if (millis == 0) {
                    moment.complete(null);
                } else {
                    delayer.runAfter(Duration.ofMillis(millis), () -> moment.complete(null));
                }
                return moment;
            }
        };
    }

    private void put(ObjectLocation location) {
        int length = switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3);
            case 1 -> (int) WHOLE_OBJECT - 1 + random.nextInt(3);
            case 2, 3 -> random.nextInt((int) WHOLE_OBJECT);
            default -> 2_000 + random.nextInt(20_000);
        };
        SyntheticBytes content = new SyntheticBytes(seed * 31 + puts, length);
        puts++;
        store.put(location, content);
        versions.computeIfAbsent(location, l -> new ArrayList<>()).add(content);
        byEtag.put("\"" + Long.toHexString(puts) + "\"", content);
    }

    /** What must hold at every moment. */
    private void checkBounds() {
        assertThat(engine.usedBytes()).isLessThanOrEqualTo(budget + Math.max(LONGEST_RANGE, longestWindow));
        assertThat(engine.inFlight()).isBetween(0, slots);
        assertThat(engine.deliveredBytes()).isNotNegative();
    }

    void run() {
        for (int i = 0; i < 60; i++) {
            act();
            for (int steps = random.nextInt(40); steps > 0; steps--) {
                world.step(Duration.ofMillis(50));
            }
        }
        boolean done = world.runUntil(
                () -> asked.stream().allMatch(a -> a.read().result(a.index()).isDone()));
        assertThat(done).as("every stage ends: " + this + pending()).isTrue();
        asked.forEach(this::check);
        end();
    }

    private String pending() {
        StringBuilder text = new StringBuilder(", used " + engine.usedBytes() + " of " + budget + ", delivered "
                + engine.deliveredBytes() + ", in flight " + engine.inFlight() + ", waiting:");
        asked.stream()
                .filter(a -> !a.read().result(a.index()).isDone())
                .limit(5)
                .forEach(a -> text.append(' ')
                        .append(a.reader().location())
                        .append(" range ")
                        .append(a.index())
                        .append(" of ")
                        .append(a.read().size())
                        .append(a.tail()));
        return text.toString();
    }

    private void act() {
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> open();
            case 3, 4, 5, 6 -> read();
            case 7 -> tail();
            case 8, 9 -> prefetch();
            case 10 -> consume();
            case 11 -> cancel();
            case 12 -> lookAhead();
            default -> replace();
        }
    }

    private void open() {
        ObjectLocation location = locations.get(random.nextInt(locations.size()));
        KnownObject known = known(location);
        readers.add(engine.open(known, backend, gate));
    }

    private KnownObject known(ObjectLocation location) {
        long length = current(location).length();
        return switch (random.nextInt(5)) {
            case 0 ->
                replaces ? KnownObject.at(location) : KnownObject.at(location).withLength(length);
            case 1 -> KnownObject.at(location).withLengthHint(length);
            case 2 -> KnownObject.at(location).withLengthHint(Math.max(0, length - 500 + random.nextInt(1_000)));
            case 3 -> KnownObject.at(location).withLengthHint(random.nextInt(2) == 0 ? 0 : length + 3_000);
            default -> KnownObject.at(location);
        };
    }

    private SyntheticBytes current(ObjectLocation location) {
        List<SyntheticBytes> all = versions.getOrDefault(location, List.of());
        return all.get(all.size() - 1);
    }

    private ObjectReader reader() {
        if (readers.isEmpty() || random.nextInt(10) == 0) {
            open();
        }
        return readers.get(random.nextInt(readers.size()));
    }

    private ReadSettings readSettings(boolean deadline) {
        BufferAllocator allocator = random.nextInt(4) == 0 ? otherLedger : ledger;
        Optional<Duration> limit = deadline && random.nextInt(8) == 0
                ? Optional.of(Duration.ofMillis(1L + random.nextInt(500)))
                : Optional.empty();
        return new ReadSettings(allocator, Optional.empty(), limit, Long.MAX_VALUE);
    }

    private List<ByteRange> ranges(ObjectReader reader, int most) {
        long length = current(reader.location()).length();
        List<ByteRange> ranges = new ArrayList<>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            long from = length == 0 ? 0 : random.nextLong(length);
            long bytes = Math.min(length - from, random.nextLong(1 + random.nextInt((int) LONGEST_RANGE)));
            boolean past = random.nextInt(60) == 0;
            ranges.add(ByteRange.of(from, past ? bytes + 100_000 : bytes));
        }
        ranges.replaceAll(range -> range.length() > LONGEST_RANGE ? ByteRange.of(range.offset() + 100_000, 10) : range);
        return ranges;
    }

    private void read() {
        ObjectReader reader = reader();
        List<ByteRange> ranges = ranges(reader, 12);
        ReadSettings settings = readSettings(true);
        remember(reader, reader.read(ranges, settings), OptionalLong.empty(), settings);
    }

    private void tail() {
        ObjectReader reader = reader();
        long bytes = 1L + random.nextInt(3_000);
        ReadSettings settings = readSettings(true);
        remember(reader, reader.readTail(bytes, settings), OptionalLong.of(bytes), settings);
    }

    private void remember(ObjectReader reader, StagedRead read, OptionalLong tail, ReadSettings settings) {
        reads.add(read);
        for (int i = 0; i < read.size(); i++) {
            asked.add(new Asked(reader, read, i, tail, settings.deadline().isPresent()));
        }
    }

    private void prefetch() {
        ObjectReader reader = reader();
        List<ByteRange> ranges = ranges(reader, 10);
        ReadSettings settings = readSettings(false);
        reader.prefetch(ranges, settings);
        if (random.nextBoolean()) {
            return;
        }
        for (ByteRange range : ranges) {
            ByteRange wanted = random.nextInt(4) == 0 ? ByteRange.of(range.offset(), range.length() / 2) : range;
            remember(reader, reader.read(List.of(wanted), settings), OptionalLong.empty(), settings);
        }
    }

    private void consume() {
        for (StagedRead read : reads) {
            for (int i = 0; i < read.size(); i++) {
                CompletableFuture<RangeResult> result = read.result(i);
                if (result.isDone() && !result.isCompletedExceptionally() && random.nextInt(3) == 0) {
                    check(find(read, i));
                    result.join().close();
                }
            }
        }
    }

    private Asked find(StagedRead read, int index) {
        return asked.stream()
                .filter(a -> a.read() == read && a.index() == index)
                .findFirst()
                .orElseThrow();
    }

    private void cancel() {
        if (reads.isEmpty()) {
            return;
        }
        StagedRead read = reads.get(random.nextInt(reads.size()));
        if (random.nextBoolean()) {
            read.cancel();
        } else if (read.size() > 0) {
            read.result(random.nextInt(read.size())).cancel(false);
        }
    }

    private void lookAhead() {
        List<LookAhead.Announced> objects = new ArrayList<>();
        for (ObjectLocation location : locations) {
            objects.add(new LookAhead.Announced(known(location), backend, gate));
        }
        lists.add(engine.lookAhead(objects));
        if (random.nextInt(3) == 0) {
            closeWhileRunning(lists.remove(0)::close);
        }
    }

    private void replace() {
        if (replaces) {
            put(locations.get(random.nextInt(locations.size())));
        }
    }

    private void check(Asked one) {
        CompletableFuture<RangeResult> stage = one.read().result(one.index());
        if (!stage.isCompletedExceptionally()) {
            RangeResult result = stage.join();
            try {
                checkBytes(one, result);
            } catch (IllegalStateException closed) {
                assertThat(closed).hasMessageContaining("closed");
            }
            return;
        }
        Throwable failure = stage.handle((ok, error) -> error).join();
        if (failure instanceof CancellationException) {
            return;
        }
        assertThat(failure).isInstanceOf(ObjectReadException.class);
        Kind kind = ((ObjectReadException) failure).kind();
        if (kind == Kind.OBJECT_CHANGED) {
            assertThat(replaces || fails).as("changed: " + failure).isTrue();
        } else if (kind == Kind.INTERNAL || kind == Kind.PROTOCOL || kind.isRetryable()) {
            boolean deadline = one.limited() && kind == Kind.TIMEOUT;
            assertThat(fails || deadline)
                    .as("a failure of a store that does not fail: " + failure, failure)
                    .isTrue();
            assertThat(failure.getMessage()).doesNotContain("keeps changing");
        } else {
            assertThat(kind).isIn(Kind.CANCELLED, Kind.OUT_OF_BOUNDS);
        }
    }

    private void checkBytes(Asked one, RangeResult result) {
        ByteBuffer bytes = result.buffer();
        assertThat((long) bytes.remaining()).isEqualTo(result.range().length());
        Optional<ObjectVersion> version = one.reader().version();
        List<SyntheticBytes> possible = version.map(v -> byEtag.get(v.token()) == null
                        ? List.<SyntheticBytes>of() // a fault made this version up
                        : List.of(byEtag.get(v.token())))
                .orElse(versions.getOrDefault(one.reader().location(), List.of()));
        assertThat(possible.isEmpty() || possible.stream().anyMatch(content -> isPartOf(content, one, result)))
                .as("bytes of " + result.range() + " at " + version + ", tail " + one.tail())
                .isTrue();
    }

    private static boolean isPartOf(SyntheticBytes content, Asked one, RangeResult result) {
        ByteRange range = result.range();
        boolean place = one.tail().isEmpty()
                || (range.end() == content.length()
                        && range.length() == Math.min(one.tail().getAsLong(), content.length()));
        return place && content.firstDifference(range.offset(), result.buffer()).isEmpty();
    }

    private void end() {
        for (StagedRead read : reads) {
            for (int i = 0; i < read.size(); i++) {
                CompletableFuture<RangeResult> result = read.result(i);
                if (!result.isCompletedExceptionally()) {
                    result.join().close();
                }
            }
        }
        closeWhileRunning(engine::close);
        world.advance(Duration.ofSeconds(70));
        ledger.assertEmpty();
        otherLedger.assertEmpty();
        assertThat(engine.usedBytes()).as("used at the end: " + this).isZero();
        assertThat(engine.deliveredBytes()).as("delivered at the end").isZero();
        assertThat(engine.inFlight()).as("in flight at the end").isZero();
        assertThat(store.log().inFlight()).as("in flight at the store").isZero();
        assertThat(world.timers()).as("timers left").isZero();
        assertThat((double) engine.stats().hedges())
                .as("duplicates")
                .isLessThanOrEqualTo(hedge.maxRatio()
                                * (engine.stats().gets() - engine.stats().hedges())
                        + 1e-6);
        assertThat(engine.stats().hedges())
                .isGreaterThanOrEqualTo(engine.stats().hedgesWon());
        assertThat(requestEvents.get())
                .as("an event for every GET")
                .isEqualTo(engine.stats().gets());
    }

    /** Closing waits for buffers on their way, which need this thread to move. */
    private void closeWhileRunning(Runnable close) {
        CompletableFuture<Void> closed = CompletableFuture.runAsync(close, task -> new Thread(task).start());
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!closed.isDone()) {
            world.settle();
            assertThat(System.nanoTime()).as("close() returns: " + this).isLessThan(end);
            Thread.onSpinWait();
        }
        closed.join();
        world.settle();
    }

    long hedges() {
        return engine.stats().hedges();
    }

    long hedgesWon() {
        return engine.stats().hedgesWon();
    }

    @Override
    public String toString() {
        return "simulation with seed " + seed + ", " + backend;
    }
}
