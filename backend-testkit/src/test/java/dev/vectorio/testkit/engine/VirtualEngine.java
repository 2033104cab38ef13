package dev.vectorio.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.buffer.BufferAllocator;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.EndpointState;
import dev.vectorio.engine.Engine;
import dev.vectorio.engine.EngineSettings;
import dev.vectorio.engine.LookAhead;
import dev.vectorio.engine.ObjectReader;
import dev.vectorio.engine.ReadSettings;
import dev.vectorio.engine.StagedRead;
import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.StoreProfile;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.FaultInjectingBackend;
import dev.vectorio.testkit.FaultSchedule;
import dev.vectorio.testkit.InMemoryBackend;
import dev.vectorio.testkit.InMemorySettings;
import dev.vectorio.testkit.LedgerAllocator;
import dev.vectorio.testkit.LoggedRequest;
import dev.vectorio.testkit.SyntheticBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An engine on one thread and a clock that the test moves, over a store in memory: counts and times are exact. */
final class VirtualEngine {
    static final ObjectLocation OBJECT = ObjectLocation.parse("mem://bucket/object");

    final VirtualWorld world;
    final LedgerAllocator ledger = LedgerAllocator.heap();
    final List<VectorIoEvent> events = new ArrayList<>();
    private InMemorySettings storeSettings = InMemorySettings.defaults();
    private CoalescingPolicy policy = CoalescingPolicy.defaults();
    private EngineSettings.Limits limits = new EngineSettings.Limits(64, 32, 256L << 20, 128L << 20);
    private RetryPolicy retry = RetryPolicy.defaults();
    private HedgePolicy hedge = HedgePolicy.defaults();
    private Duration firstByte = Duration.ofSeconds(10);
    private Duration idle = Duration.ofSeconds(10);
    private EngineSettings.Answers answers =
            new EngineSettings.Answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 0);
    private EngineSettings.Windows windows = new EngineSettings.Windows(length -> 64 << 10, 1 << 20, 3 << 20);
    private FaultSchedule faults = FaultSchedule.none();
    private UnaryOperator<ObjectStoreBackend> before = backend -> backend;
    private @Nullable InMemoryBackend store;
    private @Nullable Engine engine;
    private @Nullable Object gate;
    private @Nullable ObjectStoreBackend backend;

    VirtualEngine() {
        this(VirtualWorld.inOrder());
    }

    VirtualEngine(VirtualWorld world) {
        this.world = world;
    }

    VirtualEngine store(UnaryOperator<InMemorySettings> change) {
        storeSettings = change.apply(storeSettings);
        return this;
    }

    VirtualEngine policy(UnaryOperator<CoalescingPolicy> change) {
        policy = change.apply(policy);
        windows = new EngineSettings.Windows(
                windows.tailBytes(), windows.unknownLengthBytes(), policy.wholeObjectBytes());
        return this;
    }

    VirtualEngine limits(int slots, int perReader, long budget, long prefetch) {
        limits = new EngineSettings.Limits(slots, perReader, budget, prefetch);
        return this;
    }

    VirtualEngine retry(int attempts, Duration base, Duration max) {
        retry = new RetryPolicy(attempts, base, max);
        return this;
    }

    /** Duplicates of requests that are late by this; absent: by what is measured. */
    VirtualEngine hedge(double ratio, Optional<Duration> delay) {
        hedge = new HedgePolicy(true, ratio, delay);
        return this;
    }

    VirtualEngine timeouts(Duration firstByte, Duration idle) {
        this.firstByte = firstByte;
        this.idle = idle;
        return this;
    }

    VirtualEngine answers(VersionCheck check, VersionPin pin, LengthMismatch mismatch, long skip) {
        answers = new EngineSettings.Answers(check, pin, mismatch, skip);
        return this;
    }

    VirtualEngine tail(long bytes, long unknownLength) {
        windows = new EngineSettings.Windows(length -> bytes, unknownLength, windows.wholeObjectBytes());
        return this;
    }

    VirtualEngine faults(FaultSchedule faults) {
        this.faults = faults;
        return this;
    }

    VirtualEngine before(UnaryOperator<ObjectStoreBackend> wrapper) {
        before = wrapper;
        return this;
    }

    InMemoryBackend store() {
        InMemoryBackend made = store;
        if (made == null) {
            made = InMemoryBackend.on(world, storeSettings);
            store = made;
        }
        return made;
    }

    Engine engine() {
        Engine made = engine;
        if (made == null) {
            Random random = new Random(1);
            EngineSettings settings = new EngineSettings(
                    new CoalescingPlanner(policy),
                    (scheme, seen) -> StoreProfile.ofScheme(scheme),
                    limits,
                    retry,
                    hedge,
                    new EngineSettings.TimeLimits(firstByte, idle, Optional.empty()),
                    answers,
                    windows);
            made = new Engine(settings, world, world, events::add, random::nextDouble);
            engine = made;
        }
        return made;
    }

    SyntheticBytes put(long seed, long length) {
        return put(OBJECT, seed, length);
    }

    SyntheticBytes put(ObjectLocation location, long seed, long length) {
        SyntheticBytes content = new SyntheticBytes(seed, length);
        store().put(location, content);
        return content;
    }

    ObjectReader open(KnownObject known) {
        ObjectStoreBackend used = backend;
        Object slots = gate;
        if (used == null || slots == null) {
            used = before.apply(new FaultInjectingBackend(store(), faults));
            slots = Engine.newGate(used);
            backend = used;
            gate = slots;
        }
        return engine().open(known, used, slots);
    }

    /** An object for a look-ahead list. */
    LookAhead.Announced announced(KnownObject known) {
        open(KnownObject.at(OBJECT)); // makes the backend, if need be
        ObjectStoreBackend used = backend;
        Object slots = gate;
        if (used == null || slots == null) {
            throw new IllegalStateException("no backend");
        }
        return new LookAhead.Announced(known, used, slots);
    }

    ObjectReader open(long length) {
        return open(KnownObject.at(OBJECT).withLength(length));
    }

    ReadSettings settings() {
        return settings(ledger);
    }

    static ReadSettings settings(BufferAllocator allocator) {
        return new ReadSettings(allocator, Optional.empty(), Optional.empty(), Long.MAX_VALUE);
    }

    StagedRead read(ObjectReader reader, ByteRange... ranges) {
        return reader.read(List.of(ranges), settings());
    }

    /** Runs until every stage has ended, which it must. */
    void finish(StagedRead read) {
        for (int i = 0; i < read.size(); i++) {
            CompletableFuture<RangeResult> stage = read.result(i);
            assertThat(world.runUntil(stage::isDone)).as("stage " + i + " ends").isTrue();
        }
    }

    /** Finishes a read that must bring the content's bytes, and closes its results. */
    void expect(StagedRead read, SyntheticBytes content) {
        finish(read);
        for (int i = 0; i < read.size(); i++) {
            expect(read.result(i), content);
        }
    }

    static void expect(CompletableFuture<RangeResult> stage, SyntheticBytes content) {
        RangeResult result = stage.join();
        assertThat((long) result.buffer().remaining()).isEqualTo(result.range().length());
        content.requireEqual(result.range().offset(), result.buffer());
        result.close();
    }

    /** Finishes a read of which this stage must have failed with a typed error. */
    ObjectReadException failure(StagedRead read, int index) {
        finish(read);
        Throwable failure = read.result(index).handle((ok, error) -> error).join();
        assertThat(failure).isInstanceOf(ObjectReadException.class);
        return (ObjectReadException) failure;
    }

    /** The ranges of the GETs so far, as the store saw them. */
    List<String> asked() {
        return store().log().gets().stream()
                .map(get -> get.range().map(GetRange::toString).orElse(""))
                .toList();
    }

    List<LoggedRequest> gets() {
        return store().log().gets();
    }

    <E extends VectorIoEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** What is known of a bucket that was read. */
    EndpointState endpoint(String name) {
        return engine().endpoints().stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Everything is back: buffers, memory, slots, and no timer is left. */
    void requireClean() {
        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(engine()::close, task -> new Thread(task, "closing").start());
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!closed.isDone()) {
            world.settle();
            assertThat(System.nanoTime()).as("close() returns").isLessThan(end);
            Thread.onSpinWait();
        }
        closed.join();
        world.advance(Duration.ofSeconds(61));
        ledger.assertEmpty();
        assertThat(engine().usedBytes()).isZero();
        assertThat(engine().deliveredBytes()).isZero();
        assertThat(engine().inFlight()).isZero();
        assertThat(world.timers()).isZero();
    }
}
