package dev.vectorio.store.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs short tasks at a time of {@link System#nanoTime()}, never early and about 0.1 ms late: wheels and selectors of event
 * loops round to a millisecond or more. One daemon thread; tasks must not block.
 */
public final class DeadlineClock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineClock.class);
    private static final long LONGEST_PARK_NANOS = 1_000_000_000L;

    private final ReentrantLock lock = new ReentrantLock();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final Thread thread;
    private long added;
    private volatile boolean closed;

    /** Starts the clock's thread under this name. */
    public DeadlineClock(String threadName) {
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs {@code task} once {@code System.nanoTime()} has reached {@code deadlineNanos}; not after close. */
    public void at(long deadlineNanos, Runnable task) {
        boolean first;
        lock.lock();
        try {
            Timer timer = new Timer(deadlineNanos, added++, task);
            timers.add(timer);
            first = timer.equals(timers.peek());
        } finally {
            lock.unlock();
        }
        if (first) {
            LockSupport.unpark(thread);
        }
    }

    private void run() {
        List<Runnable> due = new ArrayList<>();
        while (!closed) {
            long wait = takeDue(due);
            if (due.isEmpty()) {
                LockSupport.parkNanos(this, wait);
            }
            due.forEach(DeadlineClock::runGuarded);
            due.clear();
        }
    }

    private static void runGuarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.warn("a timed task failed", e);
        }
    }

    /** Moves what is due to {@code due}; returns the nanoseconds until the next deadline. */
    private long takeDue(List<Runnable> due) {
        lock.lock();
        try {
            long now = System.nanoTime();
            for (Timer next = timers.peek(); next != null; next = timers.peek()) {
                long wait = next.deadlineNanos() - now;
                if (wait > 0) {
                    return Math.min(wait, LONGEST_PARK_NANOS);
                }
                timers.remove();
                due.add(next.task());
            }
            return LONGEST_PARK_NANOS;
        } finally {
            lock.unlock();
        }
    }

    /** Drops what has not run. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private record Timer(long deadlineNanos, long order, Runnable task) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            long byTime = deadlineNanos - other.deadlineNanos;
            return byTime != 0 ? Long.signum(byTime) : Long.compare(order, other.order);
        }
    }
}
