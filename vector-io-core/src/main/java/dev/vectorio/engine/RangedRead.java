package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call for ranges: a stage for each, and the destinations behind them. */
public final class RangedRead {
    private final ObjectReader reader;
    private final boolean window;
    private final long id;
    private final Purpose purpose;
    private final ReadSettings settings;
    private final StatsCounter stats;
    private final ByteRange[] ranges;
    private final @Nullable Destination[] destinations;
    private final List<CompletableFuture<RangeResult>> results;
    private final AtomicInteger unfinished;
    private final AtomicInteger failed = new AtomicInteger();
    private final long startNanos;
    private final boolean demanded;
    private Runnable deadlineTimer = () -> {};

    RangedRead(ObjectReader reader, Purpose purpose, List<ByteRange> ranges, ReadSettings settings) {
        this(reader, purpose, ranges, settings, false);
    }

    /** A read for one window. */
    static RangedRead window(ObjectReader reader, Purpose purpose, ByteRange place) {
        return new RangedRead(reader, purpose, List.of(place), ReadSettings.WINDOW, true);
    }

    private RangedRead(
            ObjectReader reader, Purpose purpose, List<ByteRange> ranges, ReadSettings settings, boolean window) {
        this.window = window;
        this.reader = reader;
        this.purpose = purpose;
        this.settings = settings;
        this.id = reader.engine().scheduler().nextReadId();
        this.demanded = purpose != Purpose.PREFETCH;
        this.stats = reader.stats().child();
        this.ranges = ranges.toArray(ByteRange[]::new);
        this.destinations = new Destination[this.ranges.length];
        this.unfinished = new AtomicInteger(this.ranges.length);
        this.startNanos = clock().nanoTime();
        this.results = new ArrayList<>(this.ranges.length);
        for (int i = 0; i < this.ranges.length; i++) {
            results.add(newStage(i));
        }
        settings.deadline().ifPresent(limit -> deadlineTimer = clock().schedule(() -> deadline(limit), limit));
    }

    private CompletableFuture<RangeResult> newStage(int index) {
        CompletableFuture<RangeResult> stage = new CompletableFuture<>();
        stage.whenComplete((result, error) -> stageEnded(index, error));
        return stage;
    }

    /** However a stage came to its end: delivered, failed, or cancelled or completed by its holder. */
    private void stageEnded(int index, @Nullable Throwable error) {
        if (error != null) {
            failed.incrementAndGet();
            Destination unneeded = destinationOrNull(index);
            if (unneeded != null) {
                unneeded.kill(error);
            }
        }
        if (unfinished.decrementAndGet() == 0) {
            deadlineTimer.run();
            reader.readEnded(this);
        }
    }

    /** Gives a range its destination. */
    void prepare(int index, Destination destination) {
        synchronized (destinations) {
            destinations[index] = destination;
        }
    }

    /** Gives the stage what becomes of its prepared destination. */
    void attach(int index, Destination destination) {
        destination.stage().whenComplete((result, error) -> deliver(index, result, error));
        if (results.get(index).isDone()) {
            destination.kill(cancelled());
        }
    }

    /** As {@link #attach}, for one that a prefetch started: its failure is not this read's, which then reads anew. */
    void attachPrefetched(int index, Destination destination) {
        prepare(index, destination);
        destination.stage().whenComplete((result, error) -> {
            if (error == null || results.get(index).isDone()) {
                deliver(index, result, error);
            } else {
                synchronized (destinations) {
                    destinations[index] = null;
                }
                executor().execute(() -> reader.advance(this, List.of(index)));
            }
        });
        if (results.get(index).isDone()) {
            destination.kill(cancelled());
        }
    }

    /** The one range of a read that is a window has come to its end. */
    void windowSettled(@Nullable Throwable failure) {
        stageEnded(0, failure);
    }

    private void deliver(int index, @Nullable RangeResult result, @Nullable Throwable error) {
        if (settings.callbacks().isPresent()) {
            try {
                settings.callbacks().get().execute(() -> completeStage(index, result, error));
                return;
            } catch (Throwable rejected) {
                if (result != null) {
                    result.close();
                }
                completeStage(index, null, ReadErrors.typed(rejected));
                return;
            }
        }
        completeStage(index, result, error);
    }

    private void completeStage(int index, @Nullable RangeResult result, @Nullable Throwable error) {
        if (result != null) {
            if (!results.get(index).complete(result)) {
                result.close();
            }
        } else {
            results.get(index).completeExceptionally(error == null ? cancelled() : error);
        }
    }

    /** Fails one range, whatever has become of it. */
    void fail(int index, Throwable cause) {
        Destination destination = destinationOrNull(index);
        if (destination == null) {
            results.get(index).completeExceptionally(cause);
        } else {
            destination.kill(cause); // and that fails the stage, after its buffer is back
        }
    }

    /** Fails every range that has not ended. */
    void failAll(Throwable cause) {
        for (int i = 0; i < ranges.length; i++) {
            fail(i, cause);
        }
    }

    private void deadline(Duration limit) {
        executor()
                .execute(() -> failAll(new ObjectReadException(
                        Kind.TIMEOUT,
                        location() + ": the deadline of " + limit.toMillis() + " ms for this read has passed")));
    }

    private ObjectReadException cancelled() {
        return new ObjectReadException(Kind.CANCELLED, location() + ": the read was cancelled");
    }

    /** Stops what has not ended: stages fail with CANCELLED, requests in flight are aborted. Idempotent. */
    public void cancel() {
        failAll(cancelled());
    }

    /**
     * Cancels, closes what was delivered and not detached, and returns when all buffers of this read are back. Idempotent.
     */
    public void close() {
        cancel();
        awaitBuried();
        for (CompletableFuture<RangeResult> result : results) {
            if (result.isDone() && !result.isCompletedExceptionally()) {
                result.join().close();
            }
        }
    }

    /** Returns when every destination has been delivered, or failed and its buffer is back. */
    void awaitBuried() {
        List<CompletableFuture<?>> stages = new ArrayList<>();
        synchronized (destinations) {
            Arrays.stream(destinations).filter(d -> d != null).forEach(d -> stages.add(d.stage()));
        }
        stages.forEach(stage -> stage.handle((result, error) -> error).join());
    }

    /** Number of ranges. */
    public int size() {
        return ranges.length;
    }

    /** The stage of a range; completes on the engine's executor or the caller's. */
    public CompletableFuture<RangeResult> result(int index) {
        return results.get(index);
    }

    ByteRange range(int index) {
        return ranges[index];
    }

    /** The range of a tail read, known only now. */
    void settle(int index, ByteRange range) {
        ranges[index] = range;
    }

    List<ByteRange> ranges() {
        return Arrays.asList(ranges);
    }

    Destination destination(int index) {
        Destination destination = destinationOrNull(index);
        if (destination == null) {
            throw new IllegalStateException("range " + index + " has no destination");
        }
        return destination;
    }

    private @Nullable Destination destinationOrNull(int index) {
        synchronized (destinations) {
            return destinations[index];
        }
    }

    boolean isDone() {
        return unfinished.get() == 0;
    }

    boolean isDone(int index) {
        return results.get(index).isDone();
    }

    int failedRanges() {
        return failed.get();
    }

    Duration elapsed() {
        return Duration.ofNanos(clock().nanoTime() - startNanos);
    }

    /** True if the pause leaves time before the deadline. */
    boolean allows(Duration pause) {
        return settings.deadline().isEmpty()
                || elapsed().plus(pause).compareTo(settings.deadline().get()) < 0;
    }

    long id() {
        return id;
    }

    Purpose purpose() {
        return purpose;
    }

    /** True if this was made for one window, and nobody holds its stage. */
    boolean isWindow() {
        return window;
    }

    boolean isDemanded() {
        return demanded;
    }

    ReadSettings settings() {
        return settings;
    }

    StatsCounter stats() {
        return stats;
    }

    ObjectReader reader() {
        return reader;
    }

    RequestScheduler scheduler() {
        return reader.engine().scheduler();
    }

    EngineClock clock() {
        return reader.engine().clock();
    }

    Executor executor() {
        return reader.engine().executor();
    }

    EventSource events() {
        return reader.engine().events();
    }

    RetryPolicy retry() {
        return reader.engine().settings().retry();
    }

    Backoff backoff() {
        return reader.engine().backoff();
    }

    EngineSettings.TimeLimits time() {
        return reader.engine().settings().time();
    }

    long skipLimit() {
        return reader.engine().settings().answers().rangeIgnoredSkipBytes();
    }

    ObjectLocation location() {
        return reader.location();
    }

    ObjectPin pin() {
        return reader.pin();
    }

    ObjectStoreBackend backend() {
        return reader.backend();
    }

    String backendName() {
        return reader.backend().capabilities().name();
    }

    Lane lane() {
        return reader.lane();
    }

    Lane prefetchLane() {
        return reader.prefetchLane();
    }

    Gate gate() {
        return reader.gate();
    }

    void objectChanged() {
        reader.objectChanged();
    }
}
