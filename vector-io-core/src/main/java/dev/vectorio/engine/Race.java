package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a request, and its duplicate if it gets one. The first head that is accepted wins: its body alone is
 * written, and the other GET is aborted before its own. One that fails while the other is under way changes nothing. The
 * winner's end, or the last one's if nobody won, is the end of the attempt; {@link RequestTask#attemptEnded} hears of that
 * alone.
 */
final class Race {
    private final RequestTask task;
    private final RangedRead read;
    private final GetRange ask;
    private final Round round;
    private final long startNanos;
    private final AtomicReference<@Nullable ScatterSink> winner = new AtomicReference<>();

    // Guarded by the lock of this, under which nothing else is called.
    private final List<Attempt> running = new ArrayList<>(2);
    private final List<ObjectReadException> failures = new ArrayList<>(0);
    private boolean closed;

    // Guarded by the hedger's lock.
    long hedgeFromNanos;
    boolean hedgeOver;
    boolean judged;

    /**
     * What the task had behind it when this began.
     *
     * @param attempt 1 for the first
     * @param failures without progress
     * @param received bytes
     * @param firstStartNanos when the first attempt was sent
     */
    record Round(int attempt, int failures, long received, long firstStartNanos) {}

    Race(RequestTask task, GetRange ask, Round round) {
        this.task = task;
        this.read = task.read();
        this.ask = ask;
        this.round = round;
        this.startNanos = read.clock().nanoTime();
    }

    RangedRead read() {
        return read;
    }

    GetRange ask() {
        return ask;
    }

    Round round() {
        return round;
    }

    /** Sends the first GET. */
    void start() {
        GetRequest request = task.request(ask);
        Attempt first = newAttempt(false);
        synchronized (this) {
            running.add(first);
        }
        read.hedger().sent(this);
        first.send(request);
    }

    private Attempt newAttempt(boolean duplicate) {
        return new Attempt(this, new ScatterSink(this, read.clock(), read.skipLimit()), duplicate);
    }

    /** Sends the duplicate, if there is a slot for it and it is still of use. */
    Hedger.Outcome hedge() {
        if (winner.get() != null || !task.isWanted()) {
            return Hedger.Outcome.TOO_LATE;
        }
        GetRequest request = task.request(ask);
        if (!read.scheduler().hedge(task)) {
            return Hedger.Outcome.NOT_NOW;
        }
        Attempt duplicate = newAttempt(true);
        boolean joins;
        synchronized (this) {
            joins = !closed && winner.get() == null;
            if (joins) {
                running.add(duplicate);
            }
        }
        if (!joins) {
            read.scheduler().slotFreed(task, RequestScheduler.Outcome.UNUSED, 0);
            return Hedger.Outcome.TOO_LATE;
        }
        read.stats().hedged();
        read.events().requestHedged(this);
        duplicate.send(request);
        return Hedger.Outcome.SENT;
    }

    /**
     * Compares an answer with the pin and gives the slices that its body fills.
     *
     * @throws ObjectReadException if the answer does not fit, or the other GET's came first
     */
    List<DestinationSlice> accept(ScatterSink sink, ResponseHead head, ByteRange served, OptionalLong total)
            throws ObjectReadException {
        read.pin().observe(head, total);
        if (!winner.compareAndSet(null, sink)) {
            throw overtaken();
        }
        List<Attempt> both = runningNow(false);
        if (both.stream().anyMatch(attempt -> attempt.sink() == sink && attempt.isDuplicate())) {
            read.stats().hedgeWon();
        }
        if (both.size() > 1) {
            read.executor()
                    .execute(() -> both.stream()
                            .filter(attempt -> attempt.sink() != sink)
                            .forEach(attempt -> attempt.abort(overtaken())));
        }
        read.hedger().over(this, OptionalLong.of(waited().toNanos()));
        return task.accept(served, total);
    }

    private synchronized List<Attempt> runningNow(boolean last) {
        closed |= last;
        return List.copyOf(running);
    }

    private static ObjectReadException overtaken() {
        return new ObjectReadException(Kind.CANCELLED, "aborted, the other of two equal requests answered first");
    }

    /** Time since the first GET was sent. */
    Duration waited() {
        return Duration.ofNanos(read.clock().nanoTime() - startNanos);
    }

    /** First byte that has not been written yet: earlier ones are skipped, wherever an answer begins. */
    long resumesAt() {
        return task.resumesAt();
    }

    /** True if bytes that somebody waits for may still come. */
    boolean isUnfinished() {
        ScatterSink won = winner.get();
        return won == null || won.isUnfinished();
    }

    /** The winner's body has brought all that its head announced, and does not end. */
    void overran() {
        read.executor()
                .execute(() -> abort(new ObjectReadException(
                        Kind.TRANSIENT, "the body goes on behind the end that its head announced")));
    }

    /** Gives all up. */
    void abort(ObjectReadException why) {
        runningNow(true).forEach(attempt -> attempt.abort(why));
    }

    /** A fault of the engine itself. */
    void abandon(Throwable fault) {
        read.hedger().over(this, OptionalLong.empty());
        task.abandon(fault);
    }

    /** An attempt is over; on the engine's executor. */
    void ended(Attempt attempt, @Nullable Throwable error) {
        ScatterSink sink = attempt.sink();
        sink.close();
        boolean last;
        synchronized (this) {
            last = winner.get() == sink || (winner.get() == null && running.size() <= 1);
            closed |= last;
        }
        ObjectReadException failure = last ? null : failureOf(attempt, error);
        ObjectReadException told = failure == null ? null : describe(sink, failure, ask.toString());
        boolean decides;
        synchronized (this) {
            running.remove(attempt);
            ScatterSink won = winner.get();
            decides = won == sink || (won == null && running.isEmpty());
            if (!decides && won == null && told != null) {
                failures.add(told); // before the other can come to its end, which tells of this one too
            }
        }
        if (decides) {
            read.hedger().over(this, OptionalLong.empty());
            task.attemptEnded(this, attempt, error);
        } else if (told != null) {
            leave(attempt, told);
        }
    }

    /** It changes nothing; but its slot comes back, and the store's wish for fewer requests is heard. */
    private void leave(Attempt attempt, ObjectReadException told) {
        boolean throttled = told.kind() == Kind.THROTTLED;
        read.stats().getEnded(0);
        if (throttled) {
            read.stats().throttledOnce();
        }
        read.events().requestFailed(this, told, Optional.empty());
        read.scheduler()
                .slotFreed(
                        task,
                        throttled ? RequestScheduler.Outcome.THROTTLED : RequestScheduler.Outcome.UNUSED,
                        attempt.sentNanos());
    }

    /** What the one that was given up first failed with, if both failed. */
    synchronized List<ObjectReadException> failures() {
        return List.copyOf(failures);
    }

    /** Why the attempt did not bring all that is still wanted. */
    ObjectReadException failureOf(Attempt ended, @Nullable Throwable error) {
        ScatterSink sink = ended.sink();
        Throwable cause = sink.failure().orElse(ended.abortReason() != null ? ended.abortReason() : error);
        if (cause == null) {
            String what =
                    "the body ended after " + sink.received() + " bytes, expected more up to " + task.endOfWanted();
            return new ObjectReadException(Kind.TRANSIENT, what);
        }
        ObjectReadException typed = ReadErrors.typed(cause);
        if (sink.headSeen()) {
            return typed;
        }
        if (typed.kind() != Kind.OUT_OF_BOUNDS) {
            return read.pin().explained(typed);
        }
        try {
            read.pin().outOfBounds(ask, typed.answer().objectLength());
            return typed;
        } catch (ObjectReadException changed) {
            return changed;
        }
    }

    /** The failure with all that is known of the attempt and those before it. */
    ObjectReadException describe(ScatterSink sink, ObjectReadException failure, String range) {
        StoreAnswer answer = failure.answer().requestId().isPresent()
                ? failure.answer()
                : failure.answer().withCode(failure.answer().code(), sink.requestId());
        return ReadErrors.of(read.location(), ask.toString(), failure, answer)
                .about(range)
                .attempt(failuresAfter(sink), read.retry().maxAttempts(), read.backendName())
                .progress(
                        round.received() + sink.received(),
                        Duration.ofNanos(read.clock().nanoTime() - round.firstStartNanos()))
                .build();
    }

    /** Failures without progress, if this attempt is one of them. */
    int failuresAfter(ScatterSink sink) {
        return sink.progressed() ? 1 : round.failures() + 1;
    }
}
