package dev.vectorio.store.object;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The objects of one bucket, every version of them. All methods may be called from any thread; each is atomic. */
public final class Bucket {
    /** Keys sort as their UTF-8 bytes do, which is the order of their code points and not of UTF-16 units. */
    private static final Comparator<String> BY_CODE_POINT = (a, b) -> {
        int mismatch = 0;
        int shorter = Math.min(a.length(), b.length());
        while (mismatch < shorter && a.charAt(mismatch) == b.charAt(mismatch)) {
            mismatch++;
        }
        if (mismatch == shorter) {
            return Integer.compare(a.length(), b.length());
        }
        char left = a.charAt(mismatch);
        char right = b.charAt(mismatch);
        boolean surrogates = Character.isSurrogate(left) != Character.isSurrogate(right);
        return surrogates ? (Character.isSurrogate(left) ? 1 : -1) : Character.compare(left, right);
    };

    private final String name;
    private final Clock clock;
    private final AtomicLong generations;
    private final ConcurrentNavigableMap<String, List<StoredObject>> versionsByKey =
            new ConcurrentSkipListMap<>(BY_CODE_POINT);
    private final Set<String> deniedKeys = ConcurrentHashMap.newKeySet();
    private final AtomicReference<BucketSettings> settings = new AtomicReference<>(BucketSettings.defaults());

    Bucket(String name, Clock clock, AtomicLong generations) {
        this.name = name;
        this.clock = clock;
        this.generations = generations;
    }

    public String name() {
        return name;
    }

    public BucketSettings settings() {
        return Objects.requireNonNull(settings.get());
    }

    /** Replaces the settings; takes effect with the next request. */
    public void settings(BucketSettings changed) {
        settings.set(changed);
    }

    /** Refuses every access to {@code key} from now on. */
    public void deny(String key) {
        deniedKeys.add(key);
    }

    /** Whether access to {@code key} is refused. */
    public boolean denies(String key) {
        return deniedKeys.contains(key);
    }

    /** The object under {@code key} now; empty if there is none or its newest version is a delete marker. */
    public Optional<StoredObject> current(String key) {
        return newest(versionsByKey.get(key)).filter(o -> !o.deleteMarker());
    }

    /** The version of {@code key} with this id, delete markers included. */
    public Optional<StoredObject> version(String key, String versionId) {
        return versions(key).stream()
                .filter(o -> o.versionId().equals(versionId))
                .findFirst();
    }

    /** All versions of {@code key}, oldest first. */
    public List<StoredObject> versions(String key) {
        return versionsByKey.getOrDefault(key, List.of());
    }

    /** Every key that has a version, in order. */
    public List<String> keys() {
        return List.copyOf(versionsByKey.keySet());
    }

    /** Stores {@code content}; empty if {@code condition} did not hold, and then nothing changed. */
    public Optional<StoredObject> put(String key, NewObject content, WriteCondition condition) {
        AtomicReference<Optional<StoredObject>> stored = new AtomicReference<>(Optional.empty());
        versionsByKey.compute(key, (k, versions) -> {
            List<StoredObject> before = versions == null ? List.of() : versions;
            if (!condition.allows(newest(before).filter(o -> !o.deleteMarker()))) {
                return versions;
            }
            StoredObject object = new StoredObject(key, identity(false), content);
            stored.set(Optional.of(object));
            return appended(before, object);
        });
        return Objects.requireNonNull(stored.get());
    }

    /**
     * Deletes the object: for good in an unversioned bucket, by a delete marker in a versioned one.
     *
     * @return the delete marker, if one was written
     */
    public Optional<StoredObject> delete(String key) {
        AtomicReference<Optional<StoredObject>> marker = new AtomicReference<>(Optional.empty());
        versionsByKey.compute(key, (k, versions) -> {
            if (!settings().versioned()) {
                return null;
            }
            NewObject nothing = NewObject.whole(ByteSource.empty(), "", ObjectAttributes.none());
            StoredObject deleted = new StoredObject(key, identity(true), nothing);
            marker.set(Optional.of(deleted));
            return appended(versions == null ? List.of() : versions, deleted);
        });
        return Objects.requireNonNull(marker.get());
    }

    /** Deletes one version for good; unknown ids are ignored, as stores do. */
    public void deleteVersion(String key, String versionId) {
        versionsByKey.computeIfPresent(key, (k, versions) -> {
            List<StoredObject> left = versions.stream()
                    .filter(o -> !o.versionId().equals(versionId))
                    .toList();
            return left.isEmpty() ? null : left;
        });
    }

    /** Whether no key has a current object. */
    public boolean isEmpty() {
        return versionsByKey.keySet().stream().noneMatch(k -> current(k).isPresent());
    }

    /** One page of the current objects. */
    public ListPage list(ListQuery query) {
        List<StoredObject> objects = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        String last = "";
        String from = BY_CODE_POINT.compare(query.after(), query.prefix()) > 0 ? query.after() : query.prefix();
        for (String key : versionsByKey.tailMap(from, true).keySet()) {
            if (!key.startsWith(query.prefix())) {
                break;
            }
            String rolled = rolledUp(key, query);
            boolean repeated = rolled.equals(last) || wasListed(key, rolled, query.after());
            Optional<StoredObject> object = current(key);
            if (repeated || object.isEmpty()) {
                continue;
            }
            if (objects.size() + prefixes.size() == query.maxEntries()) {
                return new ListPage(objects, prefixes, Optional.of(last).filter(l -> !l.isEmpty()));
            }
            last = rolled;
            if (rolled.equals(key) && !endsRolled(key, query)) {
                objects.add(object.get());
            } else {
                prefixes.add(rolled);
            }
        }
        return new ListPage(objects, prefixes, Optional.empty());
    }

    private static boolean wasListed(String key, String rolled, String after) {
        return !after.isEmpty() && (BY_CODE_POINT.compare(key, after) <= 0 || rolled.equals(after));
    }

    private static String rolledUp(String key, ListQuery query) {
        if (query.delimiter().isEmpty()) {
            return key;
        }
        int found = key.indexOf(query.delimiter(), query.prefix().length());
        return found < 0 ? key : key.substring(0, found + query.delimiter().length());
    }

    private static boolean endsRolled(String key, ListQuery query) {
        return !query.delimiter().isEmpty()
                && key.indexOf(query.delimiter(), query.prefix().length()) >= 0;
    }

    private List<StoredObject> appended(List<StoredObject> before, StoredObject object) {
        List<StoredObject> versions = new ArrayList<>();
        for (StoredObject old : before) {
            if (!old.versionId().equals(object.versionId())) {
                versions.add(old);
            }
        }
        versions.add(object);
        return List.copyOf(versions);
    }

    private StoredObject.Identity identity(boolean deleteMarker) {
        long generation = generations.incrementAndGet();
        String versionId = settings().versioned() ? "v%016x".formatted(generation) : "null";
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new StoredObject.Identity(versionId, generation, now, deleteMarker);
    }

    private static Optional<StoredObject> newest(@Nullable List<StoredObject> versions) {
        return versions == null || versions.isEmpty()
                ? Optional.empty()
                : Optional.of(versions.get(versions.size() - 1));
    }
}
