package dev.vectorio.store.log;

import dev.vectorio.store.request.RequestFacts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Exactly one record per request, from its arrival on, so counts are exact as soon as a client has its answer. Bytes and
 * outcomes of aborted requests are exact once the log is idle. All methods may be called from any thread.
 */
public final class RequestLog {
    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<RequestEntry> entries = new ArrayDeque<>();
    private long arrived;
    private int inFlight;
    private int unsettled;

    /** A log that keeps the last {@code limit} records. */
    public RequestLog(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + limit);
        }
        this.limit = limit;
    }

    /** Notes the arrival of a request. */
    public RequestEntry arrived(long connectionId, RequestFacts facts) {
        lock.lock();
        try {
            inFlight++;
            unsettled++;
            RequestEntry entry = new RequestEntry(this, arrived++, connectionId, facts, inFlight);
            if (entries.size() == limit) {
                entries.removeFirst();
            }
            entries.addLast(entry);
            changed.signalAll();
            return entry;
        } finally {
            lock.unlock();
        }
    }

    void landed() {
        lock.lock();
        try {
            inFlight--;
        } finally {
            lock.unlock();
        }
    }

    void settled() {
        lock.lock();
        try {
            unsettled--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The records so far, those of requests under way included. */
    public RequestRecords records() {
        List<RequestEntry> all;
        lock.lock();
        try {
            all = new ArrayList<>(entries);
        } finally {
            lock.unlock();
        }
        return new RequestRecords(all.stream().map(RequestEntry::snapshot).toList());
    }

    /** Forgets all records. Requests under way are forgotten too, yet still count as in flight. */
    public void clear() {
        lock.lock();
        try {
            entries.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Number of reads of object bytes. */
    public int gets() {
        return records().gets();
    }

    /** Number of requests for an object's head alone. */
    public int heads() {
        return records().heads();
    }

    /** Body bytes sent in all. */
    public long bytesSent() {
        return records().bytesSent();
    }

    /** Most requests in flight at once. */
    public int maxInFlight() {
        return records().maxInFlight();
    }

    /** Requests that arrived since the store started, forgotten ones included. */
    public long arrived() {
        lock.lock();
        try {
            return arrived;
        } finally {
            lock.unlock();
        }
    }

    /** Requests in flight now. */
    public int inFlight() {
        lock.lock();
        try {
            return inFlight;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until no request is under way and all records are complete.
     *
     * @return whether that was so in time
     */
    public boolean awaitIdle(Duration timeout) throws InterruptedException {
        return await(timeout, () -> unsettled == 0);
    }

    /**
     * Waits until {@code count} requests are in flight at once, or more.
     *
     * @return whether that was so in time
     */
    public boolean awaitInFlight(int count, Duration timeout) throws InterruptedException {
        return await(timeout, () -> inFlight >= count);
    }

    private boolean await(Duration timeout, BooleanSupplier condition) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
