package dev.vectorio.engine;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The buffer of one range, from allocation to delivery or release. Several transfers may fill disjoint parts at once;
 * each copy holds a lease. Exactly one of two ends comes: delivered, when the last byte is in, or dead, when it failed or
 * was cancelled; the buffer of a dead one is released when its last lease is given back, and only then its stage fails.
 */
final class Destination {
    private static final Logger LOG = LoggerFactory.getLogger(Destination.class);
    private static final int DEAD = 1 << 30;
    private static final int DELIVERED = 1 << 29;

    private final BufferAllocator allocator;
    private final Executor executor;
    private final BufferBooks books;
    private final CompletableFuture<RangeResult> stage = new CompletableFuture<>();
    private final Queue<RequestTask> tasks = new ConcurrentLinkedQueue<>();
    private final Deque<HeldCopy> heldCopies = new ArrayDeque<>(0);
    private final AtomicInteger state = new AtomicInteger();
    private final AtomicLong missing;
    private volatile ByteRange range;
    private volatile @Nullable ByteBuffer buffer;
    private volatile int base;
    private volatile @Nullable Throwable causeOfDeath;

    /** What the memory budget knows of this; guarded by the scheduler's lock. */
    final Charge charge;

    Destination(ByteRange range, Charge charge, BufferAllocator allocator, Executor executor, BufferBooks books) {
        this.range = range;
        this.charge = charge;
        this.allocator = allocator;
        this.executor = executor;
        this.books = books;
        this.missing = new AtomicLong(range.length());
    }

    ByteRange range() {
        return range;
    }

    long length() {
        return range.length();
    }

    /** Completes on the executor, when the books are right. */
    CompletableFuture<RangeResult> stage() {
        return stage;
    }

    /** Says that a task fills a part of this; before the task is queued. */
    void servedBy(RequestTask task) {
        tasks.add(task);
    }

    Iterable<RequestTask> tasks() {
        return tasks;
    }

    /** Bytes of memory that are copied in as soon as there is a buffer; before the first task is queued. */
    void fillFrom(HeldCopy copy) {
        heldCopies.add(copy);
    }

    /** True if no request is needed. */
    boolean isServedFromMemory() {
        return tasks.isEmpty();
    }

    BufferAllocator allocator() {
        return allocator;
    }

    boolean isLive() {
        return (state.get() & (DEAD | DELIVERED)) == 0;
    }

    /** Moves the range, and makes it smaller, to what the store really has; before the first write. */
    void settleOn(ByteRange served) {
        missing.addAndGet(served.length() - range.length());
        range = served;
    }

    /** Gets the buffer if there is none yet. A fault of the allocator kills this destination. Not on transport threads. */
    void allocate() {
        if (!lease()) {
            return;
        }
        try {
            synchronized (this) {
                if (buffer == null) {
                    fill(BufferCalls.allocate(allocator, Math.toIntExact(range.length())));
                    copyHeld();
                }
            }
        } catch (Throwable t) {
            kill(new ObjectReadException(
                    Kind.INTERNAL,
                    "no buffer of " + range.length() + " bytes for " + range + ": " + t,
                    StoreAnswer.none(),
                    t));
        } finally {
            giveBack();
        }
    }

    private void fill(ByteBuffer given) throws ObjectReadException {
        int length = Math.toIntExact(range.length());
        if (given.capacity() - given.position() < length || given.isReadOnly()) {
            BufferCalls.release(allocator, given);
            throw new ObjectReadException(
                    Kind.INTERNAL, "the allocator gave " + given + " for " + length + " writable bytes");
        }
        given.limit(given.position() + length);
        base = given.position();
        buffer = given;
    }

    private void copyHeld() {
        for (HeldCopy copy = heldCopies.poll(); copy != null; copy = heldCopies.poll()) {
            if (!copy.into(this)) {
                kill(new ObjectReadException(Kind.CANCELLED, "held bytes of " + range + " were dropped"));
            }
        }
    }

    /** Copies bytes in; ignored if this is dead. The one place where bytes of a body are copied. */
    void write(long offset, ByteBuffer source, int from, int length) {
        if (!lease()) {
            return;
        }
        boolean complete = false;
        try {
            ByteBuffer target = buffer;
            if (target != null) {
                target.put(base + Math.toIntExact(offset), source, from, length);
                complete = missing.addAndGet(-length) == 0;
            }
        } finally {
            giveBack();
        }
        if (complete) {
            deliver();
        }
    }

    /** Delivers a range that needs no request: all its bytes are held, or it has none. */
    void serveFromMemory() {
        allocate();
        if (missing.get() == 0) {
            deliver();
        }
    }

    private void deliver() {
        int now = state.get();
        while ((now & (DEAD | DELIVERED)) == 0) {
            if (state.compareAndSet(now, now | DELIVERED)) {
                onExecutor(this::handOver);
                return;
            }
            now = state.get();
        }
    }

    private void handOver() {
        ByteBuffer full = buffer;
        if (full == null) {
            end(null, new IllegalStateException("delivered without a buffer: " + range));
            return;
        }
        full.limit(base + Math.toIntExact(range.length())); // the store may have had less than a window asked for
        buffer = null; // this may be remembered for longer than the caller keeps the bytes
        end(resultOf(full), null);
    }

    private RangeResult resultOf(ByteBuffer full) {
        return new RangeResult(
                range,
                full,
                () -> {
                    try {
                        BufferCalls.release(allocator, full);
                    } finally {
                        books.gone(this);
                    }
                },
                () -> books.gone(this));
    }

    private void bury() {
        ByteBuffer unfinished = buffer;
        buffer = null;
        Throwable cause = causeOfDeath == null ? new IllegalStateException("no cause") : causeOfDeath;
        heldCopies.forEach(HeldCopy::abandon);
        heldCopies.clear();
        if (unfinished != null) {
            try {
                BufferCalls.release(allocator, unfinished);
            } catch (Throwable t) {
                LOG.warn("the allocator refuses a buffer of {} bytes back", unfinished.capacity(), t);
            }
        }
        end(null, cause);
    }

    /** Tells the books and the tasks, then completes the stage, whatever goes wrong on the way. */
    private void end(@Nullable RangeResult result, @Nullable Throwable cause) {
        try {
            // The books first: whoever waits for this stage finds them right, and may block in a callback for long.
            if (result != null) {
                books.delivered(this);
            } else {
                books.gone(this);
            }
            for (RequestTask task = tasks.poll(); task != null; task = tasks.poll()) {
                task.destinationEnded(this);
            }
        } catch (Throwable t) {
            LOG.error("the end of {} was not told to everybody", range, t);
        } finally {
            if (result == null) {
                stage.completeExceptionally(cause == null ? new IllegalStateException("no cause") : cause);
            } else if (!stage.complete(result)) {
                result.close();
            }
        }
    }

    /**
     * Ends this without delivery; does nothing if it has ended.
     *
     * @return true if this call ended it
     */
    boolean kill(Throwable cause) {
        int now = state.get();
        while ((now & (DEAD | DELIVERED)) == 0) {
            if (state.compareAndSet(now, (now | DEAD) + 1)) {
                causeOfDeath = cause;
                giveBack();
                return true;
            }
            now = state.get();
        }
        return false;
    }

    private boolean lease() {
        int now = state.get();
        while ((now & (DEAD | DELIVERED)) == 0) {
            if (state.compareAndSet(now, now + 1)) {
                return true;
            }
            now = state.get();
        }
        return false;
    }

    private void giveBack() {
        if (state.decrementAndGet() == DEAD) {
            onExecutor(this::bury);
        }
    }

    private void onExecutor(Runnable end) {
        try {
            executor.execute(end);
        } catch (Throwable refused) {
            end.run(); // better here than never
        }
    }
}
