package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.ReadPlanner;
import dev.vectorio.spi.ObjectStoreBackend;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One object, every byte from one version: what is known of it, what of it is in memory, and the reads under way. Its lock
 * is taken before the scheduler's, and never held while somebody is called.
 */
public final class ObjectReader {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);

    /** An answer may correct what a tail was asked with; more often than this something is wrong. */
    private static final int MAX_TAIL_STEPS = 8;

    private final Engine engine;
    private final ObjectStoreBackend backend;
    private final Gate gate;
    private final EndpointLimit endpoint;
    private final Hedger hedger;
    private final KnownObject known;
    private final StoreMeter meter;
    private final ObjectPin pin;
    private final StatsCounter stats;
    private final Lane lane = new Lane();
    private final Lane prefetchLane;
    private final Windows windows;
    private final PrefetchedRanges prefetched;
    private final Set<StagedRead> active = new HashSet<>();
    private final Set<Leaver> leaving = new HashSet<>();
    private final IntervalSet need = new IntervalSet();
    private boolean closed;

    ObjectReader(Engine engine, ObjectStoreBackend backend, Gate gate, KnownObject known, Optional<Lane> listLane) {
        this.engine = engine;
        this.backend = backend;
        this.gate = gate;
        this.endpoint = engine.scheduler().endpoint(known.location().endpoint());
        this.hedger = engine.hedger(known.location().endpoint());
        this.meter = engine.meter(known.location());
        this.known = known;
        this.pin = new ObjectPin(known, engine.settings().answers());
        this.stats = engine.stats().child();
        this.prefetchLane = listLane.orElseGet(Lane::new);
        this.windows = new Windows(this);
        this.prefetched = new PrefetchedRanges(this);
    }

    // ---- reading ----

    /** Starts a read; never blocks, fails only through the stages. */
    public StagedRead read(List<ByteRange> ranges, ReadSettings settings) {
        StagedRead read = StagedRead.of(this, ranges, settings);
        countNeed(ranges);
        OptionalLong length = pin.trustedLength();
        for (ByteRange range : ranges) {
            if (length.isPresent() && range.end() > length.getAsLong()) {
                read.failAll(ReadErrors.outOfBounds(location(), range, length.getAsLong()));
                return read;
            }
        }
        return begun(read);
    }

    /** Reads the last {@code bytes} of the object, or all of a shorter one; the tail is held from then on. */
    public StagedRead readTail(long bytes, ReadSettings settings) {
        return begun(StagedRead.ofTail(this, bytes, settings));
    }

    private StagedRead begun(StagedRead read) {
        synchronized (this) {
            if (!closed && read.size() > 0) {
                active.add(read);
            }
        }
        read.start();
        advance(read, IntStream.range(0, read.size()).toArray());
        return read;
    }

    /** Takes the next step for these ranges of a read, which fails them if this is closed. Not under the lock. */
    void advance(StagedRead read, int[] indexes) {
        ReadStep.first(read, indexes).take();
    }

    /** Under the lock. */
    void requireOpen() throws ObjectReadException {
        if (closed) {
            throw ReadErrors.closed(location());
        }
    }

    void countNeed(List<ByteRange> ranges) {
        long fresh = 0;
        synchronized (need) {
            for (ByteRange range : ranges) {
                fresh += need.add(range);
            }
        }
        stats.needed(fresh);
    }

    /** The plan for these ranges as things stand, for a read with these settings. */
    public ReadPlan plan(List<ByteRange> ranges, ReadSettings settings) {
        return plan(ranges, List.of(), settings);
    }

    /** As {@link #plan(List, ReadSettings)}, with the bytes of some windows that may have been dropped. */
    synchronized ReadPlan plan(List<ByteRange> ranges, List<Window> own, ReadSettings settings) {
        ReadPlanner planner = engine.settings().planner();
        PlanContext context = new PlanContext(
                pin.length(), windows.bytes(own).ranges(), settings.maxRequestBytes(), windows.keepableBytes());
        return planner.plan(ranges, planner.weighs() ? context.withProfile(engine.profile(location())) : context);
    }

    /** A view of bytes that are in memory, without any I/O. */
    public Optional<ByteBuffer> held(ByteRange range) {
        Optional<Window> window;
        Optional<ByteBuffer> view;
        synchronized (this) {
            window = windows.holding(range);
            view = window.map(holder -> viewOf(holder, range));
        }
        if (window.isPresent()) {
            windows.demand(window.get(), 0);
            countNeed(List.of(range));
        }
        return view;
    }

    /** The same for somebody who does not read them now: nothing is counted or claimed. */
    public synchronized Optional<ByteBuffer> peek(ByteRange range) {
        return windows.holding(range).map(holder -> viewOf(holder, range));
    }

    private static ByteBuffer viewOf(Window holder, ByteRange range) {
        int from = Math.toIntExact(range.offset() - holder.range().offset());
        return holder.view().slice(from, Math.toIntExact(range.length()));
    }

    // ---- length, version, tail ----

    /** Learns length and version by the tail, unless they are known from the store. */
    public CompletableFuture<Void> learn() {
        return pin.trustedLength().isPresent() && pin.version().isPresent()
                ? CompletableFuture.completedFuture(null)
                : bringTail(Purpose.HELD, 1)
                        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(ReadErrors.naming(
                                location(), "its end", ReadErrors.typed(failure), engine::memoryAdvice)));
    }

    /** Brings the tail, or all of a small object, because somebody is about to open it. Failures are the opener's to meet. */
    void lookAhead() {
        bringTail(Purpose.PREFETCH, 1).whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.debug("{}: look-ahead failed, its opener will read it", location(), failure);
            }
        });
    }

    private CompletableFuture<Void> bringTail(Purpose purpose, int step) {
        if (step > MAX_TAIL_STEPS) {
            return CompletableFuture.failedFuture(ReadErrors.keepsChanging(location()));
        }
        Later later = new Later();
        List<Window> awaited;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(ReadErrors.closed(location()));
            }
            awaited = windows.pending();
            if (awaited.isEmpty()) {
                awaited = windows.beginTail(windows.tailAsks(1, List.of()), purpose, later);
            }
        }
        later.run(fault -> LOG.error("{}: the tail was not sent for", location(), fault));
        if (awaited.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return afterTail(awaited, purpose, step);
    }

    private CompletableFuture<Void> afterTail(List<Window> awaited, Purpose purpose, int step) {
        if (purpose == Purpose.HELD) {
            long readId = engine.scheduler().nextReadId();
            awaited.forEach(window -> windows.demand(window, readId));
        }
        CompletableFuture<?>[] all = awaited.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenComposeAsync(
                        nothing -> Windows.failure(awaited)
                                .map(CompletableFuture::<Void>failedFuture)
                                .orElseGet(() -> knowsEnough(purpose)
                                        ? CompletableFuture.completedFuture(null)
                                        : bringTail(purpose, step + 1)),
                        engine.executor());
    }

    /** Who only wants to know need not have the bytes. */
    private boolean knowsEnough(Purpose purpose) {
        return purpose == Purpose.HELD && pin.trustedLength().isPresent();
    }

    // ---- prefetch ----

    /** Announces ranges: fetched behind everything that somebody waits for, in this order, within the prefetch share. */
    public void prefetch(List<ByteRange> ranges, ReadSettings settings) {
        Later later = new Later();
        synchronized (this) {
            if (closed || ranges.isEmpty()) {
                return;
            }
            List<Window> pending = windows.pending();
            if (pending.isEmpty()) {
                prefetched.announce(ranges, settings, later);
            } else {
                CompletableFuture<?>[] all =
                        pending.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
                later.add(() ->
                        CompletableFuture.allOf(all).thenRunAsync(() -> prefetch(ranges, settings), engine.executor()));
            }
        }
        later.run(fault -> LOG.error("{}: prefetch was not sent for", location(), fault));
    }

    // ---- end ----

    /** Another version was seen: nothing that is held will go with it. What is under way meets the new version itself. */
    void objectChanged() {
        List<Window> held;
        List<PrefetchedRange> announced;
        Leaver left;
        synchronized (this) {
            held = windows.removeHeld();
            announced = prefetched.removeAll();
            left = leaving();
        }
        whenAll(drop(held, announced), () -> left(left));
    }

    private static void whenAll(List<CompletableFuture<?>> ends, Runnable then) {
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new)).whenComplete((ok, failure) -> then.run());
    }

    /** Under the lock: bytes leave what is held or announced; {@link #left} must follow. */
    Leaver leaving() {
        Leaver leaver = new Leaver();
        leaving.add(leaver);
        return leaver;
    }

    /** They have left. Without the lock. */
    void left(Leaver leaver) {
        synchronized (this) {
            leaving.remove(leaver);
        }
        leaver.gone().complete(null);
    }

    /** Ends everything; the stages complete when the buffers are back. */
    private List<CompletableFuture<?>> end() {
        List<Window> all;
        List<PrefetchedRange> announced;
        List<StagedRead> reads;
        List<Leaver> left;
        Leaver mine;
        synchronized (this) {
            closed = true;
            left = List.copyOf(leaving);
            mine = leaving(); // whoever closes this at the same time waits as well
            all = new ArrayList<>(windows.removeHeld());
            all.addAll(windows.removePending());
            announced = prefetched.removeAll();
            reads = List.copyOf(active);
        }
        reads.forEach(read -> read.failAll(ReadErrors.closed(location())));
        List<CompletableFuture<?>> back = drop(all, announced);
        left.forEach(leaver -> back.add(leaver.gone()));
        reads.forEach(read -> back.addAll(read.arrivals()));
        whenAll(back, () -> left(mine));
        return back;
    }

    private List<CompletableFuture<?>> drop(List<Window> dropped, List<PrefetchedRange> announced) {
        List<CompletableFuture<?>> back = new ArrayList<>();
        for (Window window : dropped) {
            windows.letGo(window);
            back.add(window.gone());
        }
        // The newest first, so that no request starts for one that is about to go.
        for (int i = announced.size() - 1; i >= 0; i--) {
            back.add(announced.get(i).letGo());
        }
        return back;
    }

    /** Ends all without waiting for buffers on their way; closing the engine does. */
    void abandon() {
        whenAll(end(), () -> engine.readerClosed(this));
    }

    /**
     * Ends every read, drops windows and prefetch; returns when the buffers that nobody received are back. Idempotent.
     */
    public void close() {
        end().forEach(back -> back.handle((ok, failure) -> failure).join());
        engine.readerClosed(this);
    }

    void readEnded(RangedRead read) {
        engine.events().completed(read);
    }

    /** All that the read was given has come or is back, and nothing more will be given to it. */
    void readLeft(StagedRead read) {
        synchronized (this) {
            active.remove(read);
        }
    }

    /**
     * An opener takes over a reader that look-ahead began, and its windows, unless what is known of the object contradicts
     * what the opener knows.
     *
     * @return whether it did
     */
    boolean adopt(KnownObject asked) {
        if (!pin.learn(asked)) {
            return false;
        }
        List<Window> held;
        synchronized (this) {
            held = windows.held();
        }
        held.forEach(window -> windows.demand(window, 0));
        return true;
    }

    /** The object. */
    public ObjectLocation location() {
        return known.location();
    }

    /** The length as far as it is known now. */
    public OptionalLong length() {
        return pin.length();
    }

    /** The version that this reader is pinned to, once an answer or the caller has named it. */
    public Optional<ObjectVersion> version() {
        return pin.version();
    }

    /** Counts of this reader. */
    public StatsCounter stats() {
        return stats;
    }

    /** What is known of the object now. */
    ObjectPin pin() {
        return pin;
    }

    Windows windows() {
        return windows;
    }

    PrefetchedRanges prefetched() {
        return prefetched;
    }

    Engine engine() {
        return engine;
    }

    ObjectStoreBackend backend() {
        return backend;
    }

    Gate gate() {
        return gate;
    }

    EndpointLimit endpoint() {
        return endpoint;
    }

    StoreMeter meter() {
        return meter;
    }

    Hedger hedger() {
        return hedger;
    }

    Lane lane() {
        return lane;
    }

    Lane prefetchLane() {
        return prefetchLane;
    }
}
