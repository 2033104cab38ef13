package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.plan.PlanContext;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One object, every byte from one version: what is known of it, what of it is in memory, and the reads under way. A read
 * advances in steps: it waits for windows on their way that it can use, takes what was prefetched, and plans the rest; a
 * plan for a small object brings a window that holds all of it, after which the read advances again, from memory.
 *
 * <p>Longer than most types: the steps share one lock, and apart they would hide the order in which it is taken.
 */
public final class ObjectReader {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);

    /** A read plans again when an answer corrects what it planned from; more often than this something is wrong. */
    private static final int MAX_STEPS = 8;

    private final Engine engine;
    private final ObjectStoreBackend backend;
    private final Gate gate;
    private final KnownObject known;
    private final ObjectPin pin;
    private final StatsCounter stats;
    private final Lane lane = new Lane();
    private final Lane prefetchLane;
    private final Windows windows = new Windows();
    private final PrefetchedRanges prefetched = new PrefetchedRanges();
    private final Set<RangedRead> active = new HashSet<>();
    private final IntervalSet need = new IntervalSet();
    private boolean closed;
    private boolean speculative;

    ObjectReader(Engine engine, ObjectStoreBackend backend, Gate gate, KnownObject known, Optional<Lane> listLane) {
        this.engine = engine;
        this.backend = backend;
        this.gate = gate;
        this.known = known;
        this.pin = new ObjectPin(known, engine.settings().answers());
        this.stats = engine.stats().child();
        this.speculative = listLane.isPresent();
        this.prefetchLane = listLane.orElseGet(Lane::new);
    }

    /** A step's work that must wait until the lock is given back. */
    private static final class Later {
        private final List<Runnable> work = new ArrayList<>(2);

        void add(Runnable task) {
            work.add(task);
        }

        void run() {
            work.forEach(Runnable::run);
        }
    }

    // ---- reading ranges ----

    /** Starts a read; never blocks, fails only through the stages. */
    public RangedRead read(List<ByteRange> ranges, ReadSettings settings) {
        RangedRead read = newRead(Purpose.DEMAND, ranges, settings);
        countNeed(ranges);
        List<Integer> all = IntStream.range(0, ranges.size()).boxed().toList();
        OptionalLong length = pin.trustedLength();
        for (ByteRange range : ranges) {
            if (length.isPresent() && range.end() > length.getAsLong()) {
                read.failAll(ReadErrors.outOfBounds(location(), range, length.getAsLong()));
                return read;
            }
        }
        advance(read, all);
        return read;
    }

    private RangedRead newRead(Purpose purpose, List<ByteRange> ranges, ReadSettings settings) {
        RangedRead read = new RangedRead(this, purpose, ranges, settings);
        boolean tooLate;
        synchronized (this) {
            tooLate = closed;
            if (!closed && read.size() > 0) {
                active.add(read);
            }
        }
        if (tooLate) {
            read.failAll(ReadErrors.closed(location()));
        }
        return read;
    }

    private void countNeed(List<ByteRange> ranges) {
        long fresh = 0;
        synchronized (need) {
            for (ByteRange range : ranges) {
                fresh += need.add(range);
            }
        }
        stats.needed(fresh);
    }

    /** Takes the next step for these ranges of a read. Not under the lock. */
    void advance(RangedRead read, List<Integer> indexes) {
        advance(read, indexes, MAX_STEPS);
    }

    private void advance(RangedRead read, List<Integer> indexes, int stepsLeft) {
        Later later = new Later();
        try {
            synchronized (this) {
                step(read, indexes, stepsLeft, later);
            }
        } catch (Throwable t) {
            ObjectReadException typed = ReadErrors.typed(t);
            indexes.forEach(i -> read.fail(i, typed));
        }
        later.run();
    }

    private void step(RangedRead read, List<Integer> indexes, int stepsLeft, Later later) throws ObjectReadException {
        if (closed) {
            throw ReadErrors.closed(location());
        }
        if (stepsLeft == 0) {
            throw new ObjectReadException(Kind.INTERNAL, location() + ": what is known of the object keeps changing");
        }
        List<Integer> open = withinBounds(read, indexes, later);
        List<Window> useful = usefulWindows(read, open);
        List<Integer> rest = useful.isEmpty() ? claim(read, open, useful, later) : open;
        if (!useful.isEmpty()) {
            awaitWindows(read, rest, useful, stepsLeft, later);
        } else if (!rest.isEmpty()) {
            plan(read, rest, stepsLeft, later);
        }
    }

    private List<Integer> withinBounds(RangedRead read, List<Integer> indexes, Later later) {
        OptionalLong length = pin.trustedLength();
        List<Integer> open = new ArrayList<>(indexes.size());
        for (int i : indexes) {
            ByteRange range = read.range(i);
            if (length.isPresent() && range.end() > length.getAsLong()) {
                later.add(() -> read.fail(i, ReadErrors.outOfBounds(location(), range, length.getAsLong())));
            } else if (!read.isDone(i)) {
                open.add(i);
            }
        }
        return open;
    }

    /** Windows on their way that may bring some of the ranges; all of them while nobody knows where the tail lies. */
    private List<Window> usefulWindows(RangedRead read, List<Integer> indexes) {
        List<Window> pending = windows.pending();
        if (pending.isEmpty() || indexes.isEmpty() || pin.length().isEmpty()) {
            return new ArrayList<>(pending);
        }
        List<Window> useful = new ArrayList<>(1);
        for (Window window : pending) {
            if (indexes.stream().anyMatch(i -> window.range().overlaps(read.range(i)))) {
                useful.add(window);
            }
        }
        return useful;
    }

    /** Takes what was prefetched: the very buffer where the ranges are equal, else through a window. */
    private List<Integer> claim(RangedRead read, List<Integer> indexes, List<Window> useful, Later later) {
        List<Integer> rest = new ArrayList<>(indexes.size());
        for (int i : indexes) {
            Optional<PrefetchedRange> equal = prefetched
                    .exactly(read.range(i))
                    .filter(found ->
                            found.destination().allocator() == read.settings().allocator());
            if (equal.isPresent()) {
                handOver(equal.get(), read, i, later);
                continue;
            }
            for (PrefetchedRange partly : prefetched.overlapping(read.range(i))) {
                useful.add(absorb(partly, later));
            }
            rest.add(i);
        }
        return rest;
    }

    private void handOver(PrefetchedRange found, RangedRead read, int index, Later later) {
        prefetched.remove(found);
        stats.prefetchHit();
        later.add(() -> {
            engine.scheduler().forget(found);
            engine.scheduler().claim(found.destination(), Purpose.DEMAND);
            engine.scheduler().promote(found.destination().tasks(), read.id());
            read.attachPrefetched(index, found.destination());
        });
    }

    private Window absorb(PrefetchedRange found, Later later) {
        prefetched.remove(found);
        Window window = new Window(this, found.read(), found.destination());
        windows.begin(window);
        later.add(() -> {
            engine.scheduler().forget(found);
            follow(window);
        });
        return window;
    }

    private void awaitWindows(RangedRead read, List<Integer> indexes, List<Window> useful, int stepsLeft, Later later) {
        CompletableFuture<?>[] all = useful.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
        later.add(() -> {
            useful.forEach(window -> demand(window, read.id()));
            CompletableFuture.allOf(all)
                    .thenRun(() -> engine.executor().execute(() -> afterWindows(read, indexes, useful, stepsLeft)));
        });
    }

    /** Somebody waits for the window: it goes before all prefetch, and is the reader's own from now on. */
    private void demand(Window window, long readId) {
        RequestScheduler scheduler = engine.scheduler();
        if (window.isPrefetch()) {
            window.claim();
            scheduler.forget(window);
            scheduler.claim(window.destination(), Purpose.HELD);
            scheduler.promote(window.destination().tasks(), readId);
        }
    }

    private void afterWindows(RangedRead read, List<Integer> indexes, List<Window> useful, int stepsLeft) {
        for (Window window : useful) {
            Throwable failure = window.settled().join();
            // A window that began on a wrong length, or that was dropped for memory or with its list, is planned again.
            if (failure != null && !isWorthAnotherStep(failure)) {
                indexes.forEach(i -> read.fail(i, failure));
                return;
            }
        }
        advance(read, indexes, stepsLeft - 1);
    }

    private static boolean isWorthAnotherStep(Throwable failure) {
        Kind kind = ReadErrors.typed(failure).kind();
        return kind == Kind.OUT_OF_BOUNDS || kind == Kind.CANCELLED;
    }

    private void plan(RangedRead read, List<Integer> indexes, int stepsLeft, Later later) {
        List<ByteRange> ranges = indexes.stream().map(read::range).toList();
        ReadPlan plan = plan(ranges);
        List<PlannedRequest> whole = plan.requests().stream()
                .filter(request -> request.reason() == Reason.WHOLE_OBJECT)
                .toList();
        if (!whole.isEmpty()) {
            List<Window> begun = new ArrayList<>(1);
            whole.forEach(request ->
                    begun.add(beginWindow(GetRange.of(request.range()), request.reason(), Purpose.HELD, later)));
            awaitWindows(read, indexes, begun, stepsLeft, later);
            return;
        }
        later.add(() -> engine.events().planned(read, plan));
        start(read, indexes, plan, later);
    }

    /** The plan for these ranges as things stand. */
    public ReadPlan plan(List<ByteRange> ranges) {
        List<ByteRange> held;
        synchronized (this) {
            held = windows.heldBytes().ranges();
        }
        return engine.settings().planner().plan(ranges, new PlanContext(pin.length(), held));
    }

    private void start(RangedRead read, List<Integer> indexes, ReadPlan plan, Later later) {
        for (int i : indexes) {
            Destination destination = engine.destination(read, read.range(i));
            read.prepare(i, destination);
            later.add(() -> read.attach(i, destination));
        }
        for (PlannedSlice slice : plan.held()) {
            int i = indexes.get(slice.rangeIndex());
            Destination destination = read.destination(i);
            windows.copies(
                            slice.sourceOffset(),
                            slice.sourceEnd(),
                            read.range(i).offset())
                    .forEach(destination::fillFrom);
        }
        List<RequestTask> tasks = tasksOf(read, indexes, plan);
        later.add(() -> {
            engine.scheduler().submit(tasks);
            for (int i : indexes) {
                Destination destination = read.destination(i);
                if (destination.isServedFromMemory()) {
                    engine.executor().execute(destination::serveFromMemory);
                }
            }
        });
    }

    private static List<RequestTask> tasksOf(RangedRead read, List<Integer> indexes, ReadPlan plan) {
        List<RequestTask> tasks = new ArrayList<>(plan.requests().size());
        boolean identity = indexes.size() == read.size();
        for (PlannedRequest request : plan.requests()) {
            List<PlannedSlice> slices = identity
                    ? request.slices()
                    : request.slices().stream()
                            .map(slice -> new PlannedSlice(
                                    indexes.get(slice.rangeIndex()),
                                    slice.sourceOffset(),
                                    slice.destinationOffset(),
                                    slice.length()))
                            .toList();
            // A prefetch is served in the order of its list, a demanded read in the order of the file.
            int order = read.isDemanded() ? tasks.size() : slices.get(0).rangeIndex();
            tasks.add(new RequestTask(read, order, GetRange.of(request.range()), slices, request.reason(), false));
        }
        return tasks;
    }

    // ---- windows: tail and whole object ----

    /**
     * Makes sure that the length is known and the last {@code bytes} are held, with as much of the tail before them as
     * the settings say, or all of a small object.
     *
     * @param purpose HELD, or PREFETCH if nobody waits for it
     */
    CompletableFuture<Void> ensureTail(long bytes, Purpose purpose) {
        return ensureTail(bytes, purpose, MAX_STEPS);
    }

    private CompletableFuture<Void> ensureTail(long bytes, Purpose purpose, int stepsLeft) {
        Later later = new Later();
        List<Window> awaited;
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(ReadErrors.closed(location()));
            }
            if (stepsLeft == 0) {
                return CompletableFuture.failedFuture(new ObjectReadException(
                        Kind.INTERNAL, location() + ": what is known of the object keeps changing"));
            }
            awaited = windows.pending();
            if (awaited.isEmpty()) {
                awaited = tailAsks(bytes).stream()
                        .map(ask -> beginWindow(ask, reasonFor(ask), purpose, later))
                        .toList();
            }
        }
        later.run();
        if (awaited.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Window> windowsAwaited = awaited;
        if (purpose == Purpose.HELD) {
            windowsAwaited.forEach(window -> demand(window, engine.scheduler().nextReadId()));
        }
        CompletableFuture<?>[] all = awaited.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all)
                .thenComposeAsync(
                        nothing -> {
                            for (Window window : windowsAwaited) {
                                Throwable failure = window.settled().join();
                                if (failure != null && !isWorthAnotherStep(failure)) {
                                    return CompletableFuture.failedFuture(failure);
                                }
                            }
                            return ensureTail(bytes, purpose, stepsLeft - 1);
                        },
                        engine.executor());
    }

    /** The GETs for the tail: none if it is held, one as a rule, for the missing bytes only. */
    private List<GetRange> tailAsks(long bytes) {
        EngineSettings.Windows sizes = engine.settings().windows();
        OptionalLong length = pin.length();
        if (length.isEmpty() || (length.getAsLong() == 0 && pin.trustedLength().isEmpty())) {
            long first = Math.max(bytes, sizes.unknownLengthBytes());
            return List.of(
                    backend.capabilities().suffixRange()
                            ? GetRange.suffix(first)
                            : GetRange.of(ByteRange.of(0, sizes.unknownLengthBytes())));
        }
        long end = length.getAsLong();
        IntervalSet held = windows.heldBytes();
        ByteRange asked = ByteRange.between(Math.max(0, end - bytes), end);
        if (pin.trustedLength().isPresent() && held.contains(asked)) {
            return List.of();
        }
        boolean whole = end <= sizes.wholeObjectBytes();
        long from =
                whole ? 0 : Math.max(0, end - Math.max(bytes, sizes.tailBytes().applyAsLong(end)));
        return held.missing(ByteRange.between(from, end)).stream()
                .map(GetRange::of)
                .toList();
    }

    private Reason reasonFor(GetRange ask) {
        boolean small = pin.length().orElse(Long.MAX_VALUE)
                <= engine.settings().windows().wholeObjectBytes();
        return ask instanceof GetRange.Bounded && small ? Reason.WHOLE_OBJECT : Reason.ALONE;
    }

    private Window beginWindow(GetRange ask, Reason reason, Purpose purpose, Later later) {
        ByteRange place = ask instanceof GetRange.Bounded bounded ? bounded.range() : ByteRange.of(0, ask.length());
        RangedRead read = RangedRead.window(this, purpose, place);
        active.add(read);
        Destination destination = engine.destination(read, place);
        read.prepare(0, destination);
        Window window = new Window(this, read, destination);
        windows.begin(window);
        RequestTask task = new RequestTask(
                read, 0, ask, List.of(new PlannedSlice(0, place.offset(), 0, place.length())), reason, true);
        later.add(() -> {
            follow(window);
            engine.scheduler().submit(List.of(task));
        });
        return window;
    }

    /** Settles the window when its destination ends, and until then lets memory pressure drop it if it is prefetch. */
    private void follow(Window window) {
        if (window.isPrefetch()) {
            engine.scheduler().addPrefetched(window);
        }
        window.destination().stage().whenComplete((bytes, failure) -> settle(window, bytes, failure));
    }

    private void settle(Window window, @Nullable RangeResult bytes, @Nullable Throwable failure) {
        boolean keep;
        synchronized (this) {
            keep = bytes != null && !closed;
            window.bytes = keep ? bytes : null;
            windows.end(window);
        }
        if (bytes != null && !keep) {
            bytes.close();
        }
        if (window.ownsRead()) {
            window.read().settle(0, window.range());
            window.read().windowSettled(failure);
        }
        window.settled().complete(failure);
        if (keep && !window.isPrefetch()) {
            // Behind those who wait for it: it must not be let go before they have taken what they came for.
            engine.executor().execute(() -> engine.scheduler().addWindow(window));
        }
    }

    /** Lets a window go; bytes that are being copied out of it stay with the copy. */
    boolean dropWindow(Window window) {
        RangeResult bytes;
        synchronized (this) {
            if (!windows.remove(window)) {
                return false;
            }
            bytes = window.bytes;
        }
        if (bytes != null) {
            bytes.close();
        } else {
            window.destination().kill(dropped(window.range()));
        }
        return true;
    }

    boolean dropPrefetched(PrefetchedRange range) {
        synchronized (this) {
            if (!prefetched.remove(range)) {
                return false;
            }
        }
        endPrefetched(range);
        return true;
    }

    private void endPrefetched(PrefetchedRange range) {
        range.destination().kill(dropped(range.destination().range()));
        range.destination().stage().whenComplete((bytes, failure) -> {
            if (bytes != null) {
                bytes.close();
            }
        });
    }

    private ObjectReadException dropped(ByteRange range) {
        return new ObjectReadException(Kind.CANCELLED, location() + " " + range + ": prefetched bytes were dropped");
    }

    /** Reads the last {@code bytes} of the object, or all of a shorter one; the tail is held from then on. */
    public RangedRead readTail(long bytes, ReadSettings settings) {
        RangedRead read = newRead(Purpose.DEMAND, List.of(ByteRange.of(0, 0)), settings);
        ensureTail(bytes, Purpose.HELD).whenComplete((nothing, failure) -> {
            if (failure != null) {
                read.fail(0, ReadErrors.typed(failure));
                return;
            }
            long length = pin.length().orElseThrow();
            ByteRange tail = ByteRange.between(Math.max(0, length - bytes), length);
            read.settle(0, tail);
            countNeed(List.of(tail));
            advance(read, List.of(0));
        });
        return read;
    }

    /** Learns length and version by the tail, unless they are known from the store. */
    public CompletableFuture<Void> learn() {
        return pin.trustedLength().isPresent() && pin.version().isPresent()
                ? CompletableFuture.completedFuture(null)
                : ensureTail(1, Purpose.HELD);
    }

    /** A view of bytes that are in memory, without any I/O. */
    public Optional<ByteBuffer> held(ByteRange range) {
        Optional<ByteBuffer> view;
        synchronized (this) {
            view = closed ? Optional.empty() : windows.view(range);
        }
        view.ifPresent(bytes -> countNeed(List.of(range)));
        return view;
    }

    // ---- prefetch ----

    /** Announces ranges: fetched behind everything that somebody waits for, in this order, within the prefetch share. */
    public void prefetch(List<ByteRange> ranges, ReadSettings settings) {
        Later later = new Later();
        synchronized (this) {
            List<Window> pending = windows.pending();
            if (closed || ranges.isEmpty()) {
                return;
            }
            if (!pending.isEmpty()) {
                CompletableFuture<?>[] all =
                        pending.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
                later.add(() ->
                        CompletableFuture.allOf(all).thenRunAsync(() -> prefetch(ranges, settings), engine.executor()));
            } else {
                announce(ranges, settings, later);
            }
        }
        later.run();
    }

    private void announce(List<ByteRange> ranges, ReadSettings settings, Later later) {
        IntervalSet held = windows.heldBytes();
        IntervalSet taken = new IntervalSet();
        List<ByteRange> fresh = new ArrayList<>(ranges.size());
        for (ByteRange range : ranges) {
            boolean useful = !range.isEmpty()
                    && range.end() <= pin.length().orElse(Long.MAX_VALUE)
                    && !held.contains(range)
                    && prefetched.overlapping(range).isEmpty()
                    && taken.missing(range).equals(List.of(range));
            if (useful) {
                taken.add(range);
                fresh.add(range);
            }
        }
        ReadPlan plan = plan(fresh);
        if (plan.requests().stream().anyMatch(request -> request.reason() == Reason.WHOLE_OBJECT)) {
            plan.requests()
                    .forEach(request ->
                            beginWindow(GetRange.of(request.range()), request.reason(), Purpose.PREFETCH, later));
        } else if (!fresh.isEmpty()) {
            announce(new RangedRead(this, Purpose.PREFETCH, fresh, settings), plan, later);
        }
    }

    private void announce(RangedRead read, ReadPlan plan, Later later) {
        active.add(read);
        List<Integer> all = IntStream.range(0, read.size()).boxed().toList();
        later.add(() -> engine.events().planned(read, plan));
        start(read, all, plan, later);
        List<PrefetchedRange> announced =
                all.stream().map(i -> new PrefetchedRange(this, read, i)).toList();
        announced.forEach(prefetched::add);
        later.add(() -> announced.forEach(range -> {
            engine.scheduler().addPrefetched(range);
            range.destination().stage().whenComplete((bytes, failure) -> {
                if (failure != null && dropPrefetched(range)) {
                    engine.scheduler().forget(range);
                    LOG.debug(
                            "{}: prefetch of {} failed",
                            location(),
                            range.destination().range(),
                            failure);
                }
            });
        }));
    }

    // ---- end ----

    /** Another version was seen: nothing that is held can be trusted to go with it. */
    void objectChanged() {
        drop(false);
    }

    private void drop(boolean close) {
        List<Window> allWindows;
        List<PrefetchedRange> announced;
        List<RangedRead> reads;
        synchronized (this) {
            closed |= close;
            allWindows = windows.all();
            announced = prefetched.removeAll();
            reads = close ? List.copyOf(active) : List.of();
        }
        for (PrefetchedRange range : announced) {
            engine.scheduler().forget(range);
            endPrefetched(range);
        }
        reads.forEach(read -> read.failAll(ReadErrors.closed(location())));
        for (Window window : allWindows) {
            engine.scheduler().forget(window);
            dropWindow(window);
        }
    }

    /**
     * Ends every read, drops windows and prefetch; returns when the buffers that nobody received are back. Idempotent.
     */
    public void close() {
        List<RangedRead> reads;
        synchronized (this) {
            reads = List.copyOf(active);
        }
        drop(true);
        reads.forEach(RangedRead::awaitBuried);
        engine.readerClosed(this);
    }

    void readEnded(RangedRead read) {
        synchronized (this) {
            active.remove(read);
        }
        engine.events().completed(read);
    }

    /** An opener takes over a reader that look-ahead began: its windows are its own now. */
    void adopt() {
        List<Window> all;
        synchronized (this) {
            speculative = false;
            all = windows.all();
        }
        for (Window window : all) {
            if (window.isPrefetch() && window.settled().isDone()) {
                window.claim();
                engine.scheduler().forget(window);
                engine.scheduler().claim(window.destination(), Purpose.HELD);
                engine.scheduler().addWindow(window);
            }
        }
    }

    /** True if what is known of this object does not contradict what an opener knows. */
    boolean fits(KnownObject asked) {
        boolean sameLength = asked.length().isEmpty()
                || pin.length().isEmpty()
                || asked.length().equals(pin.length());
        boolean sameVersion = asked.version().isEmpty() || asked.version().equals(pin.version());
        return sameLength && sameVersion;
    }

    synchronized boolean isSpeculative() {
        return speculative;
    }

    /** The object. */
    public ObjectLocation location() {
        return known.location();
    }

    /** What is known of the object now. */
    ObjectPin pin() {
        return pin;
    }

    /** The length as far as it is known now. */
    public OptionalLong length() {
        return pin.length();
    }

    /** The version that this reader is pinned to, once an answer or the caller has named it. */
    public Optional<ObjectVersion> version() {
        return pin.version();
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

    Lane lane() {
        return lane;
    }

    Lane prefetchLane() {
        return prefetchLane;
    }

    /** Counts of this reader. */
    public StatsCounter stats() {
        return stats;
    }
}
