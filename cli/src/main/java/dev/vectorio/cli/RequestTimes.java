package dev.vectorio.cli;

import dev.vectorio.event.VectorIoEvent;
import dev.vectorio.event.VectorIoListener;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Notes which requests were answered, and during how much time one at least was under way. Thread-safe. */
final class RequestTimes implements VectorIoListener {
    /**
     * @param range the bytes that came
     * @param startNanos by {@link System#nanoTime}
     * @param endNanos by the same clock
     */
    record Answered(ByteRange range, long startNanos, long endNanos) {}

    private final List<Answered> answered = new ArrayList<>();
    private final List<ByteRange> asked = new ArrayList<>();

    @Override
    public void onEvent(VectorIoEvent event) {
        if (event instanceof VectorIoEvent.RequestCompleted request) {
            long now = System.nanoTime();
            Answered one = new Answered(request.range(), now - request.total().toNanos(), now);
            synchronized (answered) {
                answered.add(one);
                asked.add(one.range());
            }
        } else if (event instanceof VectorIoEvent.RequestFailed refused
                && refused.kind() == ObjectReadException.Kind.OUT_OF_BOUNDS) {
            synchronized (answered) {
                asked.add(ByteRange.of(refused.range().map(ByteRange::offset).orElse(0L), 0));
            }
        }
    }

    /** What was answered so far, in the order of the answers; a refusal of bytes that are not there brought none. */
    List<ByteRange> asked() {
        synchronized (answered) {
            return List.copyOf(asked);
        }
    }

    /** What was answered so far, in the order of the answers. */
    List<Answered> answered() {
        synchronized (answered) {
            return List.copyOf(answered);
        }
    }

    /** The time with a request under way: pauses for decoding are not in it. */
    Duration busy() {
        List<Answered> sorted = new ArrayList<>(answered());
        sorted.sort(Comparator.comparingLong(Answered::startNanos));
        long busy = 0;
        long seen = sorted.isEmpty() ? 0 : sorted.get(0).startNanos();
        for (Answered one : sorted) {
            busy += Math.max(0, one.endNanos() - Math.max(seen, one.startNanos()));
            seen = Math.max(seen, one.endNanos());
        }
        return Duration.ofNanos(busy);
    }
}
