package dev.vectorio.store.object;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** All buckets of a store. Any thread. */
public final class ObjectCatalog {
    private final Clock clock;
    private final AtomicLong generations = new AtomicLong();
    private final ConcurrentNavigableMap<String, Bucket> buckets = new ConcurrentSkipListMap<>();

    /** An empty catalog whose times of modification come from {@code clock}. */
    public ObjectCatalog(Clock clock) {
        this.clock = clock;
    }

    public Optional<Bucket> bucket(String name) {
        return Optional.ofNullable(buckets.get(name));
    }

    /** The bucket of that name, made if it does not exist. */
    public Bucket createBucket(String name) {
        return Objects.requireNonNull(buckets.computeIfAbsent(name, n -> new Bucket(n, clock, generations)));
    }

    public void deleteBucket(String name) {
        buckets.remove(name);
    }

    /** All buckets in the order of their names. */
    public List<Bucket> buckets() {
        return List.copyOf(buckets.values());
    }

    public Clock clock() {
        return clock;
    }
}
