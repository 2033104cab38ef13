package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What a backend's author fills in for {@link ObjectStoreBackendContract}. Six hooks are required; each of the others
 * belongs to a {@link StoreFeature} and is called only where that is declared. The store itself may be shared by all
 * tests: every test uses keys of its own and deletes them.
 */
public abstract class ContractFixture {
    private static final AtomicLong TESTS = new AtomicLong();

    private final String prefix = "contract-" + TESTS.incrementAndGet() + "/";
    private final Set<String> keys = new LinkedHashSet<>();
    private final Set<String> stalled = new LinkedHashSet<>();
    private final List<Fetch> fetches = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private ObjectStoreBackend backend;

    /**
     * A new backend on the store, as users build it; the contract closes it after each test. A pool of 8 to 64 connections
     * finds leaks soonest.
     */
    protected abstract ObjectStoreBackend openBackend() throws Exception;

    /** What the store and this test setup offer. */
    protected abstract ContractFeatures features();

    /** Where the backend finds the key. Keys are raw text: nothing in them may be encoded or normalised. */
    protected abstract ObjectLocation location(String key);

    /** Stores an object. */
    protected abstract void put(String key, byte[] content) throws Exception;

    /** Replaces an object that exists by other bytes: a new version. */
    protected abstract void replace(String key, byte[] content) throws Exception;

    /** Deletes an object. */
    protected abstract void delete(String key) throws Exception;

    /** Texts that no message may hold: secret keys, tokens, signatures. */
    protected List<String> secrets() {
        return List.of();
    }

    /** {@link StoreFeature#MISSING_CONTAINER}: an object in a bucket that does not exist. */
    protected ObjectLocation missingContainer() {
        throw missingHook("missingContainer");
    }

    /** {@link StoreFeature#DENIED_OBJECT}: an object that the backend's credentials may not read. */
    protected ObjectLocation deniedObject() {
        throw missingHook("deniedObject");
    }

    /** Stores the bytes as they are and marks them with a {@code Content-Encoding}. */
    protected void putEncoded(String key, byte[] content, String contentEncoding) throws Exception {
        throw missingHook("putEncoded");
    }

    /** {@link StoreFeature#WIRE_LOG}: the requests for a key that reached the store, in order. */
    protected List<WireRequest> wireRequests(String key) {
        throw missingHook("wireRequests");
    }

    /**
     * {@link StoreFeature#STALL}: from now on, answers for the key stop.
     *
     * @param afterBytes bytes of the body that still go out, -1 to hold back the head too
     */
    protected void stall(String key, long afterBytes) {
        throw missingHook("stall");
    }

    /**
     * {@link StoreFeature#STALL}: later answers for the key no longer stop; those that have stopped may go on or not.
     * Idempotent.
     */
    protected void unstall(String key) {
        throw missingHook("unstall");
    }

    /** {@link StoreFeature#THROTTLE}: the next GET of the key is answered 503 or 429 with {@code Retry-After: 2}. */
    protected void throttleNext(String key) {
        throw missingHook("throttleNext");
    }

    /**
     * {@link StoreFeature#ANY_STATUS}: the next GET or HEAD of the key is answered with this status; with an error code, if at
     * all, that the store does not know, and to a redirect's status with a place to go.
     */
    protected void answerNext(String key, int status) {
        throw missingHook("answerNext");
    }

    /** {@link StoreFeature#CUT}: the next body for the key ends after so many bytes, though the head promises all. */
    protected void cutNext(String key, long afterBytes) {
        throw missingHook("cutNext");
    }

    /** {@link StoreFeature#IGNORE_RANGE}: the next GET of the key is answered 200 with the whole object. */
    protected void ignoreRangeNext(String key) {
        throw missingHook("ignoreRangeNext");
    }

    /**
     * {@link StoreFeature#HIDE_LENGTH}: the head of the next body for the key says no {@code Content-Length}.
     *
     * @param chunked true if the body comes in chunks, false if it ends with the connection
     */
    protected void hideLengthNext(String key, boolean chunked) {
        throw missingHook("hideLengthNext");
    }

    /** {@link StoreFeature#LEASED_CONNECTIONS}: connections of the backend under test that are in use now. */
    protected int leasedConnections() {
        throw missingHook("leasedConnections");
    }

    /** {@link StoreFeature#SUPPLIED_CLIENT}: a backend on a client that the test owns. */
    protected ObjectStoreBackend openOnSuppliedClient() throws Exception {
        throw missingHook("openOnSuppliedClient");
    }

    /** {@link StoreFeature#SUPPLIED_CLIENT}: true if that client still works, by using it. */
    protected boolean suppliedClientWorks() throws Exception {
        throw missingHook("suppliedClientWorks");
    }

    /** Called last in each test, when the backend is closed: for a store that lives as long as one test. */
    protected void closeStore() throws Exception {}

    private static IllegalStateException missingHook(String hook) {
        return new IllegalStateException("features() declares what needs " + hook + "(), which is not filled in");
    }

    @BeforeEach
    final void openBackendUnderTest() throws Exception {
        backend = openBackend();
    }

    @AfterEach
    final void judgeAndCleanUp() throws Exception {
        try {
            endTransfers();
        } finally {
            closeStore();
        }
        judge();
    }

    private void endTransfers() throws Exception {
        try {
            stalled.forEach(this::unstall);
            fetches.forEach(Fetch::cancel);
            fetches.forEach(Fetch::await);
        } finally {
            backend.close();
            for (String key : keys) {
                delete(key);
            }
        }
    }

    private void judge() {
        for (Fetch fetch : fetches) {
            assertThat(fetch.sink().violations())
                    .as("broken rules of %s", fetch)
                    .isEmpty();
            fetch.failure().ifPresent(failures::add);
        }
        failures.forEach(this::requireNoSecret);
        requireNoSecret("toString of the backend", String.valueOf(backend));
        requireNoSecret("the capabilities", backend.capabilities().toString());
    }

    private void requireNoSecret(Throwable failure) {
        StringWriter all = new StringWriter();
        failure.printStackTrace(new PrintWriter(all));
        if (failure instanceof ObjectReadException typed) {
            all.append(typed.answer().toString());
        }
        requireNoSecret("a failure", all.toString());
    }

    private void requireNoSecret(String what, String text) {
        for (String secret : secrets()) {
            assertThat(text.contains(secret)).as("%s holds a secret", what).isFalse();
        }
    }

    final ObjectStoreBackend backend() {
        return backend;
    }

    final boolean offers(StoreFeature feature) {
        return features().has(feature);
    }

    /** Skips the test where the feature is not declared. */
    final void require(StoreFeature feature) {
        assumeTrue(offers(feature), () -> feature + " is not declared");
    }

    final void requireVersionCondition() {
        assumeTrue(backend.capabilities().versionCondition(), "the backend declares no version condition");
    }

    /** The key as this test stores it, apart from those of all other tests. */
    final String key(String name) {
        String key = prefix + name;
        keys.add(key);
        return key;
    }

    /** Stores synthetic bytes under a key of this test. */
    final StoredObject store(String name, long length) {
        String key = key(name);
        SyntheticBytes content = new SyntheticBytes(key.hashCode(), length);
        unchecked(() -> put(key, content.bytes()));
        return new StoredObject(key, location(key), content);
    }

    /** An object that the contract has put. */
    record StoredObject(String key, ObjectLocation location, SyntheticBytes content) {
        GetRequest get(GetRange range) {
            return new GetRequest(location, range, Optional.empty());
        }

        GetRequest get(long offset, long end) {
            return get(GetRange.of(ByteRange.between(offset, end)));
        }

        GetRequest whole() {
            return get(0, content.length());
        }

        byte[] bytes(long offset, long end) {
            return content.bytes(ByteRange.between(offset, end));
        }
    }

    final Fetch fetch(GetRequest request) {
        return fetch(request, new RecordingSink());
    }

    final Fetch fetch(GetRequest request, RecordingSink sink) {
        return track(Fetch.start(backend, request, sink));
    }

    final synchronized Fetch track(Fetch fetch) {
        fetches.add(fetch);
        return fetch;
    }

    final void stallAnswers(String key, long afterBytes) {
        stalled.add(key);
        stall(key, afterBytes);
    }

    final ObjectMetadata head(ObjectLocation location) {
        try {
            return await(backend.head(location));
        } catch (ExecutionException e) {
            throw new AssertionError("head of " + location + " failed", e);
        }
    }

    /** The failure of a HEAD, unwrapped. */
    final Throwable headFailure(ObjectStoreBackend of, ObjectLocation location) {
        try {
            throw new AssertionError("head succeeded: " + await(of.head(location)));
        } catch (ExecutionException e) {
            Throwable failure = Fetch.unwrap(Optional.ofNullable(e.getCause()).orElse(e));
            failures.add(failure);
            return failure;
        } catch (RuntimeException e) {
            throw new AssertionError("head() threw: failures go to its stage", e);
        }
    }

    private static <T> T await(CompletionStage<T> stage) throws ExecutionException {
        try {
            return stage.toCompletableFuture().get(Fetch.WATCHDOG.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw Watchdog.expired("the HEAD did not end");
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    /** A step of a hook, whose checked exceptions end the test. */
    interface Step {
        void run() throws Exception;
    }

    static void unchecked(Step step) {
        try {
            step.run();
        } catch (Exception e) {
            throw new AssertionError("a hook of the fixture failed", e);
        }
    }
}
