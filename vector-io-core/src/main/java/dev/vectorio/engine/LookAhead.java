package dev.vectorio.engine;

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
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Objects that will be opened next. Once the first is opened, the small ones are fetched whole and the large ones get
 * their tails, in list order, few at first and then as many as fit, behind everything that a reader waits for and within
 * the prefetch share. What nobody has
 * opened within {@link #UNOPENED} of the last opening is dropped.
 */
public final class LookAhead implements AutoCloseable {
    /** How long announced bytes wait for the next object to be opened. */
    public static final Duration UNOPENED = Duration.ofSeconds(60);

    /**
     * An object on the list.
     *
     * @param known the object
     * @param backend its store
     * @param gate from {@link Engine#newGate} for that store
     */
    public record Announced(KnownObject known, ObjectStoreBackend backend, Object gate) {}

    private final Engine engine;
    private final Lane lane = Lane.startingSlowly();
    private final List<Announced> objects;
    private final Set<ObjectLocation> locations;
    private final Map<ObjectLocation, Deque<ObjectReader>> waiting = new LinkedHashMap<>();
    private boolean started;
    private boolean closed;
    private Runnable timer = () -> {};

    LookAhead(Engine engine, List<Announced> objects) {
        this.engine = engine;
        this.objects = List.copyOf(objects);
        this.locations = objects.stream().map(o -> o.known().location()).collect(Collectors.toUnmodifiableSet());
    }

    /** The minute without an opening begins anew. */
    synchronized void waitForNext() {
        timer.run();
        timer = closed
                ? () -> {}
                : engine.clock()
                        .schedule(
                                () -> engine.executor().execute(() -> end().forEach(ObjectReader::abandon)), UNOPENED);
    }

    /** The reader begun for an object, if it is on the list and what is known of it agrees. Starts the list. */
    Optional<ObjectReader> take(KnownObject asked) {
        if (!locations.contains(asked.location())) {
            return Optional.empty();
        }
        List<ObjectReader> starting = new ArrayList<>();
        ObjectReader found;
        synchronized (this) {
            if (closed) {
                return Optional.empty();
            }
            if (!started) {
                started = true;
                begin(starting);
            }
            found = poll(asked.location());
        }
        waitForNext();
        Optional<ObjectReader> taken = Optional.ofNullable(found).filter(reader -> reader.adopt(asked));
        if (found != null && taken.isEmpty()) {
            found.abandon();
        }
        // The one that is opened before the others: its opener's first read finds it under way, and needs no other
        // slot.
        taken.filter(starting::contains).ifPresent(ObjectReader::lookAhead);
        starting.stream().filter(reader -> reader != found).forEach(ObjectReader::lookAhead);
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

    /** Drops what nobody has opened; returns when its buffers are back. Idempotent. */
    @Override
    public void close() {
        end().forEach(ObjectReader::close);
    }

    private List<ObjectReader> end() {
        List<ObjectReader> unopened = new ArrayList<>();
        synchronized (this) {
            closed = true;
            timer.run();
            waiting.values().forEach(unopened::addAll);
            waiting.clear();
        }
        engine.listClosed(this);
        return unopened;
    }
}
