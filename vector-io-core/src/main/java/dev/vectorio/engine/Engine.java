package dev.vectorio.engine;

import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.plan.StoreEstimate;
import dev.vectorio.plan.StoreProfile;
import dev.vectorio.spi.ObjectStoreBackend;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/** What all readers of one {@code VectorIo} share: slots, memory, threads, timers, counts. */
public final class Engine {
    private final EngineSettings settings;
    private final EngineClock clock;
    private final Executor executor;
    private final EventSource events;
    private final Backoff backoff;
    private final RequestScheduler scheduler;
    private final Map<String, Hedger> hedgers = new ConcurrentHashMap<>();
    private final Map<String, StoreMeter> meters = new ConcurrentHashMap<>();
    private final StatsCounter stats = new StatsCounter();
    private final Set<ObjectReader> readers = new HashSet<>();
    private final Set<LookAhead> lists = new HashSet<>();
    private boolean closed;

    /** An engine with jitter from the thread's own random numbers. */
    public Engine(EngineSettings settings, EngineClock clock, Executor executor, VectorIoListener listener) {
        this(
                settings,
                clock,
                executor,
                listener,
                () -> ThreadLocalRandom.current().nextDouble());
    }

    /** An engine whose jitter can be replayed. */
    public Engine(
            EngineSettings settings,
            EngineClock clock,
            Executor executor,
            VectorIoListener listener,
            DoubleSupplier random) {
        this.settings = settings;
        this.clock = clock;
        this.executor = executor;
        this.events = new EventSource(listener);
        this.backoff = new Backoff(settings.retry(), random);
        this.scheduler = new RequestScheduler(settings.limits(), executor, clock);
    }

    /** Slots of one backend, shared by all readers of its objects. */
    public static Object newGate(ObjectStoreBackend backend) {
        return new Gate(backend.capabilities().maxConcurrentRequests());
    }

    /**
     * A reader for the object, or the one that look-ahead has begun for it. No I/O.
     *
     * @param gate from {@link #newGate} for this backend
     * @throws IllegalStateException if closed
     */
    public ObjectReader open(KnownObject known, ObjectStoreBackend backend, Object gate) {
        List<LookAhead> announced;
        synchronized (this) {
            requireOpen(known);
            announced = List.copyOf(lists);
        }
        for (LookAhead list : announced) {
            Optional<ObjectReader> begun = list.take(known);
            if (begun.isPresent()) {
                return begun.get();
            }
        }
        return newReader(known, backend, gate, Optional.empty());
    }

    /** A reader for the object that takes nothing over from look-ahead, which may have read with other rights. No I/O. */
    public ObjectReader openApart(KnownObject known, ObjectStoreBackend backend, Object gate) {
        return newReader(known, backend, gate, Optional.empty());
    }

    /** Under the lock. */
    private void requireOpen(KnownObject known) {
        if (closed) {
            throw new IllegalStateException(known.location() + " cannot be opened: closed");
        }
    }

    ObjectReader newReader(KnownObject known, ObjectStoreBackend backend, Object gate, Optional<Lane> listLane) {
        ObjectReader reader = new ObjectReader(this, backend, (Gate) gate, known, listLane);
        synchronized (this) {
            requireOpen(known);
            readers.add(reader);
        }
        return reader;
    }

    /** Announces objects that will be opened next, in this order; nothing is fetched before the first of them is opened. */
    public LookAhead lookAhead(List<LookAhead.Announced> objects) {
        LookAhead list = new LookAhead(this, objects);
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            lists.add(list);
        }
        list.waitForNext();
        return list;
    }

    synchronized void readerClosed(ObjectReader reader) {
        readers.remove(reader);
    }

    synchronized void listClosed(LookAhead list) {
        lists.remove(list);
    }

    Destination destination(RangedRead read, ByteRange range) {
        Charge charge = new Charge(read.purpose(), read.prefetchLane());
        return new Destination(range, charge, read.settings().allocator(), executor, scheduler);
    }

    /** Closes all lists and readers; executor and clock are the caller's. Idempotent. */
    public void close() {
        List<ObjectReader> open;
        List<LookAhead> announced;
        synchronized (this) {
            closed = true;
            open = List.copyOf(readers);
            announced = List.copyOf(lists);
        }
        announced.forEach(LookAhead::close);
        open.forEach(ObjectReader::close);
    }

    EngineSettings settings() {
        return settings;
    }

    EngineClock clock() {
        return clock;
    }

    Executor executor() {
        return executor;
    }

    EventSource events() {
        return events;
    }

    Backoff backoff() {
        return backoff;
    }

    RequestScheduler scheduler() {
        return scheduler;
    }

    /** What is known of a bucket's or container's times to first byte, shared by the readers of its objects. */
    Hedger hedger(String endpoint) {
        return hedgers.computeIfAbsent(endpoint, e -> new Hedger(settings.hedge(), clock, executor));
    }

    /** What measures a bucket or container, shared by the readers of its objects. */
    StoreMeter meter(ObjectLocation location) {
        return meters.computeIfAbsent(
                location.endpoint(),
                name -> new StoreMeter(settings.profiles().of(location.scheme(), StoreEstimate.none())));
    }

    /** What a planner takes the store of this object for, as of now. */
    StoreProfile profile(ObjectLocation location) {
        return settings.profiles().of(location.scheme(), seen(location.endpoint()));
    }

    /** What was seen lately of a bucket or container. */
    public StoreEstimate seen(String endpoint) {
        StoreMeter meter = meters.get(endpoint);
        return meter == null ? StoreEstimate.none() : meter.estimate(clock.nanoTime());
    }

    /** Counts of all readers together. */
    public StatsCounter stats() {
        return stats;
    }

    /** What can be done when there is no memory for a buffer. */
    String memoryAdvice() {
        long budget = settings.limits().budgetBytes();
        return String.format(
                Locale.ROOT,
                "%,d bytes of memory-budget-bytes=%d are in use, %,d bytes of results are not closed, and the heap ends at %,d"
                        + " bytes: close results sooner, set vectorio.memory-budget-bytes=%d or less, read shorter ranges, or"
                        + " give the JVM more memory (-Xmx, or -XX:MaxDirectMemorySize for direct buffers)",
                usedBytes(),
                budget,
                deliveredBytes(),
                Runtime.getRuntime().maxMemory(),
                Math.max(1, Math.min(budget, Runtime.getRuntime().maxMemory() / 4) / 2));
    }

    /** Undelivered and held bytes now. */
    public long usedBytes() {
        return scheduler.usedBytes();
    }

    /** Most undelivered and held bytes so far. */
    public long peakBytes() {
        return scheduler.peakBytes();
    }

    /** Delivered bytes that are neither closed nor detached. */
    public long deliveredBytes() {
        return scheduler.deliveredBytes();
    }

    /** GETs in flight or about to be sent. */
    public int inFlight() {
        return scheduler.inFlight();
    }

    /** Of every bucket or container that was ever read, by name. */
    public List<EndpointState> endpoints() {
        return scheduler.endpoints();
    }
}
