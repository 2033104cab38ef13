package dev.vectorio.engine;

import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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

    void attemptEnded(RequestTask task, Attempt attempt, @Nullable ObjectReadException failure) {
        if (silent || failure != null) {
            return;
        }
        ScatterSink sink = attempt.sink();
        long now = task.read().clock().nanoTime();
        listener.onEvent(new VectorIoEvent.RequestCompleted(
                task.read().location(),
                sink.served(),
                task.reason().name(),
                task.attempts(),
                sink.received(),
                Duration.ofNanos(attempt.sentNanos() - task.queuedNanos()),
                Duration.ofNanos(Math.max(0, sink.headNanos() - attempt.sentNanos())),
                Duration.ofNanos(now - attempt.sentNanos())));
    }

    void requestFailed(RequestTask task, ObjectReadException failure, GetRange ask, boolean again, Duration delay) {
        if (silent) {
            return;
        }
        Optional<ByteRange> range =
                ask instanceof GetRange.Bounded bounded ? Optional.of(bounded.range()) : Optional.empty();
        listener.onEvent(new VectorIoEvent.RequestFailed(
                task.read().location(),
                range,
                failure.kind(),
                task.attempts(),
                task.read().retry().maxAttempts(),
                again,
                delay,
                String.valueOf(failure.getMessage())));
    }

    void completed(RangedRead read) {
        if (silent) {
            return;
        }
        IntervalSet need = new IntervalSet();
        read.ranges().forEach(need::add);
        StatsCounter stats = read.stats();
        long retried = stats.retriedBytes();
        listener.onEvent(new VectorIoEvent.ReadCompleted(
                read.location(),
                read.size(),
                read.failedRanges(),
                need.bytes(),
                stats.fetchedBytes(),
                Math.max(0, stats.fetchedBytes() - retried - need.bytes()),
                retried,
                read.elapsed()));
    }
}
