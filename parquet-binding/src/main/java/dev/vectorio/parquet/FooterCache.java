package dev.vectorio.parquet;

import dev.vectorio.model.KnownObject;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The footers of files that were read lately, held softly: the next stream on the same state of a file does not fetch its
 * footer again. Of one identity: whoever may use a cache may read what is in it. Thread-safe, no I/O.
 */
public final class FooterCache {
    private static final float LOAD_FACTOR = 0.75f;

    private final int maxFiles;
    private final boolean footersOnly;
    private final Map<Object, SoftReference<Kept>> byFile;
    private final Map<Object, CompletableFuture<Void>> beingFetched = new ConcurrentHashMap<>();

    /**
     * @param maxFiles so many footers are remembered at most, those used last; at least 1
     */
    public FooterCache(int maxFiles) {
        this(maxFiles, false);
    }

    /**
     * A cache of footers alone: with the data that was fetched along with it, a small file would be read from memory without
     * asking the store whether it is still there and the same.
     */
    public static FooterCache ofFootersOnly(int maxFiles) {
        return new FooterCache(maxFiles, true);
    }

    private FooterCache(int maxFiles, boolean footersOnly) {
        if (maxFiles < 1) {
            throw new IllegalArgumentException("a cache of " + maxFiles + " footers");
        }
        this.maxFiles = maxFiles;
        this.footersOnly = footersOnly;
        this.byFile = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Object, SoftReference<Kept>> eldest) {
                return size() > FooterCache.this.maxFiles;
            }
        };
    }

    /**
     * What was known of a file when its footer was forgotten.
     *
     * @param object place, length and version
     * @param footer the bytes up to the file's last: at least the whole footer, and what was fetched before it
     */
    record Kept(KnownObject object, Piece footer) {}

    /**
     * The place of one file.
     *
     * @param key equal for the same state of the same file and for nothing else: it must tell a replaced file apart
     */
    public Place place(Object key) {
        return new Place(Optional.of(this), Optional.of(key));
    }

    /**
     * The place of one file whose state nobody knows yet: nothing is found there, and once reading has shown the version, the
     * footer is kept under the {@link KnownObject} of location, length and version.
     */
    public Place placeOfUnknown() {
        return new Place(Optional.of(this), Optional.empty());
    }

    private synchronized Optional<Kept> get(Object key) {
        SoftReference<Kept> kept = byFile.get(key);
        return kept == null ? Optional.empty() : Optional.ofNullable(kept.get());
    }

    private synchronized void remove(Object key) {
        byFile.remove(key);
    }

    private synchronized void put(Object key, Kept kept) {
        byFile.put(key, new SoftReference<>(kept));
    }

    /** The time in which one source fetches the end of a file, and others that want the same wait. */
    interface Turn {
        /** Of those who keep nobody waiting. */
        Turn OF_NOBODY = () -> {};

        /** Lets the others go on, whatever came of it: they look into the cache, and fetch themselves what is not there. */
        void end();
    }

    private Turn turn(Object key) throws IOException {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> other = beingFetched.putIfAbsent(key, mine);
        if (other != null) {
            Once.join(other);
            return Turn.OF_NOBODY; // waits once: on a store that fails, those who wait must not fail one after another
        }
        return () -> {
            beingFetched.remove(key, mine);
            mine.complete(null);
        };
    }

    /** Where the footer of one file is kept, if anywhere. */
    public static final class Place {
        /** Keeps nothing. */
        public static final Place NOWHERE = new Place(Optional.empty(), Optional.empty());

        private final Optional<FooterCache> cache;
        private final Optional<Object> key;

        private Place(Optional<FooterCache> cache, Optional<Object> key) {
            this.cache = cache;
            this.key = key;
        }

        boolean footerOnly() {
            return cache.map(in -> in.footersOnly).orElse(false);
        }

        /** True if what is put here can be found again by somebody else. */
        boolean isShared() {
            return cache.isPresent();
        }

        /**
         * Begins to fetch the end of the file, after somebody else who does so now has come to an end with it.
         *
         * @throws java.io.InterruptedIOException if the thread is interrupted while it waits
         */
        Turn turn() throws IOException {
            return cache.isPresent() && key.isPresent() ? cache.get().turn(key.get()) : Turn.OF_NOBODY;
        }

        /** Forgets the footer: the file turned out to be another one than its key said. */
        public void forget() {
            cache.ifPresent(in -> key.ifPresent(in::remove));
        }

        Optional<Kept> get() {
            return cache.flatMap(in -> key.flatMap(in::get));
        }

        void put(Kept kept) {
            Optional<Object> under =
                    key.isPresent() ? key : kept.object().version().map(version -> kept.object());
            cache.ifPresent(in -> under.ifPresent(state -> in.put(state, kept)));
        }
    }
}
