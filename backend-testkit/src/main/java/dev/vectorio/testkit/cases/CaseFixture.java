package dev.vectorio.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.vectorio.RangeReader;
import dev.vectorio.ReadOptions;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A store and the library on it. After every case all buffers are back, the books are empty and no thread of the library
 * is left.
 */
public abstract class CaseFixture {
    /** Connections of the backends that cases open without saying how many. */
    protected static final int POOL = 64;

    private final List<VectorIo> opened = new ArrayList<>();
    private final List<ObjectStoreBackend> backends = new ArrayList<>();
    private final List<VectorIoEvent> events = new CopyOnWriteArrayList<>();
    private final LedgerAllocator ledger = LedgerAllocator.heap();

    /** For the suites of this package. */
    CaseFixture() {}

    /** A new backend on the store of this test, which the fixture closes. */
    protected abstract ObjectStoreBackend openBackend(int pool) throws Exception;

    /** Where the backend finds the key. */
    protected abstract ObjectLocation location(String key);

    /** Stores an object, or replaces it by a new version. */
    protected abstract void put(String key, byte[] content) throws Exception;

    /** Deletes an object. */
    protected abstract void delete(String key) throws Exception;

    /** An object that may not be read, where the store has such. */
    protected Optional<ObjectLocation> deniedObject() {
        return Optional.empty();
    }

    /** An object in a bucket, container or folder that does not exist. */
    protected abstract ObjectLocation missingContainer();

    /** True if old versions stay readable under their version ids. */
    protected boolean keepsVersions() {
        return false;
    }

    /** Called before each test. */
    protected void startStore() throws Exception {}

    /** Called last after each test. */
    protected void closeStore() throws Exception {}

    @BeforeEach
    final void start() throws Exception {
        startStore();
    }

    @AfterEach
    final void nothingIsLeft() throws Exception {
        try {
            for (VectorIo io : opened) {
                io.close();
                assertThat(io.load().budgetedBytes()).as("bytes in the books").isZero();
                // an aborted request ends on the backend's thread, which closing does not wait for
                awaitTrue(() -> io.load().requestsInFlight() == 0, "requests leave the books");
            }
            ledger.assertEmpty();
        } finally {
            backends.forEach(ObjectStoreBackend::close);
            closeStore();
        }
        awaitTrue(() -> threads() == 0, "the library's threads end");
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("vector-io"))
                .filter(Thread::isAlive)
                .count();
    }

    static void awaitTrue(BooleanSupplier condition, String what) {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(what + ": not within ten seconds, threads "
                        + Thread.getAllStackTraces().keySet());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** The library on a backend of this pool. */
    final VectorIo io(int pool, UnaryOperator<VectorIoOptions> change) {
        ObjectStoreBackend backend;
        try {
            backend = openBackend(pool);
        } catch (Exception e) {
            throw new AssertionError("the backend does not open", e);
        }
        backends.add(backend);
        VectorIo io = VectorIo.builder()
                .options(change.apply(VectorIoOptions.defaults()))
                .backend(location("any").scheme(), backend)
                .listener(events::add)
                .build();
        opened.add(io);
        return io;
    }

    final VectorIo io(UnaryOperator<VectorIoOptions> change) {
        return io(POOL, change);
    }

    /** Each range a request of its own, nothing held. */
    static VectorIoOptions ranged(VectorIoOptions options) {
        return options.withWholeObjectBytes(0).withMaxGapBytes(-1);
    }

    /** Retries without long pauses. */
    static UnaryOperator<VectorIoOptions> attempts(int most) {
        return options -> ranged(options).withRetry(new RetryPolicy(most, Duration.ofMillis(1), Duration.ofMillis(20)));
    }

    final BackendCapabilities capabilities() {
        return backends.get(backends.size() - 1).capabilities();
    }

    final List<VectorIoEvent> events() {
        return List.copyOf(events);
    }

    final List<VectorIoEvent.RequestFailed> failedRequests() {
        return events().stream()
                .filter(VectorIoEvent.RequestFailed.class::isInstance)
                .map(VectorIoEvent.RequestFailed.class::cast)
                .toList();
    }

    final LedgerAllocator ledger() {
        return ledger;
    }

    final ReadOptions options() {
        return ReadOptions.defaults().withAllocator(ledger);
    }

    /** Stores bytes that no other object has, and gives them. */
    final SyntheticBytes store(String key, long length) {
        return replace(key, length, key.hashCode());
    }

    final SyntheticBytes replace(String key, long length, long seed) {
        SyntheticBytes content = new SyntheticBytes(seed, length);
        try {
            put(key, content.bytes());
        } catch (Exception e) {
            throw new AssertionError("the store does not take " + key, e);
        }
        return content;
    }

    final KnownObject known(String key, long length) {
        return KnownObject.at(location(key)).withLength(length);
    }

    /** Reads one range and requires its bytes. */
    final void requireRead(RangeReader reader, SyntheticBytes content, ByteRange range) throws IOException {
        try (VectoredRead read = reader.readVectored(List.of(range), options())) {
            require(content, range, read.await(0));
        }
    }

    static void require(SyntheticBytes content, ByteRange range, RangeResult result) {
        assertThat(result.range()).isEqualTo(range);
        ByteBuffer bytes = result.buffer();
        assertThat((long) bytes.remaining()).isEqualTo(range.length());
        content.requireEqual(range.offset(), bytes);
    }

    final ObjectReadException failureOf(RangeReader reader, ByteRange range) {
        try (VectoredRead read = reader.readVectored(List.of(range), options())) {
            return failure(() -> read.await(0));
        }
    }

    static ObjectReadException failure(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOf(ObjectReadException.class);
        return (ObjectReadException) thrown;
    }
}
