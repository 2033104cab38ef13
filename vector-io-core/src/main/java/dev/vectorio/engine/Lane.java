package dev.vectorio.engine;

import java.util.Collection;
import java.util.TreeMap;

/**
 * Requests that wait for a slot on behalf of one reader (or, for look-ahead, of one list of objects). Those whose buffers
 * are there already go first: they alone bring memory back. Guarded by the scheduler's lock.
 */
final class Lane {
    private final TreeMap<RequestTask.Priority, RequestTask> paid = new TreeMap<>();
    private final TreeMap<RequestTask.Priority, RequestTask> waiting = new TreeMap<>();
    int inFlight;
    boolean listed;
    long prefetchBytes;

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
