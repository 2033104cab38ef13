package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.spi.GetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one reader, held and on their way, and which GETs bring a tail. Guarded by the reader's lock; methods that
 * take it say so.
 */
final class Windows {
    private final ObjectReader reader;
    private final Engine engine;
    private final List<Window> held = new ArrayList<>(2);
    private final List<Window> pending = new ArrayList<>(2);
    private boolean lostForMemory;

    Windows(ObjectReader reader) {
        this.reader = reader;
        this.engine = reader.engine();
    }

    /**
     * The GETs for the last {@code bytes}: none if they are there, one as a rule, for the missing bytes only, and with as
     * much of the tail before them as the settings say, or with all of a small object.
     */
    List<GetRange> tailAsks(long bytes, List<Window> own) {
        EngineSettings.Windows sizes = engine.settings().windows();
        OptionalLong length = reader.pin().length();
        boolean trusted = reader.pin().trustedLength().isPresent();
        if (length.isEmpty() || (length.getAsLong() == 0 && !trusted)) {
            // what cannot be kept would be fetched again: the first request takes no more than a window may
            long first = Math.max(1, Math.min(sizes.unknownLengthBytes(), budgetShare()));
            return List.of(
                    reader.backend().capabilities().suffixRange()
                            ? GetRange.suffix(Math.max(bytes, first))
                            : GetRange.of(ByteRange.of(0, first)));
        }
        long end = length.getAsLong();
        IntervalSet there = bytes(own);
        if (trusted && there.contains(ByteRange.between(Math.max(0, end - bytes), end))) {
            return List.of();
        }
        boolean whole = end <= wholeObjectBytes();
        long tail = Math.max(bytes, Math.min(sizes.tailBytes().applyAsLong(end), budgetShare()));
        return there.missing(ByteRange.between(whole ? 0 : Math.max(0, end - tail), end)).stream()
                .map(GetRange::of)
                .toList();
    }

    private long wholeObjectBytes() {
        return Math.min(engine.settings().windows().wholeObjectBytes(), keepableBytes());
    }

    /**
     * The longest object that stays whole in memory while it is read: its ranges are copied out of it, so that it has half
     * of the budget at most, and nothing stays once memory has taken away what somebody used.
     */
    long keepableBytes() {
        return lostForMemory ? 0 : budgetShare();
    }

    private long budgetShare() {
        return engine.settings().limits().budgetBytes() / 2;
    }

    /** Begins the windows that bring a tail. */
    List<Window> beginTail(List<GetRange> asks, Purpose purpose, Later later) {
        boolean small = reader.pin().length().orElse(Long.MAX_VALUE) <= wholeObjectBytes();
        List<Window> begun = new ArrayList<>(asks.size());
        for (GetRange ask : asks) {
            boolean whole = small && ask instanceof GetRange.Bounded;
            begun.add(begin(ask, whole ? Reason.WHOLE_OBJECT : Reason.ALONE, purpose, later));
        }
        return begun;
    }

    /** Begins one window; it is sent for when the lock is given back. */
    Window begin(GetRange ask, Reason reason, Purpose purpose, Later later) {
        ByteRange place = ask instanceof GetRange.Bounded bounded ? bounded.range() : ByteRange.of(0, ask.length());
        RangedRead read = RangedRead.window(reader, purpose, place);
        Destination destination = engine.destination(read, place);
        Window window = new Window(reader, read, destination);
        destination.charge.owner = window;
        RequestTask task = RequestTask.forWindow(read, ask, destination, reason);
        add(window);
        later.add(() -> {
            engine.events().plannedWindow(read, ask);
            engine.scheduler().submit(List.of(task), List.of());
        });
        return window;
    }

    /** Makes a window of a prefetched range of which only a part was asked for. */
    Window absorb(PrefetchedRange found, Later later) {
        Window window = new Window(reader, found.read(), found.destination());
        later.add(() -> {
            engine.scheduler().owns(window, found.destination());
            found.taken();
        });
        add(window);
        return window;
    }

    private void add(Window window) {
        pending.add(window);
        window.destination().stage().whenComplete((bytes, failure) -> settle(window, bytes, failure));
    }

    /** The window's destination has ended. Takes the lock. */
    private void settle(Window window, @Nullable RangeResult bytes, @Nullable Throwable failure) {
        window.bring(bytes);
        boolean useless;
        synchronized (reader) {
            boolean wasPending = pending.remove(window);
            useless = wasPending && !window.hasBytes();
            if (wasPending && !useless) {
                held.add(window);
            }
        }
        try {
            if (window.isOwn()) {
                window.read().ended(0, failure);
            }
        } finally {
            window.settle(failure);
            if (useless) {
                window.release();
            }
        }
    }

    /** Somebody waits for the window, or uses it: it goes before all prefetch, and is the reader's own. Without the lock. */
    void demand(Window window, long readId) {
        if (window.claim()) {
            engine.scheduler().claim(window.destination(), Purpose.HELD);
            engine.scheduler().promote(window.destination().tasks(), readId);
        }
    }

    /**
     * Lets a window go for memory; one on its way that somebody waits for stays. (One that has come, but has not settled, may
     * go: who waits for it keeps it.) Takes the lock.
     */
    boolean evict(Window window) {
        Leaver left;
        synchronized (reader) {
            boolean awaited = !window.isPrefetch() && window.destination().isLive();
            if (awaited || !(held.remove(window) || pending.remove(window))) {
                return false;
            }
            lostForMemory |= !window.isPrefetch();
            left = reader.leaving();
        }
        letGo(window);
        window.gone().whenComplete((ok, failure) -> reader.left(left));
        return true;
    }

    /** The windows that are held, for {@link #letGo}: they are not held any more. */
    List<Window> removeHeld() {
        List<Window> all = List.copyOf(held);
        held.clear();
        return all;
    }

    /** The windows on their way, for {@link #letGo}: they are not awaited any more. */
    List<Window> removePending() {
        List<Window> all = List.copyOf(pending);
        pending.clear();
        return all;
    }

    /** Ends a window that was removed; those who came for its bytes before keep them. Without the lock. */
    void letGo(Window window) {
        window.destination()
                .kill(new ObjectReadException(
                        Kind.CANCELLED, reader.location() + " " + window.range() + ": held bytes were dropped"));
        engine.scheduler().gone(window.destination());
        window.release();
    }

    /** Why one of these did not come, unless that is no reason to give up. None of them is under way any more. */
    static Optional<Throwable> failure(List<Window> settled) {
        for (Window window : settled) {
            Throwable failure = window.settled().join();
            // One that began on a wrong length, or that was dropped for memory or with its list, is planned again.
            if (failure != null && !isWorthAnotherStep(failure)) {
                return Optional.of(failure);
            }
        }
        return Optional.empty();
    }

    private static boolean isWorthAnotherStep(Throwable failure) {
        Kind kind = ReadErrors.typed(failure).kind();
        return kind == Kind.OUT_OF_BOUNDS || kind == Kind.CANCELLED;
    }

    /** Those that were fetched ahead and are there: a read that finds its bytes in memory asks for them. Without the lock. */
    void demandUsed(long readId) {
        List<Window> ahead;
        synchronized (reader) {
            ahead = held.stream().filter(Window::isPrefetch).toList();
        }
        ahead.forEach(window -> demand(window, readId));
    }

    List<Window> pending() {
        return List.copyOf(pending);
    }

    List<Window> held() {
        return List.copyOf(held);
    }

    /** What is held, and what {@code own} windows hold, dropped or not. */
    IntervalSet bytes(List<Window> own) {
        IntervalSet bytes = new IntervalSet();
        held.forEach(window -> bytes.add(window.range()));
        own.stream().filter(Window::hasBytes).forEach(window -> bytes.add(window.range()));
        return bytes;
    }

    /** The copies that bring a slice, all of which is there, into its range. */
    List<HeldCopy> copies(PlannedSlice slice, ByteRange range, List<Window> own, boolean retained) {
        List<HeldCopy> copies = new ArrayList<>(1);
        long at = slice.sourceOffset();
        while (at < slice.sourceEnd()) {
            Window window = holderOf(at, own);
            long end = Math.min(slice.sourceEnd(), window.range().end());
            if (retained && !window.retain()) {
                throw new IllegalStateException("the window " + window.range() + " is gone");
            }
            int from = Math.toIntExact(at - window.range().offset());
            copies.add(new HeldCopy(window, from, at - range.offset(), Math.toIntExact(end - at), retained));
            at = end;
        }
        return copies;
    }

    private Window holderOf(long offset, List<Window> own) {
        for (List<Window> some : List.of(held, own)) {
            for (Window window : some) {
                boolean holds = window.range().offset() <= offset
                        && offset < window.range().end();
                if (holds && window.hasBytes()) {
                    return window;
                }
            }
        }
        throw new IllegalStateException("byte " + offset + " is not held");
    }

    /** One window of the engine's own buffers that holds all of the range. */
    Optional<Window> holding(ByteRange range) {
        return held.stream()
                .filter(window -> window.isOwn() && window.range().contains(range))
                .findFirst();
    }
}
