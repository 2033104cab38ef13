package dev.vectorio.engine;

import java.util.TreeMap;

/**
 * Requests that wait for a slot on behalf of one reader (or, for look-ahead, of one list of objects). Guarded by the
 * scheduler's lock.
 */
final class Lane {
    final TreeMap<RequestTask.Priority, RequestTask> waiting = new TreeMap<>();
    int inFlight;
    boolean listed;

    /** Adds a task; two parts of one planned request share its priority, so the later one steps behind. */
    void add(RequestTask task) {
        while (waiting.putIfAbsent(task.priority, task) != null) {
            task.priority =
                    new RequestTask.Priority(task.priority.read(), task.priority.order(), task.priority.part() + 1);
        }
    }

    boolean remove(RequestTask task) {
        return waiting.remove(task.priority, task);
    }
}
