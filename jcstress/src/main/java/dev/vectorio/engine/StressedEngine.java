package dev.vectorio.engine;

import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.HedgePolicy;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.LengthMismatch;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.model.VersionPin;
import dev.vectorio.plan.CoalescingPlanner;
import dev.vectorio.plan.CoalescingPolicy;
import dev.vectorio.plan.StoreProfile;
import dev.vectorio.spi.BackendCapabilities;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import dev.vectorio.spi.Transfer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An engine whose tasks run where they are brought, whose clock stands until it is moved, and whose answers the test gives. */
final class StressedEngine implements EngineClock, ObjectStoreBackend {
    private static final long LENGTH = 1_000_000;
    private static final CoalescingPolicy APART =
            CoalescingPolicy.defaults().withMaxGapBytes(-1).withWholeObjectBytes(0);

    final StressedBuffers buffers = new StressedBuffers();
    final Engine engine;
    final ObjectReader reader;
    final ReadSettings settings = new ReadSettings(buffers, Optional.empty(), Optional.empty(), Long.MAX_VALUE);
    private final List<Get> gets = new ArrayList<>();
    private final List<Timer> timers = new ArrayList<>();
    private long now;

    private record Timer(long atNanos, Runnable task) {}

    /** A GET that waits for its answer. */
    static final class Get implements Transfer {
        private final ByteRange range;
        private final ResponseSink sink;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        private Get(ByteRange range, ResponseSink sink) {
            this.range = range;
            this.sink = sink;
        }

        /** Answers with all bytes alike. */
        void answer(int value) {
            ResponseHead head = new ResponseHead(
                    206,
                    OptionalLong.of(range.length()),
                    Optional.of(ContentRange.of(range, LENGTH)),
                    Optional.of(ObjectVersion.etag("v")),
                    Optional.empty(),
                    Optional.empty());
            if (sink.onHead(head)) {
                byte[] body = new byte[(int) range.length()];
                Arrays.fill(body, (byte) value);
                sink.onBytes(ByteBuffer.wrap(body, 0, body.length / 2));
                sink.onBytes(ByteBuffer.wrap(body, body.length / 2, body.length - body.length / 2));
            }
            done.complete(null);
        }

        @Override
        public CompletionStage<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }

    StressedEngine(long budgetBytes, boolean hedging) {
        Duration hour = Duration.ofHours(1);
        engine = new Engine(
                new EngineSettings(
                        new CoalescingPlanner(APART),
                        (scheme, seen) -> StoreProfile.ofScheme(scheme),
                        new EngineSettings.Limits(8, 8, budgetBytes, budgetBytes),
                        RetryPolicy.defaults(),
                        new HedgePolicy(hedging, 1, Optional.of(Duration.ofSeconds(1))),
                        new EngineSettings.TimeLimits(hour, hour, Optional.empty()),
                        new EngineSettings.Answers(VersionCheck.STRICT, VersionPin.ETAG, LengthMismatch.ADOPT, 0),
                        new EngineSettings.Windows(length -> 1, 1, 0)),
                this,
                Runnable::run,
                VectorIoListener.none());
        KnownObject object =
                KnownObject.at(ObjectLocation.parse("mem://bucket/object")).withLength(LENGTH);
        reader = engine.open(object, this, Engine.newGate(this));
    }

    synchronized Get get(int index) {
        return gets.get(index);
    }

    /** Answers all that have been sent, and what is sent for that. */
    void answerAll(int value) {
        for (int i = 0; ; i++) {
            Get next;
            synchronized (this) {
                if (i >= gets.size()) {
                    return;
                }
                next = gets.get(i);
            }
            if (!next.done.isDone()) {
                next.answer(value);
            }
        }
    }

    @Override
    public synchronized long nanoTime() {
        return now;
    }

    @Override
    public synchronized Runnable schedule(Runnable task, Duration delay) {
        Timer timer = new Timer(now + delay.toNanos(), task);
        timers.add(timer);
        return () -> {
            synchronized (this) {
                timers.remove(timer);
            }
        };
    }

    /** Lets time pass; by one thread, while no other is at work. */
    void advance(Duration time) {
        List<Timer> due;
        synchronized (this) {
            now += time.toNanos();
            due = timers.stream().filter(timer -> timer.atNanos() <= now).toList();
            timers.removeAll(due);
        }
        due.forEach(timer -> timer.task().run());
    }

    /** True if slots and memory are back; delivered buffers have been closed. */
    boolean isClean() {
        return engine.inFlight() == 0
                && engine.usedBytes() == 0
                && engine.deliveredBytes() == 0
                && buffers.allocations.get() == buffers.releases.get()
                && buffers.writtenLate() == 0;
    }

    @Override
    public BackendCapabilities capabilities() {
        return new BackendCapabilities("stressed", true, true, 64);
    }

    @Override
    public CompletionStage<ObjectMetadata> head(ObjectLocation location) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("nobody asks"));
    }

    @Override
    public Transfer get(GetRequest request, ResponseSink sink) {
        Get get = new Get(((GetRange.Bounded) request.range()).range(), sink);
        synchronized (this) {
            gets.add(get);
        }
        return get;
    }

    @Override
    public void close() {}
}
