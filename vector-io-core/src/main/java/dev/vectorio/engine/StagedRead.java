package dev.vectorio.engine;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One call for ranges: a stage for each, and the destinations behind them. */
public final class StagedRead extends RangedRead {
    private final List<CompletableFuture<RangeResult>> results;
    private final long tailBytes;

    // Guarded by the lock of this array.
    private final @Nullable Destination[] destinations;
    private final @Nullable Throwable[] givenUp;
    private final List<@Nullable CompletableFuture<RangeResult>> arrivals;

    /** Buffers of prefetch on their way to this read; guarded by the reader's lock. */
    private final List<Leaver> promised = new ArrayList<>(0);

    private volatile boolean placed;
    private volatile @Nullable Throwable lastFailure;
    private volatile Runnable deadlineTimer = () -> {};

    private StagedRead(ObjectReader reader, List<ByteRange> ranges, long tailBytes, ReadSettings settings) {
        super(reader, Purpose.DEMAND, ranges, settings);
        this.tailBytes = tailBytes;
        this.placed = tailBytes == 0;
        this.destinations = new Destination[ranges.size()];
        this.givenUp = new Throwable[ranges.size()];
        this.arrivals = new ArrayList<>(ranges.size());
        this.results = new ArrayList<>(ranges.size());
        for (int i = 0; i < ranges.size(); i++) {
            arrivals.add(null);
            results.add(newStage(i));
        }
    }

    /** A read of these ranges. */
    static StagedRead of(ObjectReader reader, List<ByteRange> ranges, ReadSettings settings) {
        return new StagedRead(reader, ranges, 0, settings);
    }

    /** A read of the last {@code bytes}, at least 1, wherever they will turn out to lie. */
    static StagedRead ofTail(ObjectReader reader, long bytes, ReadSettings settings) {
        return new StagedRead(reader, List.of(ByteRange.of(0, 0)), bytes, settings);
    }

    private CompletableFuture<RangeResult> newStage(int index) {
        CompletableFuture<RangeResult> stage = new CompletableFuture<>();
        stage.whenComplete((result, error) -> stageEnded(index, error));
        return stage;
    }

    /** The deadline's clock starts; before anything else. */
    void start() {
        settings().deadline().ifPresent(limit -> deadlineTimer = clock().schedule(() -> deadline(limit), limit));
        if (unfinishedRanges() == 0) {
            deadlineTimer.run();
        }
    }

    /** However a stage came to its end: delivered, failed, or cancelled or completed by its holder. */
    private void stageEnded(int index, @Nullable Throwable error) {
        if (error != null) {
            giveUp(index, error);
        }
        ended(index, error);
    }

    @Override
    void allEnded() {
        deadlineTimer.run();
        super.allEnded();
        // A stage that its holder cancelled has ended before its buffer is back.
        CompletableFuture<?>[] coming =
                arrivals().stream().filter(arrival -> !arrival.isDone()).toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(coming).whenComplete((ok, failure) -> reader().readLeft(this));
    }

    /** The bytes that a tail read asks for while nobody knows where they lie; 0 as soon as somebody does. */
    long unplacedTail() {
        return placed ? 0 : tailBytes;
    }

    @Override
    void settle(ByteRange range) {
        super.settle(range);
        placed = true;
    }

    /** Gives the stage what becomes of a destination. */
    void attach(int index, Destination destination) {
        place(index, destination);
        destination.stage().whenComplete((result, error) -> deliver(index, result, error));
    }

    /**
     * As {@link #attach}, for one that a prefetch started: its failure is not this read's, which then reads anew.
     *
     * @param promised leaves when the bytes have come or died, before anybody is told
     */
    void attachPrefetched(int index, Destination destination, Leaver promised) {
        // Before the stage is asked: it may have failed already, and what is read anew must not be overwritten by this.
        place(index, destination);
        destination.stage().whenComplete((result, error) -> {
            reader().left(promised);
            if (error == null || !detachUnlessGivenUp(index)) {
                deliver(index, result, error);
            } else {
                executor().execute(() -> reader().advance(this, new int[] {index}));
            }
        });
    }

    /** Under the reader's lock: a destination with a buffer is about to be attached; closing waits until it has come. */
    void promise(Leaver leaver) {
        promised.add(leaver);
    }

    private void place(int index, Destination destination) {
        Throwable cause;
        synchronized (destinations) {
            destinations[index] = destination;
            arrivals.set(index, destination.stage());
            cause = givenUp[index];
        }
        if (cause != null) {
            destination.kill(cause);
        }
    }

    private boolean detachUnlessGivenUp(int index) {
        synchronized (destinations) {
            boolean wanted = givenUp[index] == null;
            if (wanted) {
                destinations[index] = null;
            }
            return wanted;
        }
    }

    private void deliver(int index, @Nullable RangeResult result, @Nullable Throwable error) {
        Executor callbacks = settings().callbacks().orElse(null);
        if (callbacks == null) {
            complete(index, result, error);
            return;
        }
        try {
            callbacks.execute(() -> complete(index, result, error));
        } catch (Throwable rejected) {
            if (result != null) {
                result.close();
            }
            complete(index, null, error == null ? ReadErrors.typed(rejected) : error);
        }
    }

    private void complete(int index, @Nullable RangeResult result, @Nullable Throwable error) {
        if (result == null) {
            results.get(index).completeExceptionally(told(index, error == null ? cancelled() : error));
        } else if (!results.get(index).complete(result)) {
            result.close();
        }
    }

    private Throwable told(int index, Throwable error) {
        return ReadErrors.naming(location(), asked(index), error, reader().engine()::memoryAdvice);
    }

    /** The range of a stage as errors name it: of a tail, as long as nobody knows where it lies, how long it is. */
    public String asked(int index) {
        return placed ? range(index).toString() : GetRange.suffix(tailBytes).toString();
    }

    /** Fails one range, whatever has become of it; its stage fails when its buffer, if it has one, is back. */
    void fail(int index, Throwable cause) {
        if (!giveUp(index, cause)) {
            deliver(index, null, cause);
        }
    }

    /** True if there is a destination, whose end ends the stage. */
    private boolean giveUp(int index, Throwable cause) {
        Destination destination;
        synchronized (destinations) {
            destination = destinations[index];
            if (givenUp[index] == null) {
                givenUp[index] = cause;
            }
        }
        if (destination != null) {
            destination.kill(cause);
        }
        return destination != null;
    }

    /** Fails every range that has not ended; the last first, so that no request starts for one that is about to fail. */
    void failAll(Throwable cause) {
        for (int i = size() - 1; i >= 0; i--) {
            if (!results.get(i).isDone()) {
                fail(i, cause);
            }
        }
    }

    @Override
    void retrying(Throwable failure) {
        lastFailure = failure;
    }

    private void deadline(Duration limit) {
        executor().execute(() -> {
            ObjectReadException late = new ObjectReadException(
                    Kind.TIMEOUT,
                    location() + ": " + Kind.TIMEOUT + ": the deadline of " + limit.toMillis() + " ms has passed, "
                            + unfinishedRanges() + " of " + size() + " ranges have not come (" + backendName() + ")");
            Throwable last = lastFailure;
            if (last != null) {
                late.addSuppressed(last);
            }
            failAll(late);
        });
    }

    private ObjectReadException cancelled() {
        return new ObjectReadException(Kind.CANCELLED, location() + ": the read was cancelled");
    }

    /** Stops what has not ended: stages fail with CANCELLED, requests in flight are aborted. Idempotent. */
    public void cancel() {
        if (unfinishedRanges() > 0) {
            failAll(cancelled());
        }
    }

    /**
     * Cancels, closes what was delivered and not detached, and returns when all buffers of this read are back. Idempotent.
     */
    public void close() {
        cancel();
        List<Leaver> coming;
        synchronized (reader()) { // a step that is being taken may still promise something, no later one will
            coming = List.copyOf(promised);
        }
        coming.forEach(leaver -> leaver.gone().join());
        for (CompletableFuture<RangeResult> arrival : arrivals()) {
            arrival.handle((result, error) -> {
                        if (result != null) {
                            result.close();
                        }
                        return error;
                    })
                    .join();
        }
        for (int i = 0; i < size(); i++) {
            if (!results.get(i).isDone()) { // the caller's own executor has not come to it
                results.get(i).completeExceptionally(told(i, cancelled()));
            }
        }
    }

    /** Complete when every destination has its bytes, or has failed and its buffer is back; before a stage tells anybody. */
    List<CompletableFuture<RangeResult>> arrivals() {
        synchronized (destinations) {
            List<CompletableFuture<RangeResult>> begun = new ArrayList<>(arrivals.size());
            for (CompletableFuture<RangeResult> arrival : arrivals) {
                if (arrival != null) {
                    begun.add(arrival);
                }
            }
            return begun;
        }
    }

    @Override
    public ObjectLocation location() {
        return super.location();
    }

    /** The stage of a range; completes on the engine's executor or the caller's. */
    public CompletableFuture<RangeResult> result(int index) {
        return results.get(index);
    }

    /** True if nothing more has to be done for a range. */
    boolean isGivenUp(int index) {
        synchronized (destinations) {
            return givenUp[index] != null || results.get(index).isDone();
        }
    }
}
