package dev.vectorio.engine;

import dev.vectorio.plan.StoreEstimate;
import dev.vectorio.plan.StoreProfile;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/**
 * Measures a bucket or container by the GETs that run anyway, for all readers of its objects.
 *
 * <ul>
 *   <li>Time to first byte: of every answer, from sending to its head.
 *   <li>Bandwidth of a connection: of bodies of at least {@value #LONG_BODY_BYTES} bytes that came while at most one other did.
 *       Among many, a body has its share of the pipe, which says nothing of its connection.
 *   <li>Bandwidth of all: whenever at least {@value #MANY_BODIES} bodies come at once for {@link #MOMENT}. If they are as fast
 *       as as many connections can be, the pipe had room for more, and what came is only the least that it takes.
 * </ul>
 *
 * <p>A sample is forgotten after {@link #MEMORY}, and so is everything while nothing is read: the store, the machine or its
 * neighbours may be others by then. Nothing here waits for a reader: bytes are counted where they are copied, and a destination
 * is always ready for them. Thread-safe; calls nobody.
 */
final class StoreMeter {
    static final long LONG_BODY_BYTES = 256 << 10;
    static final int MANY_BODIES = 4;
    static final Duration MOMENT = Duration.ofMillis(20);
    static final Duration MEMORY = Duration.ofMinutes(5);
    private static final int FIRST_BYTES = 128;
    private static final int BODIES = 32;
    private static final int MOMENTS = 64;
    /** Of what as many connections could bring: with less, it is the pipe that binds. */
    private static final double ROOM_LEFT = 0.7;

    private final StoreProfile assumed;
    private final LongAdder received = new LongAdder();

    // Guarded by the lock of this.
    private final Deque<Sample> firstBytes = new ArrayDeque<>();
    private final Deque<Sample> bodies = new ArrayDeque<>();
    private final Deque<Sample> moments = new ArrayDeque<>();
    private int coming;
    private long changedNanos;
    private long momentNanos;
    private long momentBytes;
    private double momentBodies; // integral of coming over the moment, in nanoseconds
    private boolean many;

    /**
     * @param atNanos when it was seen
     * @param value nanoseconds, or bytes a second
     * @param bodies that came at once, on average
     * @param nanos over which it was measured
     */
    private record Sample(long atNanos, double value, double bodies, long nanos) {}

    /**
     * @param assumed of the store, until there is something better
     */
    StoreMeter(StoreProfile assumed) {
        this.assumed = assumed;
    }

    /** An answer began; its body follows until {@link #bodyEnded}. */
    synchronized void bodyBegan(long firstByteNanos, long now) {
        add(firstBytes, FIRST_BYTES, new Sample(now, firstByteNanos, 0, firstByteNanos));
        change(1, now);
    }

    /** Bytes of a body. */
    void received(int bytes) {
        received.add(bytes);
    }

    /** How many bodies come now. */
    synchronized int coming() {
        return coming;
    }

    /**
     * No more of a body comes.
     *
     * @param bytes that came
     * @param beganNanos when its head came
     * @param others most bodies that came beside it when it began
     */
    synchronized void bodyEnded(long bytes, long beganNanos, int others, long now) {
        long nanos = now - beganNanos;
        if (bytes >= LONG_BODY_BYTES && nanos > 0 && others <= 1 && coming <= 2) {
            add(bodies, BODIES, new Sample(now, bytes * 1e9 / nanos, 1, nanos));
        }
        change(-1, now);
    }

    private void change(int by, long now) {
        if (many) {
            momentBodies += (double) coming * (now - changedNanos);
            long nanos = now - momentNanos;
            if (nanos >= MOMENT.toNanos()) {
                long bytes = received.sum();
                add(
                        moments,
                        MOMENTS,
                        new Sample(now, (bytes - momentBytes) * 1e9 / nanos, momentBodies / nanos, nanos));
                many = false;
            }
        }
        coming = Math.max(0, coming + by);
        changedNanos = now;
        if (coming < MANY_BODIES) {
            many = false;
        } else if (!many) {
            many = true;
            momentNanos = now;
            momentBytes = received.sum();
            momentBodies = 0;
        }
    }

    private static void add(Deque<Sample> samples, int most, Sample sample) {
        samples.addLast(sample);
        if (samples.size() > most) {
            samples.removeFirst();
        }
    }

    /** What is known now. */
    synchronized StoreEstimate estimate(long now) {
        forget(firstBytes, now);
        forget(bodies, now);
        forget(moments, now);
        double[] times = sorted(firstBytes, Sample::value);
        double[] alone = sorted(bodies, Sample::value);
        StoreEstimate connections = new StoreEstimate(
                times.length,
                Duration.ofNanos((long) quantile(times, 0.5)),
                Duration.ofNanos((long) quantile(times, 0.99)),
                alone.length,
                (long) quantile(alone, 0.5),
                0,
                0,
                0);
        double ofOne = assumed.learned(connections).connectionBytesPerSecond();
        List<Sample> busy = moments.stream()
                .filter(moment -> moment.value() < ROOM_LEFT * ofOne * moment.bodies())
                .toList();
        long busyNanos = busy.stream().mapToLong(Sample::nanos).sum();
        return new StoreEstimate(
                times.length,
                connections.firstByte(),
                connections.firstByteTail(),
                alone.length,
                connections.connectionBytesPerSecond(),
                (int) (busyNanos / MOMENT.toNanos()),
                (long) quantile(sorted(busy, Sample::value), 0.75),
                (long) moments.stream().mapToDouble(Sample::value).max().orElse(0));
    }

    private static void forget(Deque<Sample> samples, long now) {
        while (!samples.isEmpty() && now - samples.getFirst().atNanos() > MEMORY.toNanos()) {
            samples.removeFirst();
        }
    }

    private static double[] sorted(Collection<Sample> samples, ToDoubleFunction<Sample> value) {
        double[] values = samples.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values;
    }

    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
