package dev.vectorio.parquet;

import dev.vectorio.VectorIo;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reference to an engine. A process has one engine for each distinct set of {@code vectorio.} properties (and of what goes
 * beyond them, if anything does), whatever the
 * number of file systems, tables and streams; it is closed when the last lease is. Whoever opens streams holds a lease, and
 * so does each of its streams: closing a file system or a table's files stops no reader. Thread-safe.
 */
public final class EngineLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineLease.class);
    private static final Map<Key, Engine> ENGINES = new HashMap<>();

    private final Engine engine;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineLease(Engine engine) {
        this.engine = engine;
    }

    /**
     * What an engine has beyond its properties, such as credentials that are an object. Equal ones share an engine, so
     * {@code equals} and {@code hashCode} must say when they are the same.
     */
    public interface Extras {
        /**
         * Adds them to an engine that is about to be made; no I/O.
         *
         * @return closed after the engine
         */
        Closeable addTo(VectorIo.Builder builder);
    }

    /** What holders of one engine agree in. */
    private record Key(Map<String, String> properties, Optional<Extras> extras) {}

    /** What the holders of equal properties share. The threads for blocking reads end when idle. */
    private static final class Engine {
        final Key key;
        final Closeable extras;
        final VectorIo io;
        final ThreadPoolExecutor blocking;
        int leases;

        Engine(Key key) {
            this.key = key;
            VectorIo.Builder builder = VectorIo.builder().properties(key.properties());
            this.extras = key.extras().map(more -> more.addTo(builder)).orElse(() -> {});
            this.io = builder.build();
            int threads = io.options().maxConcurrentRequests();
            this.blocking = BlockingReads.newPool(threads);
        }

        void close() {
            io.close();
            blocking.shutdown();
            try {
                extras.close();
            } catch (IOException e) {
                LOG.warn("cannot close what belongs to an engine", e);
            }
        }
    }

    /**
     * A lease of the engine with these properties, which is created if there is none.
     *
     * @param properties all with the prefix {@code vectorio.}
     * @throws IllegalArgumentException naming key and value if one is unknown or malformed
     */
    public static EngineLease of(Map<String, String> properties) {
        return of(properties, Optional.empty());
    }

    /** As {@link #of(Map)}, for an engine that has more than its properties. */
    public static EngineLease of(Map<String, String> properties, Optional<Extras> extras) {
        Key key = new Key(Map.copyOf(properties), extras);
        synchronized (ENGINES) {
            Engine engine = ENGINES.get(key);
            if (engine == null) {
                engine = new Engine(key);
                ENGINES.put(key, engine);
            }
            engine.leases++;
            return new EngineLease(engine);
        }
    }

    /**
     * Another lease of the same engine.
     *
     * @throws IllegalStateException if this one is closed
     */
    public EngineLease again() {
        synchronized (ENGINES) {
            if (closed.get()) {
                throw new IllegalStateException("this lease was given back");
            }
            engine.leases++;
            return new EngineLease(engine);
        }
    }

    /** The engine. */
    public VectorIo io() {
        return engine.io;
    }

    /** Threads for requests of clients that block: as many as there may be requests in flight. */
    public Executor blocking() {
        return engine.blocking;
    }

    /** Engines of this process now. */
    public static int engines() {
        synchronized (ENGINES) {
            return ENGINES.size();
        }
    }

    /** Gives the lease back; the last one closes the engine. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean last;
        synchronized (ENGINES) {
            last = --engine.leases == 0;
            if (last) {
                ENGINES.remove(engine.key);
            }
        }
        if (last) {
            engine.close();
        }
    }
}
