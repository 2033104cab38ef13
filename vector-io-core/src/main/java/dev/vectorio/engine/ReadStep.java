package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * One step of a read: it waits for windows on their way that it can use, takes what was prefetched, and plans the rest; a
 * plan for a small object brings a window that holds all of it, after which the next step reads from memory. The windows
 * that a read has waited for stay with it until it has copied what it came for, whatever memory pressure says.
 */
final class ReadStep {
    /** A read plans again when an answer corrects what it planned from; more often than this, without a byte, is wrong. */
    private static final int MAX_STEPS = 8;

    private final ObjectReader reader;
    private final Engine engine;
    private final StagedRead read;
    private final int[] indexes;
    private final List<Window> own;
    private final int number;
    private final Later later = new Later();
    private boolean keepsOwn;

    private ReadStep(StagedRead read, int[] indexes, List<Window> own, int number) {
        this.reader = read.reader();
        this.engine = reader.engine();
        this.read = read;
        this.indexes = indexes;
        this.own = own;
        this.number = number;
    }

    /** The first step for these ranges of a read. */
    static ReadStep first(StagedRead read, int[] indexes) {
        return new ReadStep(read, indexes, List.of(), 1);
    }

    /** Takes the step. Not under the reader's lock. */
    void take() {
        try {
            synchronized (reader) {
                step();
            }
        } catch (Throwable t) {
            fail(t);
        }
        later.run(this::fail);
        if (!keepsOwn) {
            own.forEach(Window::release);
        }
    }

    private void fail(Throwable cause) {
        ObjectReadException typed = ReadErrors.typed(cause);
        for (int i : indexes) {
            read.fail(i, typed);
        }
    }

    private void step() throws ObjectReadException {
        reader.requireOpen();
        if (number > MAX_STEPS) {
            throw ReadErrors.keepsChanging(reader.location());
        }
        if (read.unplacedTail() > 0 && !placeTail(read.unplacedTail())) {
            return;
        }
        int[] open = withinBounds();
        List<Window> useful = usefulWindows(open);
        if (useful.isEmpty()) {
            open = claim(open, useful);
        }
        if (!useful.isEmpty()) {
            await(open, useful);
        } else if (open.length > 0) {
            plan(open);
        }
    }

    /** True if the tail is held, and it is known where it lies; false if the next step may tell. */
    private boolean placeTail(long bytes) {
        OptionalLong trusted = reader.pin().trustedLength();
        List<Window> awaited =
                trusted.isEmpty() ? reader.windows().pending() : useful(List.of(tail(bytes, trusted.getAsLong())));
        if (awaited.isEmpty()) {
            List<GetRange> asks = reader.windows().tailAsks(bytes, own);
            if (asks.isEmpty()) {
                ByteRange tail = tail(bytes, reader.pin().length().orElseThrow());
                read.settle(tail);
                later.add(() -> reader.countNeed(List.of(tail)));
                return true;
            }
            awaited = reader.windows().beginTail(asks, Purpose.HELD, later);
        }
        await(indexes, awaited);
        return false;
    }

    private static ByteRange tail(long bytes, long length) {
        return ByteRange.between(Math.max(0, length - bytes), length);
    }

    private int[] withinBounds() {
        OptionalLong length = reader.pin().trustedLength();
        int[] open = new int[indexes.length];
        int count = 0;
        for (int i : indexes) {
            ByteRange range = read.range(i);
            if (read.isGivenUp(i)) {
                continue;
            }
            if (length.isPresent() && range.end() > length.getAsLong()) {
                later.add(() -> read.fail(i, ReadErrors.outOfBounds(reader.location(), range, length.getAsLong())));
            } else {
                open[count++] = i;
            }
        }
        return Arrays.copyOf(open, count);
    }

    /** Windows on their way that may bring some of the ranges; all of them while nobody knows where the tail lies. */
    private List<Window> usefulWindows(int[] open) {
        if (open.length == 0) {
            return new ArrayList<>(0);
        }
        if (reader.pin().length().isEmpty()) {
            return new ArrayList<>(reader.windows().pending());
        }
        return useful(Arrays.stream(open).mapToObj(read::range).toList());
    }

    /** Windows on their way that bring bytes of these ranges which are not there yet. */
    private List<Window> useful(List<ByteRange> ranges) {
        List<Window> pending = reader.windows().pending();
        List<Window> useful = new ArrayList<>(0);
        if (pending.isEmpty()) {
            return useful;
        }
        IntervalSet there = reader.windows().bytes(own);
        for (Window window : pending) {
            if (ranges.stream().anyMatch(range -> brings(window, range, there))) {
                useful.add(window);
            }
        }
        return useful;
    }

    private static boolean brings(Window window, ByteRange range, IntervalSet there) {
        return window.range().overlaps(range)
                && there.missing(range).stream()
                        .anyMatch(missing -> window.range().overlaps(missing));
    }

    /** Takes what was prefetched: the very buffer where the ranges are equal, else through a window. */
    private int[] claim(int[] open, List<Window> useful) {
        PrefetchedRanges prefetched = reader.prefetched();
        if (prefetched.isEmpty()) {
            return open;
        }
        int[] rest = new int[open.length];
        int count = 0;
        for (int i : open) {
            ByteRange range = read.range(i);
            Optional<PrefetchedRange> equal =
                    prefetched.exactly(range, read.settings().allocator());
            if (equal.isPresent()) {
                handOver(equal.get(), i);
                continue;
            }
            List<PrefetchedRange> overlapping = prefetched.overlapping(range);
            if (!overlapping.isEmpty() && !reader.windows().bytes(own).contains(range)) {
                for (PrefetchedRange partly : overlapping) {
                    prefetched.remove(partly);
                    useful.add(reader.windows().absorb(partly, later));
                }
            }
            rest[count++] = i;
        }
        return Arrays.copyOf(rest, count);
    }

    private void handOver(PrefetchedRange found, int index) {
        reader.prefetched().remove(found);
        reader.stats().prefetchHit();
        Leaver left = reader.leaving();
        read.promise(left);
        later.add(() -> {
            RequestScheduler scheduler = engine.scheduler();
            scheduler.claim(found.destination(), Purpose.DEMAND);
            scheduler.promote(found.destination().tasks(), read.id());
            read.attachPrefetched(index, found.destination(), left);
            found.taken();
        });
    }

    private void await(int[] open, List<Window> useful) {
        List<Window> kept = new ArrayList<>(own);
        for (Window window : useful) {
            if (window.retain()) {
                kept.add(window);
            }
        }
        keepsOwn = true;
        CompletableFuture<?>[] all = useful.stream().map(Window::settled).toArray(CompletableFuture<?>[]::new);
        later.add(() -> {
            useful.forEach(window -> reader.windows().demand(window, read.id()));
            CompletableFuture.allOf(all)
                    .thenRun(() -> engine.executor().execute(() -> afterWindows(open, useful, kept)));
        });
    }

    private void afterWindows(int[] open, List<Window> awaited, List<Window> kept) {
        // A step that brought bytes was none in vain, however many others began windows meanwhile.
        boolean brought = awaited.stream().anyMatch(Window::hasBytes);
        ReadStep next = new ReadStep(read, open, kept, brought ? number : number + 1);
        Optional<Throwable> failure = Windows.failure(awaited);
        if (failure.isPresent()) {
            next.later.add(() -> next.fail(failure.get()));
            next.later.run(next::fail);
            kept.forEach(Window::release);
        } else {
            next.take();
        }
    }

    private void plan(int[] open) {
        List<ByteRange> ranges = new ArrayList<>(open.length);
        for (int i : open) {
            ranges.add(read.range(i));
        }
        ReadPlan plan = reader.plan(ranges, own, read.settings());
        List<Window> whole = new ArrayList<>(0);
        for (PlannedRequest request : plan.requests()) {
            if (request.reason() == Reason.WHOLE_OBJECT) {
                whole.add(reader.windows().begin(GetRange.of(request.range()), request.reason(), Purpose.HELD, later));
            }
        }
        if (whole.isEmpty()) {
            start(open, plan);
        } else {
            await(open, whole);
        }
    }

    private void start(int[] open, ReadPlan plan) {
        List<Destination> destinations = new ArrayList<>(open.length);
        for (ByteRange range : plan.ranges()) {
            destinations.add(engine.destination(read, range));
        }
        for (PlannedSlice slice : plan.held()) {
            int range = slice.rangeIndex();
            reader.windows()
                    .copies(slice, plan.ranges().get(range), own, true)
                    .forEach(destinations.get(range)::fillFrom);
        }
        List<RequestTask> tasks = RequestTask.forPlan(read, plan, destinations);
        List<Destination> fromMemory =
                destinations.stream().filter(Destination::isServedFromMemory).toList();
        for (int k = 0; k < open.length; k++) {
            read.attach(open[k], destinations.get(k));
        }
        later.add(() -> {
            reader.windows().demandUsed(read.id());
            engine.events().planned(read, plan);
            engine.scheduler().submit(tasks, fromMemory);
        });
    }
}
