package dev.vectorio;

import dev.vectorio.engine.Engine;
import dev.vectorio.engine.EngineSettings;
import dev.vectorio.engine.GrowingExecutor;
import dev.vectorio.engine.LookAhead;
import dev.vectorio.engine.SystemClock;
import dev.vectorio.event.JfrEvents;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.Closeable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The library: owns the limits that all its readers share (requests in flight, memory budget), the backends that it created,
 * threads and timers. A process needs one for each configuration. Thread-safe.
 */
public final class VectorIo implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(VectorIo.class);
    private static final int CALM_THREADS = Math.max(4, Runtime.getRuntime().availableProcessors() * 2);

    private final VectorIoOptions options;
    private final Backends backends;
    private final SystemClock clock;
    private final GrowingExecutor executor;
    private final Engine engine;

    private VectorIo(Builder builder) {
        this.options = builder.options;
        this.backends = new Backends(builder, options);
        this.clock = new SystemClock("vector-io-timer");
        this.executor = new GrowingExecutor("vector-io", CALM_THREADS, clock);
        VectorIoListener listener = VectorIoListener.both(JfrEvents.LISTENER, builder.listener);
        this.engine = new Engine(settings(options), clock, executor, listener);
        LOG.debug("vector-io with {}", options.toProperties());
    }

    /** Collects options and backends. */
    public static Builder builder() {
        return new Builder();
    }

    /** True if a backend for the scheme is on the class path, so that nobody has to give one. */
    public static boolean hasBackend(String scheme) {
        return Backends.hasProvider(scheme.toLowerCase(Locale.ROOT));
    }

    private static EngineSettings settings(VectorIoOptions o) {
        long budget = o.effectiveMemoryBudgetBytes();
        return new EngineSettings(
                o.newPlanner(),
                o::profileOf,
                new EngineSettings.Limits(o.maxConcurrentRequests(), o.maxConcurrentRequestsPerReader(), budget, (long)
                        (budget * o.prefetchBudgetShare())),
                o.retry(),
                o.hedge(),
                new EngineSettings.TimeLimits(o.firstByteTimeout(), o.idleTimeout(), o.deadline()),
                new EngineSettings.Answers(
                        o.versionCheck(), o.versionPin(), o.lengthMismatch(), o.rangeIgnoredSkipLimit()),
                new EngineSettings.Windows(o::tailBytesFor, o.unknownLengthFirstBytes(), o.wholeObjectBytes()));
    }

    /** A reader for an object of which nothing is known. No I/O. */
    public RangeReader open(ObjectLocation location) {
        return open(KnownObject.at(location));
    }

    /**
     * A reader for an object. No I/O: a missing object shows at the first read.
     *
     * @throws IllegalArgumentException if there is no backend for the scheme, or the location names no object of its store
     * @throws IllegalStateException if this is closed
     */
    public RangeReader open(KnownObject object) {
        Backends.Entry entry = backends.of(object.location());
        return new RangeReader(engine.open(object, entry.backend(), entry.gate()), options.deadline());
    }

    /**
     * A reader whose requests go through this backend, whatever its scheme has: for one who reads with the rights of a
     * particular client. Limits, memory, retries and counts are shared with all other readers. No I/O.
     *
     * @param backend stays the caller's, who closes it after the reader; at most as many requests as its pool has
     *     connections are in flight for this reader
     * @throws IllegalStateException if this is closed
     */
    public RangeReader open(KnownObject object, ObjectStoreBackend backend) {
        return new RangeReader(engine.openApart(object, backend, Engine.newGate(backend)), options.deadline());
    }

    /**
     * Announces objects that will be opened next. Once the first of them is opened, the small ones are fetched whole and the
     * large ones get their tails, in this order, behind everything that a reader waits for; opening one finds it there. Does
     * nothing if {@code look-ahead.enabled} is false.
     *
     * @return drops what was not opened; so does a minute without an opening
     */
    public Closeable lookAhead(List<KnownObject> objects) {
        if (!options.lookAheadEnabled()) {
            return () -> {};
        }
        LookAhead list = engine.lookAhead(objects.stream()
                .map(object -> {
                    Backends.Entry entry = backends.of(object.location());
                    return new LookAhead.Announced(object, entry.backend(), entry.gate());
                })
                .toList());
        return list::close;
    }

    /** The options that this runs with. */
    public VectorIoOptions options() {
        return options;
    }

    /** Counts of all readers so far. */
    public VectorIoStats stats() {
        return VectorIoStats.of(engine.stats(), 0);
    }

    /** Limits of the buckets and containers that were read so far, and what was seen of them, by name. */
    public List<EndpointStats> endpoints() {
        return engine.endpoints().stream()
                .map(state -> EndpointStats.of(state, engine.seen(state.name())))
                .toList();
    }

    /** What is in memory and in flight now. */
    public Load load() {
        return new Load(engine.usedBytes(), engine.peakBytes(), engine.deliveredBytes(), engine.inFlight());
    }

    /**
     * What is in memory and in flight at one moment.
     *
     * @param budgetedBytes undelivered and held bytes
     * @param peakBudgetedBytes most of them so far
     * @param deliveredBytes bytes of results that were neither closed nor detached
     * @param requestsInFlight GETs under way
     */
    public record Load(long budgetedBytes, long peakBudgetedBytes, long deliveredBytes, int requestsInFlight) {}

    /** Closes all readers and the backends that this created; returns when their buffers are back. Idempotent. */
    @Override
    public void close() {
        try {
            engine.close();
            backends.close();
        } finally {
            executor.close();
            clock.close();
        }
    }

    /** Collects options and backends; not thread-safe. */
    public static final class Builder {
        VectorIoOptions options = VectorIoOptions.defaults();
        VectorIoListener listener = VectorIoListener.none();
        final Map<String, ObjectStoreBackend> backends = new TreeMap<>();
        final Map<Class<?>, Object> attachments = new java.util.HashMap<>();
        Map<String, String> properties = Map.of();

        private Builder() {}

        /** Options; {@link VectorIoOptions#defaults()} without this call. */
        public Builder options(VectorIoOptions options) {
            this.options = options;
            return this;
        }

        /**
         * Properties as users write them, all with the prefix {@code vectorio.}: those of core become the options, the
         * others go to the providers that create backends.
         *
         * @throws IllegalArgumentException naming key and value
         */
        public Builder properties(Map<String, String> properties) {
            this.properties = Map.copyOf(properties);
            this.options = VectorIoOptions.from(properties);
            return this;
        }

        /**
         * The backend for a scheme. It stays the caller's: this library does not close it.
         *
         * @throws IllegalStateException if the scheme has one
         */
        public Builder backend(String scheme, ObjectStoreBackend backend) {
            if (backends.putIfAbsent(scheme.toLowerCase(Locale.ROOT), backend) != null) {
                throw new IllegalStateException("two backends for scheme " + scheme);
            }
            return this;
        }

        /** An object that providers find in their context: a client, a credentials provider. It stays the caller's. */
        public <T> Builder attach(Class<T> type, T object) {
            attachments.put(type, object);
            return this;
        }

        /** Gets the events of all readers. */
        public Builder listener(VectorIoListener listener) {
            this.listener = listener;
            return this;
        }

        /** Builds; backends for schemes that were not given are created by providers when first used. */
        public VectorIo build() {
            return new VectorIo(this);
        }
    }
}
