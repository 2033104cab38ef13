package dev.vectorio.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for a slot, in the lanes of their readers, demanded ones apart from prefetch; and which reads have
 * requests open at all. Guarded by the scheduler's lock.
 */
final class RequestQueue {
    /** What becomes of the request at the head of a lane. */
    enum Verdict {
        /** It starts. */
        START,
        /** Not now; the next lane may be luckier. */
        SKIP,
        /** Not now, and nobody after it either. */
        STOP
    }

    private final Deque<Lane> demandLanes = new ArrayDeque<>();
    private final Deque<Lane> prefetchLanes = new ArrayDeque<>();
    private final Set<Lane> prefetching = new HashSet<>();
    private final TreeMap<Long, Integer> openByRead = new TreeMap<>();
    private int demanded;
    private int paid;
    private int announced;

    /** The task counts as open for its read until {@link #close}. */
    void open(RequestTask task) {
        task.read().stats().requestOpened();
        if (task.demanded) {
            openByRead.merge(task.priority.read(), 1, Integer::sum);
        }
    }

    /** Ends {@link #open}; true if the read has no other demanded request open. */
    boolean close(RequestTask task) {
        task.state = RequestTask.State.CLOSED;
        task.leaveCounts();
        return task.demanded
                && openByRead.computeIfPresent(task.priority.read(), (id, n) -> n == 1 ? null : n - 1) == null;
    }

    void add(RequestTask task) {
        task.state = RequestTask.State.QUEUED;
        task.nowQueued();
        task.paid = MemoryBudget.freshBytes(task) == 0;
        Lane lane = laneOf(task);
        lane.add(task);
        if (task.demanded) {
            demanded++;
            paid += task.paid ? 1 : 0;
        } else {
            announced++;
            prefetching.add(lane);
        }
        if (!lane.listed) {
            lane.listed = true;
            lanesOf(task).addLast(lane);
        }
    }

    void remove(RequestTask task) {
        laneOf(task).remove(task);
        if (task.demanded) {
            demanded--;
            paid -= task.paid ? 1 : 0;
        } else {
            announced--;
        }
    }

    /** The task's buffers have been charged: others that fill parts of the same buffers need nothing but a slot now. */
    void buffersCharged(RequestTask task) {
        for (DestinationSlice slice : task.slices()) {
            for (RequestTask other : slice.destination().tasks()) {
                boolean waits = other.state == RequestTask.State.QUEUED && other.demanded && !other.paid;
                if (waits && MemoryBudget.freshBytes(other) == 0) {
                    laneOf(other).remove(other);
                    other.paid = true;
                    laneOf(other).add(other);
                    paid++;
                }
            }
        }
    }

    /**
     * Finds a demanded request of which some buffers are charged and some are not, and makes requests of their own of those
     * that are. Looks at all that wait: for the case that nothing else can move.
     */
    boolean splitPaid() {
        for (Lane lane : demandLanes) {
            for (RequestTask task : lane.unpaid()) {
                int from = task.firstSlice(true);
                if (from < task.slices().size()) {
                    remove(task);
                    RequestTask part = from == 0 ? task : cut(task, from);
                    int to = part.firstSlice(false);
                    if (to < part.slices().size()) {
                        add(cut(part, to));
                    }
                    add(part);
                    if (part != task) {
                        add(task);
                    }
                    return true;
                }
            }
        }
        return false;
    }

    private RequestTask cut(RequestTask task, int slices) {
        RequestTask rest = task.splitAfter(slices);
        open(rest);
        return rest;
    }

    /** Somebody waits for a prefetch: it counts and waits as that read's request from now on. */
    void promote(RequestTask task, long readId) {
        boolean waits = task.state == RequestTask.State.QUEUED;
        if (waits) {
            remove(task);
        }
        task.demanded = true;
        task.priority = new RequestTask.Priority(readId, task.priority.order(), 0);
        if (task.state != RequestTask.State.NEW) {
            openByRead.merge(readId, 1, Integer::sum);
        }
        if (waits) {
            add(task);
        }
    }

    private static Lane laneOf(RequestTask task) {
        return task.demanded ? task.read().lane() : task.read().prefetchLane();
    }

    private Deque<Lane> lanesOf(RequestTask task) {
        return task.demanded ? demandLanes : prefetchLanes;
    }

    boolean hasDemand() {
        return demanded > 0;
    }

    boolean hasPrefetch() {
        return announced > 0;
    }

    /** The first request, going round the lanes, that may start; before all others one whose buffers are there. */
    @Nullable
    RequestTask nextDemanded(Function<RequestTask, Verdict> judge) {
        if (paid > 0) {
            RequestTask task = next(demandLanes, head -> head.paid ? judge.apply(head) : Verdict.SKIP);
            if (task != null) {
                return task;
            }
        }
        return next(demandLanes, judge);
    }

    /** As {@link #nextDemanded}, for prefetch. */
    @Nullable
    RequestTask nextPrefetch(Function<RequestTask, Verdict> judge) {
        return next(prefetchLanes, judge);
    }

    private static @Nullable RequestTask next(Deque<Lane> lanes, Function<RequestTask, Verdict> judge) {
        for (int i = lanes.size(); i > 0; i--) {
            Lane lane = lanes.removeFirst();
            if (lane.isEmpty()) {
                lane.listed = false;
                continue;
            }
            lanes.addLast(lane);
            RequestTask task = lane.first();
            Verdict verdict = judge.apply(task);
            if (verdict == Verdict.START) {
                return task;
            }
            if (verdict == Verdict.STOP) {
                return null;
            }
        }
        return null;
    }

    /** True if another lane than this has demanded requests waiting. */
    boolean othersWait(Lane lane) {
        return demandLanes.stream().anyMatch(other -> other != lane && !other.isEmpty());
    }

    /** True if no read that came earlier has a request open. */
    boolean isOldest(RequestTask task) {
        return !openByRead.isEmpty() && task.priority.read() == openByRead.firstKey();
    }

    /** Lanes that have prefetch waiting or hold prefetched bytes; at least one. */
    int prefetchingLanes() {
        prefetching.removeIf(lane -> lane.isEmpty() && lane.prefetchBytes == 0);
        return Math.max(1, prefetching.size());
    }
}
