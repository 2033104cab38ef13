package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Who may send next. Slots go round-robin over the lanes (one per reader) that have demanded requests, in order inside a
 * lane; prefetch gets what no demanded request waits for. A request starts only with memory for its buffers; when there
 * is none, prefetched and held bytes are let go, and at last the oldest read alone may pass the budget by one range, so
 * nothing waits in a circle.
 */
final class RequestScheduler implements BufferBooks {
    /** How an attempt, or a task without one, came to its end. */
    enum Outcome {
        UNUSED,
        DONE,
        FAILED,
        THROTTLED
    }

    private final int maxRequests;
    private final int maxPerLane;
    private final MemoryBudget memory;
    private final Executor executor;
    private final EngineClock clock;
    private final Deque<Lane> demandLanes = new ArrayDeque<>();
    private final Deque<Lane> prefetchLanes = new ArrayDeque<>();
    private final Map<String, EndpointLimit> endpoints = new HashMap<>();
    private final TreeMap<Long, Integer> openByRead = new TreeMap<>();
    private int inFlight;
    private int waitingDemand;
    private long nextReadId;

    RequestScheduler(EngineSettings.Limits limits, Executor executor, EngineClock clock) {
        this.maxRequests = limits.requests();
        this.maxPerLane = limits.requestsPerReader();
        this.memory = new MemoryBudget(limits.budgetBytes(), limits.prefetchBytes());
        this.executor = executor;
        this.clock = clock;
    }

    synchronized long nextReadId() {
        return nextReadId++;
    }

    /** Queues all requests of a read at once. */
    void submit(List<RequestTask> tasks) {
        synchronized (this) {
            for (RequestTask task : tasks) {
                open(task);
                enqueue(task);
            }
        }
        pump();
    }

    private void open(RequestTask task) {
        task.open = true;
        task.read().stats().requestOpened();
        if (task.demanded) {
            openByRead.merge(task.priority.read(), 1, Integer::sum);
        }
    }

    private void closeTask(RequestTask task) {
        task.open = false;
        task.read().stats().requestClosed();
        if (task.demanded) {
            openByRead.computeIfPresent(task.priority.read(), (id, n) -> n == 1 ? null : n - 1);
        }
    }

    private void enqueue(RequestTask task) {
        task.nowQueued();
        Lane lane = task.demanded ? task.read().lane() : task.read().prefetchLane();
        lane.add(task);
        if (task.demanded) {
            waitingDemand++;
        }
        list(lane, task.demanded ? demandLanes : prefetchLanes);
    }

    private static void list(Lane lane, Deque<Lane> lanes) {
        if (!lane.listed) {
            lane.listed = true;
            lanes.addLast(lane);
        }
    }

    private boolean dequeue(RequestTask task) {
        if (!task.queued) {
            return false;
        }
        task.queued = false;
        Lane lane = task.demanded ? task.read().lane() : task.read().prefetchLane();
        lane.remove(task);
        if (task.demanded) {
            waitingDemand--;
        }
        return true;
    }

    /** An attempt is over and so is its task. */
    void ended(RequestTask task, Outcome outcome, long sentNanos) {
        synchronized (this) {
            release(task, outcome, sentNanos);
            closeTask(task);
        }
        pump();
    }

    /** An attempt is over and its task wants another one after a pause; buffers stay, the slot goes back. */
    void ended(RequestTask task, Outcome outcome, long sentNanos, Duration pause) {
        synchronized (this) {
            release(task, outcome, sentNanos);
        }
        clock.schedule(() -> executor.execute(() -> again(task)), pause);
        pump();
    }

    private void again(RequestTask task) {
        synchronized (this) {
            if (task.isWanted()) {
                enqueue(task);
            } else {
                closeTask(task);
            }
        }
        pump();
    }

    private void release(RequestTask task, Outcome outcome, long sentNanos) {
        inFlight--;
        task.read().lane().inFlight--;
        task.read().gate().inFlight--;
        EndpointLimit endpoint = endpoint(task);
        if (outcome == Outcome.THROTTLED) {
            endpoint.throttled(sentNanos, clock.nanoTime());
        } else if (outcome == Outcome.DONE) {
            endpoint.succeeded();
        }
        endpoint.inFlight--;
    }

    private EndpointLimit endpoint(RequestTask task) {
        return endpoints.computeIfAbsent(task.read().location().endpoint(), e -> new EndpointLimit(maxRequests));
    }

    /** Nobody waits for a task that is not in flight. */
    void unwanted(RequestTask task) {
        synchronized (this) {
            if (!dequeue(task)) {
                return;
            }
            closeTask(task);
        }
        pump();
    }

    /** Moves what a prefetch queued to where somebody waits for it. */
    void promote(List<RequestTask> tasks, long readId) {
        synchronized (this) {
            for (RequestTask task : tasks) {
                if (task.demanded || !task.open) {
                    continue;
                }
                boolean waits = dequeue(task);
                task.demanded = true;
                task.priority = new RequestTask.Priority(readId, task.priority.order(), 0);
                openByRead.merge(readId, 1, Integer::sum);
                if (waits) {
                    enqueue(task);
                }
            }
        }
        pump();
    }

    void claim(Destination destination, Purpose purpose) {
        synchronized (this) {
            memory.claim(destination.charge, purpose);
        }
        pump();
    }

    void addWindow(Evictable window) {
        synchronized (this) {
            memory.addWindow(window);
        }
    }

    void addPrefetched(Evictable range) {
        synchronized (this) {
            memory.addPrefetched(range);
        }
    }

    void forget(Evictable gone) {
        synchronized (this) {
            memory.forget(gone);
        }
    }

    @Override
    public void delivered(Destination destination) {
        synchronized (this) {
            memory.delivered(destination.charge);
        }
        pump();
    }

    @Override
    public void consumed(Destination destination) {
        synchronized (this) {
            memory.consumed(destination.charge);
        }
        pump();
    }

    @Override
    public void released(Destination destination) {
        synchronized (this) {
            memory.released(destination.charge);
        }
        pump();
    }

    /** Starts whatever may start. Holds no lock when it returns or calls out. */
    private void pump() {
        boolean more = true;
        while (more) {
            List<RequestTask> starting = new ArrayList<>(4);
            Evictable victim;
            synchronized (this) {
                victim = choose(starting);
            }
            starting.forEach(task -> executor.execute(task::begin));
            more = victim != null && !victim.evict();
        }
    }

    /** Fills {@code starting}; returns what must be let go before the next demanded request can start, if anything. */
    private @Nullable Evictable choose(List<RequestTask> starting) {
        while (inFlight < maxRequests && waitingDemand > 0) {
            Pick pick = nextDemanded();
            if (pick.task() == null) {
                return pick.needsMemory() ? victimOrForce(starting) : null;
            }
            starting.add(pick.task());
        }
        while (inFlight < maxRequests && waitingDemand == 0) {
            RequestTask task = nextPrefetch();
            if (task == null) {
                return null;
            }
            starting.add(task);
        }
        return null;
    }

    private record Pick(@Nullable RequestTask task, boolean needsMemory) {}

    private Pick nextDemanded() {
        boolean needsMemory = false;
        for (int i = demandLanes.size(); i > 0; i--) {
            Lane lane = demandLanes.removeFirst();
            if (lane.waiting.isEmpty()) {
                lane.listed = false;
                continue;
            }
            demandLanes.addLast(lane);
            RequestTask task = lane.waiting.firstEntry().getValue();
            boolean yields = lane.inFlight >= maxPerLane && othersWait(lane);
            if (yields || !mayStart(task)) {
                continue;
            }
            if (memory.admit(task)) {
                take(task);
                return new Pick(task, false);
            }
            needsMemory = true;
            if (task.priority.read() == openByRead.firstKey()) {
                break; // nobody younger may take the memory that the oldest read waits for
            }
        }
        return new Pick(null, needsMemory);
    }

    private boolean othersWait(Lane lane) {
        return demandLanes.stream().anyMatch(other -> other != lane && !other.waiting.isEmpty());
    }

    private @Nullable RequestTask nextPrefetch() {
        for (int i = prefetchLanes.size(); i > 0; i--) {
            Lane lane = prefetchLanes.removeFirst();
            if (lane.waiting.isEmpty()) {
                lane.listed = false;
                continue;
            }
            prefetchLanes.addLast(lane);
            RequestTask task = lane.waiting.firstEntry().getValue();
            if (mayStart(task) && memory.admitPrefetch(task)) {
                take(task);
                return task;
            }
        }
        return null;
    }

    private boolean mayStart(RequestTask task) {
        return endpoint(task).hasRoom() && task.read().gate().hasRoom();
    }

    private void take(RequestTask task) {
        dequeue(task);
        inFlight++;
        task.read().lane().inFlight++;
        task.read().gate().inFlight++;
        endpoint(task).inFlight++;
    }

    private @Nullable Evictable victimOrForce(List<RequestTask> starting) {
        Evictable victim = memory.takeVictim();
        if (victim != null) {
            return victim;
        }
        RequestTask oldest = oldestWaiting();
        if (oldest != null && mayStart(oldest)) {
            int slices = memory.force(oldest);
            if (slices > 0) {
                take(oldest);
                if (slices < oldest.slices().size()) {
                    RequestTask rest = oldest.splitAfter(slices);
                    open(rest);
                    enqueue(rest);
                }
                starting.add(oldest);
            }
        }
        return null;
    }

    /** The first waiting request of the oldest read that has any request open. */
    private @Nullable RequestTask oldestWaiting() {
        long read = openByRead.isEmpty() ? -1 : openByRead.firstKey();
        for (Lane lane : demandLanes) {
            if (!lane.waiting.isEmpty()
                    && lane.waiting.firstEntry().getValue().priority.read() == read) {
                return lane.waiting.firstEntry().getValue();
            }
        }
        return null;
    }

    synchronized long usedBytes() {
        return memory.used();
    }

    synchronized long peakBytes() {
        return memory.peak();
    }

    synchronized long deliveredBytes() {
        return memory.deliveredBytes();
    }

    synchronized int inFlight() {
        return inFlight;
    }

    /** GETs that an endpoint may have in flight now, after throttling; for tests and stats. */
    synchronized int limitOf(String endpoint) {
        EndpointLimit limit = endpoints.get(endpoint);
        return limit == null ? maxRequests : limit.current();
    }
}
