package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.engine.RequestQueue.Verdict;
import dev.vectorio.engine.RequestTask.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Who may send next. Slots go round-robin over the lanes (one per reader) that have demanded requests, in order inside a
 * lane; prefetch gets what no demanded request waits for, and only once little of what somebody waits for is under way: it
 * would share the bandwidth, and come late what is wanted first. A request starts only with memory for its buffers; when there
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

    /**
     * Prefetch waits while more demanded bytes than these are in flight. About what a pipe of 400 MB/s moves in one time to
     * first byte: then the first prefetched bytes come as the last demanded ones end.
     */
    static final long PREFETCH_WAITS_ABOVE = 16 << 20;

    private final int maxRequests;
    private final int maxPerLane;
    private final MemoryBudget memory;
    private final Executor executor;
    private final EngineClock clock;
    private final RequestQueue queue = new RequestQueue();
    private final Deque<Destination> copies = new ArrayDeque<>();
    private final Map<String, EndpointLimit> endpoints = new TreeMap<>();
    private int inFlight;
    private long demandedBytes;
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

    /** The limit of a bucket or container, shared by the readers of its objects. */
    synchronized EndpointLimit endpoint(String name) {
        return endpoints.computeIfAbsent(name, e -> new EndpointLimit(maxRequests));
    }

    /** Queues all requests of a read at once, and what it takes out of windows. */
    void submit(List<RequestTask> tasks, List<Destination> fromMemory) {
        synchronized (this) {
            copies.addAll(fromMemory);
            for (RequestTask task : tasks) {
                queue.open(task);
                queue.add(task);
            }
        }
        pump();
    }

    /** An attempt is over and so is its task. Does nothing if that is known. */
    void ended(RequestTask task, Outcome outcome, long sentNanos) {
        synchronized (this) {
            if (task.state != State.RUNNING) {
                return;
            }
            release(task, outcome, sentNanos);
            queue.close(task);
        }
        pump();
    }

    /** An attempt is over and its task wants another one after a pause; buffers stay, the slot goes back. */
    void ended(RequestTask task, Outcome outcome, long sentNanos, Duration pause) {
        synchronized (this) {
            release(task, outcome, sentNanos);
            task.state = State.PAUSED;
        }
        task.wakesBy(clock.schedule(() -> executor.execute(() -> again(task)), pause));
        if (!task.isWanted()) {
            unwanted(task); // the last range may have ended just before the pause began
        }
        pump();
    }

    private void again(RequestTask task) {
        synchronized (this) {
            if (task.state == State.PAUSED) {
                queue.add(task);
            }
        }
        pump();
    }

    private void release(RequestTask task, Outcome outcome, long sentNanos) {
        demandedBytes -= task.demandedBytes;
        task.demandedBytes = 0;
        freeSlot(task, outcome, sentNanos);
        if (task.sentAhead) {
            task.sentAhead = false;
            task.read().prefetchLane().prefetchEnded(outcome == Outcome.DONE);
        }
    }

    private void occupySlot(RequestTask task) {
        inFlight++;
        task.read().lane().inFlight++;
        task.read().gate().inFlight++;
        task.read().endpoint().inFlight++;
    }

    private void freeSlot(RequestTask task, Outcome outcome, long sentNanos) {
        inFlight--;
        task.read().lane().inFlight--;
        task.read().gate().inFlight--;
        EndpointLimit endpoint = task.read().endpoint();
        if (outcome == Outcome.THROTTLED) {
            endpoint.throttled(sentNanos, clock.nanoTime());
        } else if (outcome == Outcome.DONE) {
            endpoint.succeeded();
        }
        endpoint.inFlight--;
    }

    /**
     * A slot for a duplicate of what the task has in flight; none for prefetch, none while the store throttles, and none that a
     * demanded request could use.
     */
    boolean hedge(RequestTask task) {
        List<Runnable> starting = new ArrayList<>(0);
        boolean granted;
        synchronized (this) {
            startDemanded(starting);
            granted = task.state == State.RUNNING
                    && task.demanded
                    && inFlight < maxRequests
                    && hasRoom(task)
                    && task.read().endpoint().isCalm(clock.nanoTime());
            if (granted) {
                occupySlot(task);
            }
        }
        start(starting);
        return granted;
    }

    /** One of two equal GETs is over, and the task goes on with the other or has ended with it. */
    void slotFreed(RequestTask task, Outcome outcome, long sentNanos) {
        synchronized (this) {
            freeSlot(task, outcome, sentNanos);
        }
        pump();
    }

    /** Nobody waits for a task any more; one in flight is its attempt's business. */
    void unwanted(RequestTask task) {
        boolean makesWay;
        synchronized (this) {
            if (task.state == State.QUEUED) {
                queue.remove(task);
            } else if (task.state != State.PAUSED) {
                return;
            }
            // It had no slot, and its buffers tell of themselves: others may go on only if its read or its lane has
            // ended.
            makesWay = queue.close(task) || !task.demanded;
        }
        task.wakesNoMore();
        if (makesWay) {
            pump();
        }
    }

    /** Moves what a prefetch queued, or is about to, to where somebody waits for it. */
    void promote(Iterable<RequestTask> tasks, long readId) {
        synchronized (this) {
            for (RequestTask task : tasks) {
                if (!task.demanded && task.state != State.CLOSED) {
                    queue.promote(task, readId);
                    countDemanded(task);
                }
            }
        }
        pump();
    }

    /** Says who lets these bytes go when memory is short. */
    synchronized void owns(Evictable owner, Destination destination) {
        destination.charge.owner = owner;
    }

    void claim(Destination destination, Purpose purpose) {
        synchronized (this) {
            memory.claim(destination.charge, purpose);
        }
        pump();
    }

    @Override
    public void delivered(Destination destination) {
        synchronized (this) {
            memory.delivered(destination.charge);
        }
        pump();
    }

    @Override
    public void gone(Destination destination) {
        synchronized (this) {
            if (!memory.gone(destination.charge)) {
                return;
            }
        }
        pump();
    }

    /** Starts whatever may start. Holds no lock when it returns or calls out. */
    private void pump() {
        List<Runnable> starting = new ArrayList<>(4);
        synchronized (this) {
            startCopies(starting);
            startDemanded(starting);
            startPrefetch(starting);
        }
        start(starting);
    }

    private void start(List<Runnable> starting) {
        for (Runnable task : starting) {
            try {
                executor.execute(task);
            } catch (Throwable refused) {
                task.run(); // what was granted must be used or given back
            }
        }
    }

    private void startCopies(List<Runnable> starting) {
        while (!copies.isEmpty()) {
            Destination next = copies.getFirst();
            if (!memory.admitCopy(next)) {
                let(memory.makeRoom(0), starting);
                return;
            }
            copies.removeFirst();
            starting.add(next::serveFromMemory);
        }
    }

    private void startDemanded(List<Runnable> starting) {
        boolean more = true;
        while (more && inFlight < maxRequests && queue.hasDemand()) {
            Poor poor = new Poor();
            RequestTask task = queue.nextDemanded(waiting -> judge(waiting, poor));
            if (task != null) {
                take(task);
                starting.add(task::begin);
            } else {
                more = poor.task != null && makeRoomFor(poor.task, starting);
            }
        }
    }

    /** The last request looked at that there was no memory for. */
    private static final class Poor {
        @Nullable
        RequestTask task;
    }

    private Verdict judge(RequestTask task, Poor poor) {
        Lane lane = task.read().lane();
        boolean yields = lane.inFlight >= maxPerLane && queue.othersWait(lane);
        if (yields || !hasRoom(task)) {
            return Verdict.SKIP;
        }
        if (memory.admit(task)) {
            return Verdict.START;
        }
        poor.task = task;
        // Nobody younger may take the memory that the oldest read waits for.
        return queue.isOldest(task) ? Verdict.STOP : Verdict.SKIP;
    }

    private static boolean hasRoom(RequestTask task) {
        return task.read().endpoint().hasRoom() && task.read().gate().hasRoom();
    }

    private void take(RequestTask task) {
        queue.remove(task);
        task.state = State.RUNNING;
        queue.buffersCharged(task);
        occupySlot(task);
        countDemanded(task);
        if (!task.demanded) {
            task.sentAhead = true;
            task.read().prefetchLane().prefetchSent();
        }
    }

    private void countDemanded(RequestTask task) {
        if (task.demanded && task.state == State.RUNNING) {
            task.demandedBytes = task.askedBytes();
            demandedBytes += task.demandedBytes;
        }
    }

    /** True if another look at the queue may find something to start. */
    private boolean makeRoomFor(RequestTask task, List<Runnable> starting) {
        let(memory.makeRoom(MemoryBudget.freshBytes(task)), starting);
        if (memory.isLeaving()) {
            return false; // and comes by again with what is leaving
        }
        int slices = queue.isOldest(task) ? memory.force(task) : 0;
        if (slices > 0) {
            take(task);
            split(task, slices);
            starting.add(task::begin);
            return true;
        }
        // Requests in flight will bring memory back; if there are none, what is charged already must be read to its
        // end.
        return inFlight == 0 && queue.splitPaid();
    }

    private void split(RequestTask task, int slices) {
        if (slices < task.slices().size()) {
            RequestTask rest = task.splitAfter(slices);
            queue.open(rest);
            queue.add(rest);
        }
    }

    private void let(List<Charge> victims, List<Runnable> starting) {
        for (Charge victim : victims) {
            Evictable owner = victim.owner;
            starting.add(() -> evict(victim, owner));
        }
    }

    private void evict(Charge victim, @Nullable Evictable owner) {
        if (owner == null || !owner.evict()) {
            synchronized (this) {
                memory.spared(victim);
            }
            pump();
        }
    }

    private void startPrefetch(List<Runnable> starting) {
        while (inFlight < maxRequests
                && !queue.hasDemand()
                && queue.hasPrefetch()
                && demandedBytes <= PREFETCH_WAITS_ABOVE) {
            int lanes = queue.prefetchingLanes();
            RequestTask task = queue.nextPrefetch(waiting -> judgePrefetch(waiting, lanes));
            if (task == null) {
                return;
            }
            take(task);
            starting.add(task::begin);
        }
    }

    private Verdict judgePrefetch(RequestTask task, int lanes) {
        if (!hasRoom(task) || !task.read().prefetchLane().mayPrefetch()) {
            return Verdict.SKIP;
        }
        split(task, memory.prefetchSlices(task, lanes));
        return memory.admitPrefetch(task, lanes) ? Verdict.START : Verdict.SKIP;
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

    /** Of every bucket or container that was ever read, by name. */
    synchronized List<EndpointState> endpoints() {
        List<EndpointState> states = new ArrayList<>(endpoints.size());
        endpoints.forEach((name, limit) -> states.add(limit.state(name)));
        return states;
    }
}
