package dev.vectorio.parquet;

import dev.vectorio.VectorIo;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One reference to an engine. A process has one engine for each distinct set of {@code vectorio.} properties, whatever the
 * number of file systems, tables and streams; it is closed when the last lease is. Whoever opens streams holds a lease, and
 * so does each of its streams: closing a file system or a table's files stops no reader. Thread-safe.
 */
public final class EngineLease implements AutoCloseable {
    private static final Map<Map<String, String>, Engine> ENGINES = new HashMap<>();

    private final Engine engine;
    private final AtomicBoolean closed = new AtomicBoolean();

    private EngineLease(Engine engine) {
        this.engine = engine;
    }

    /** What the holders of equal properties share. The threads for blocking reads end when idle. */
    private static final class Engine {
        final Map<String, String> properties;
        final VectorIo io;
        final ThreadPoolExecutor blocking;
        int leases;

        Engine(Map<String, String> properties) {
            this.properties = properties;
            this.io = VectorIo.builder().properties(properties).build();
            int threads = io.options().maxConcurrentRequests();
            this.blocking = BlockingReads.newPool(threads);
        }

        void close() {
            io.close();
            blocking.shutdown();
        }
    }

    /**
     * A lease of the engine with these properties, which is created if there is none.
     *
     * @param properties all with the prefix {@code vectorio.}
     * @throws IllegalArgumentException naming key and value if one is unknown or malformed
     */
    public static EngineLease of(Map<String, String> properties) {
        synchronized (ENGINES) {
            Engine engine = ENGINES.get(properties);
            if (engine == null) {
                engine = new Engine(Map.copyOf(properties));
                ENGINES.put(engine.properties, engine);
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
                ENGINES.remove(engine.properties);
            }
        }
        if (last) {
            engine.close();
        }
    }
}
