package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects that will be opened next. Once the first is opened, the small ones are fetched whole and the large ones get
 * their tails, in list order, behind everything that a reader waits for and within the prefetch share. What nobody has
 * opened within {@link #UNOPENED} of the last opening is dropped.
 */
public final class LookAhead implements AutoCloseable {
    /** How long announced bytes wait for the next object to be opened. */
    public static final Duration UNOPENED = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(LookAhead.class);

    /**
     * An object on the list.
     *
     * @param known the object
     * @param backend its store
     * @param gate from {@link Engine#newGate} for that store
     */
    public record Announced(KnownObject known, ObjectStoreBackend backend, Object gate) {}

    private final Engine engine;
    private final Lane lane = new Lane();
    private final List<Announced> objects;
    private final Map<ObjectLocation, Deque<ObjectReader>> waiting = new LinkedHashMap<>();
    private boolean started;
    private boolean closed;
    private Runnable timer = () -> {};

    LookAhead(Engine engine, List<Announced> objects) {
        this.engine = engine;
        this.objects = List.copyOf(objects);
    }

    /** The reader begun for an object, if it is on the list and what is known of it agrees. Starts the list. */
    Optional<ObjectReader> take(KnownObject asked) {
        List<ObjectReader> starting = new ArrayList<>();
        ObjectReader found;
        synchronized (this) {
            boolean listed = started
                    ? waiting.containsKey(asked.location())
                    : objects.stream().anyMatch(o -> o.known().location().equals(asked.location()));
            if (closed || !listed) {
                return Optional.empty();
            }
            if (!started) {
                started = true;
                begin(starting);
            }
            found = poll(asked.location());
            timer.run();
            timer = engine.clock().schedule(() -> engine.executor().execute(this::close), UNOPENED);
        }
        Optional<ObjectReader> taken = Optional.ofNullable(found).filter(reader -> reader.fits(asked));
        taken.ifPresent(ObjectReader::adopt);
        if (found != null && taken.isEmpty()) {
            found.close();
        }
        // The one that is opened comes first, as a demand of its opener.
        starting.stream().filter(reader -> reader != found).forEach(LookAhead::fetch);
        return taken;
    }

    private void begin(List<ObjectReader> starting) {
        for (Announced object : objects) {
            ObjectReader reader = engine.newReader(object.known(), object.backend(), object.gate(), Optional.of(lane));
            waiting.computeIfAbsent(object.known().location(), l -> new ArrayDeque<>(1))
                    .add(reader);
            starting.add(reader);
        }
    }

    private @Nullable ObjectReader poll(ObjectLocation location) {
        Deque<ObjectReader> readers = waiting.get(location);
        if (readers == null) {
            return null;
        }
        ObjectReader reader = readers.poll();
        if (readers.isEmpty()) {
            waiting.remove(location);
        }
        return reader;
    }

    private static void fetch(ObjectReader reader) {
        reader.ensureTail(1, Purpose.PREFETCH).whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.debug("{}: look-ahead failed, its opener will read it", reader.location(), failure);
            }
        });
    }

    /** Drops what nobody has opened. Idempotent. */
    @Override
    public void close() {
        List<ObjectReader> unopened = new ArrayList<>();
        synchronized (this) {
            closed = true;
            timer.run();
            waiting.values().forEach(unopened::addAll);
            waiting.clear();
        }
        unopened.forEach(ObjectReader::close);
        engine.listClosed(this);
    }
}
