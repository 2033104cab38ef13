package dev.vectorio.engine;

import java.util.Collection;
import java.util.TreeMap;

/**
 * Requests that wait for a slot on behalf of one reader (or, for look-ahead, of one list of objects). Those whose buffers
 * are there already go first: they alone bring memory back. Guarded by the scheduler's lock.
 *
 * <p>A lane may start slowly: at first few of its prefetch requests are in flight, and each that succeeds makes room for
 * one more. Requests that share the bandwidth end together, so a list of objects of which all are sent for at once would keep
 * the reader of the first one waiting for the bytes of all; sent for like this the first comes at its own speed, and the
 * bandwidth is in full use after a few round trips.
 */
final class Lane {
    private static final int SLOW_START_REQUESTS = 8;

    private final TreeMap<RequestTask.Priority, RequestTask> paid = new TreeMap<>();
    private final TreeMap<RequestTask.Priority, RequestTask> waiting = new TreeMap<>();
    private int aheadLimit = Integer.MAX_VALUE;
    private int ahead;
    int inFlight;
    boolean listed;
    long prefetchBytes;

    /** A lane whose prefetch starts slowly. */
    static Lane startingSlowly() {
        Lane lane = new Lane();
        lane.aheadLimit = SLOW_START_REQUESTS;
        return lane;
    }

    boolean mayPrefetch() {
        return ahead < aheadLimit;
    }

    void prefetchSent() {
        ahead++;
    }

    void prefetchEnded(boolean succeeded) {
        ahead--;
        if (succeeded && aheadLimit < Integer.MAX_VALUE) {
            aheadLimit++;
        }
    }

    /** Adds a task; two parts of one planned request share its priority, so the later one steps behind. */
    void add(RequestTask task) {
        while ((task.paid ? paid : waiting).putIfAbsent(task.priority, task) != null) {
            task.priority =
                    new RequestTask.Priority(task.priority.read(), task.priority.order(), task.priority.part() + 1);
        }
    }

    void remove(RequestTask task) {
        (task.paid ? paid : waiting).remove(task.priority, task);
    }

    boolean isEmpty() {
        return paid.isEmpty() && waiting.isEmpty();
    }

    /** Those of which some buffers are still to be charged. */
    Collection<RequestTask> unpaid() {
        return waiting.values();
    }

    /** What goes first; not of an empty lane. */
    RequestTask first() {
        return (paid.isEmpty() ? waiting : paid).firstEntry().getValue();
    }
}
