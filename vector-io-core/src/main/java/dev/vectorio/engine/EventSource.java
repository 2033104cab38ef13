package dev.vectorio.engine;

import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
import java.time.Duration;
import java.util.Optional;

/** Tells the listener what happens; costs nothing where nobody listens. */
final class EventSource {
    private final VectorIoListener listener;
    private final boolean silent;

    EventSource(VectorIoListener listener) {
        this.listener = VectorIoListener.guarded(listener);
        this.silent = listener == VectorIoListener.none();
    }

    void planned(RangedRead read, ReadPlan plan) {
        if (!silent) {
            listener.onEvent(new VectorIoEvent.ReadPlanned(
                    read.location(),
                    plan.ranges().size(),
                    plan.requests().size(),
                    plan.needBytes(),
                    plan.fetchedBytes()));
        }
    }

    /** A window of the reader's own: no range of a caller, one request. */
    void plannedWindow(RangedRead read, GetRange ask) {
        if (!silent) {
            listener.onEvent(new VectorIoEvent.ReadPlanned(read.location(), 0, 1, 0, ask.length()));
        }
    }

    /** An attempt left nothing to do: it brought all bytes, or nobody waits for the rest any more. */
    void requestEnded(RequestTask task, Attempt attempt, boolean gotAll) {
        if (silent) {
            return;
        }
        ScatterSink sink = attempt.sink();
        if (!gotAll) {
            String what = task.read().location() + " " + sink.ask() + ": aborted, nobody waits for the rest";
            requestFailed(attempt.race(), new ObjectReadException(Kind.CANCELLED, what), Optional.empty());
            return;
        }
        long now = task.read().clock().nanoTime();
        listener.onEvent(new VectorIoEvent.RequestCompleted(
                task.read().location(),
                sink.served(),
                task.reason().name(),
                attempt.race().round().attempt(),
                attempt.isDuplicate(),
                sink.received(),
                Duration.ofNanos(attempt.sentNanos() - task.queuedNanos()),
                Duration.ofNanos(Math.max(0, sink.headNanos() - attempt.sentNanos())),
                Duration.ofNanos(now - attempt.sentNanos())));
    }

    /** A duplicate of a GET is about to be sent. */
    void requestHedged(Race race) {
        if (!silent) {
            listener.onEvent(new VectorIoEvent.RequestHedged(
                    race.read().location(), rangeOf(race), race.round().attempt(), race.waited()));
        }
    }

    /**
     * An attempt failed, or one of its two GETs.
     *
     * @param pause before the next one, if there is one
     */
    void requestFailed(Race race, ObjectReadException failure, Optional<Duration> pause) {
        if (silent) {
            return;
        }
        listener.onEvent(new VectorIoEvent.RequestFailed(
                race.read().location(),
                rangeOf(race),
                failure.kind(),
                race.round().attempt(),
                race.read().retry().maxAttempts(),
                pause.isPresent(),
                pause.orElse(Duration.ZERO),
                String.valueOf(failure.getMessage())));
    }

    private static Optional<ByteRange> rangeOf(Race race) {
        return race.ask() instanceof GetRange.Bounded bounded ? Optional.of(bounded.range()) : Optional.empty();
    }

    void completed(RangedRead read) {
        if (silent) {
            return;
        }
        IntervalSet need = new IntervalSet();
        if (!read.isWindow()) {
            read.ranges().forEach(need::add);
        }
        StatsCounter stats = read.stats();
        long retried = stats.retriedBytes();
        listener.onEvent(new VectorIoEvent.ReadCompleted(
                read.location(),
                read.isWindow() ? 0 : read.size(),
                read.isWindow() ? 0 : read.failedRanges(),
                need.bytes(),
                stats.fetchedBytes(),
                Math.max(0, stats.fetchedBytes() - retried - need.bytes()),
                retried,
                read.elapsed()));
    }
}
