package dev.vectorio.testkit;

import dev.vectorio.buffer.BufferAllocator;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An allocator that keeps books. Every buffer has an odd position and spare room behind its end; a released buffer is
 * overwritten, so that whoever still reads it sees nonsense. A double or foreign release, and two calls at the same time
 * (the engine promises one at a time), are faults: thrown at the caller, and again by {@link #assertEmpty()} in case the
 * caller swallowed them. Thread-safe, so that it can tell who is not.
 */
public final class LedgerAllocator implements BufferAllocator {
    /** What a released buffer is overwritten with. */
    public static final byte POISON = (byte) 0xDB;

    /** Position of every buffer. */
    public static final int FRONT_ROOM = 7;

    /** Bytes between the end of what was asked for and the capacity. */
    public static final int BACK_ROOM = 13;

    /**
     * One buffer that is out.
     *
     * @param number which call of {@code allocate} it was, from 1
     * @param length bytes asked for
     * @param thread name of the thread that asked
     * @param stack where it asked
     */
    public record Loan(long number, int length, String thread, Throwable stack) {
        @Override
        public String toString() {
            return "allocation " + number + " of " + length + " bytes on " + thread;
        }
    }

    private final boolean direct;
    private final IdentityHashMap<ByteBuffer, Loan> out = new IdentityHashMap<>();
    private final List<WeakReference<ByteBuffer>> returned = new ArrayList<>();
    private final List<AssertionError> faults = new ArrayList<>();
    private final Map<Long, Supplier<? extends Throwable>> failures = new HashMap<>();
    private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();
    private long calls;
    private long allocations;
    private long releases;
    private long liveBytes;
    private long peakBytes;
    private int largest;

    private LedgerAllocator(boolean direct) {
        this.direct = direct;
    }

    /** Heap buffers. */
    public static LedgerAllocator heap() {
        return new LedgerAllocator(false);
    }

    /** Direct buffers; their memory goes back with the garbage collector. */
    public static LedgerAllocator direct() {
        return new LedgerAllocator(true);
    }

    /** Lets the {@code call}-th call of {@code allocate} (from 1) throw an error, such as an {@link OutOfMemoryError}. */
    public synchronized LedgerAllocator failWithError(long call, Supplier<? extends Error> error) {
        failures.put(call, error);
        return this;
    }

    /** Lets the {@code call}-th call of {@code allocate} (from 1) throw a runtime exception. */
    public synchronized LedgerAllocator failWithException(long call, Supplier<? extends RuntimeException> exception) {
        failures.put(call, exception);
        return this;
    }

    @Override
    public ByteBuffer allocate(int length) {
        enter("allocate");
        try {
            failIfScheduled();
            int capacity = Math.addExact(length, FRONT_ROOM + BACK_ROOM);
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
            buffer.position(FRONT_ROOM);
            lend(buffer, length);
            return buffer;
        } finally {
            inside.set(null);
        }
    }

    @Override
    public void release(ByteBuffer buffer) {
        enter("release");
        try {
            takeBack(buffer);
            poison(buffer);
        } finally {
            inside.set(null);
        }
    }

    private void enter(String call) {
        Thread me = Thread.currentThread();
        Thread other = inside.compareAndExchange(null, me);
        if (other != null) {
            throw fault(call + " on " + me.getName() + " while " + other.getName() + " is inside the allocator");
        }
    }

    private void failIfScheduled() {
        Optional<Supplier<? extends Throwable>> failure = nextFailure();
        if (failure.isPresent()) {
            Throwable thrown = failure.get().get();
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    private synchronized Optional<Supplier<? extends Throwable>> nextFailure() {
        return Optional.ofNullable(failures.remove(++calls));
    }

    private synchronized void lend(ByteBuffer buffer, int length) {
        allocations++;
        liveBytes += length;
        peakBytes = Math.max(peakBytes, liveBytes);
        largest = Math.max(largest, length);
        String thread = Thread.currentThread().getName();
        out.put(buffer, new Loan(calls, length, thread, new Throwable("allocated here")));
    }

    private synchronized void takeBack(ByteBuffer buffer) {
        Loan loan = out.remove(buffer);
        if (loan == null) {
            boolean twice = returned.stream().anyMatch(r -> r.refersTo(buffer));
            throw fault((twice ? "released twice: " : "not a buffer of this allocator: ") + buffer);
        }
        releases++;
        liveBytes -= loan.length();
        returned.removeIf(r -> r.refersTo(null));
        returned.add(new WeakReference<>(buffer));
    }

    private static void poison(ByteBuffer buffer) {
        ByteBuffer all = buffer.duplicate().clear();
        while (all.remaining() >= Long.BYTES) {
            all.putLong(0xDBDBDBDBDBDBDBDBL);
        }
        while (all.hasRemaining()) {
            all.put(POISON);
        }
    }

    private synchronized AssertionError fault(String text) {
        AssertionError fault = new AssertionError(text);
        faults.add(fault);
        return fault;
    }

    /** Buffers handed out so far. */
    public synchronized long allocations() {
        return allocations;
    }

    /** Buffers that came back so far. */
    public synchronized long releases() {
        return releases;
    }

    /** Bytes that are out now, as asked for. */
    public synchronized long liveBytes() {
        return liveBytes;
    }

    /** The most bytes that were out at one moment, as asked for. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** The largest length asked for. */
    public synchronized int largestAllocation() {
        return largest;
    }

    /** What is out now, in order of allocation. */
    public synchronized List<Loan> loans() {
        return out.values().stream()
                .sorted((a, b) -> Long.compare(a.number(), b.number()))
                .toList();
    }

    /**
     * Requires that every buffer came back and that no fault was seen.
     *
     * @throws AssertionError listing what is out, with the stacks of the owners and the faults attached
     */
    public synchronized void assertEmpty() {
        List<Loan> loans = loans();
        if (loans.isEmpty() && faults.isEmpty()) {
            return;
        }
        AssertionError error = new AssertionError(
                loans.size() + " of " + allocations + " buffers are still out, " + faults.size() + " faults: " + loans);
        loans.forEach(loan -> error.addSuppressed(loan.stack()));
        faults.forEach(error::addSuppressed);
        throw error;
    }
}
