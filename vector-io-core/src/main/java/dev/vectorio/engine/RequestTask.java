package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One planned request until its last byte is delivered or its ranges have failed: the one retry loop. Attempts run one
 * after another; each resumes at the first missing byte of the first range that is still wanted.
 */
final class RequestTask {
    /** Where this is in the queue: reads in the order they came, requests in the order of the plan. */
    record Priority(long read, int order, int part) implements Comparable<Priority> {
        private static final Comparator<Priority> ORDER = Comparator.comparingLong(Priority::read)
                .thenComparingInt(Priority::order)
                .thenComparingInt(Priority::part);

        @Override
        public int compareTo(Priority other) {
            return ORDER.compare(this, other);
        }
    }

    private final RangedRead read;
    private final GetRange ask;
    private final Reason reason;
    private final boolean elastic;
    private final Set<Destination> wanted = new HashSet<>();
    private final List<Throwable> earlierFailures = new ArrayList<>(0);
    private volatile List<PlannedSlice> slices;
    private volatile @Nullable Attempt attempt;
    private long position = -1;
    private int failures;
    private int attempts;
    private long receivedBefore;
    private long firstStartNanos;

    // Guarded by the scheduler's lock.
    Priority priority;
    boolean demanded;
    boolean queued;
    boolean open;
    private volatile long queuedNanos;

    RequestTask(RangedRead read, int order, GetRange ask, List<PlannedSlice> slices, Reason reason, boolean elastic) {
        this.read = read;
        this.ask = ask;
        this.slices = slices;
        this.reason = reason;
        this.elastic = elastic;
        this.priority = new Priority(read.id(), order, 0);
        this.demanded = read.isDemanded();
        slices.forEach(slice -> wanted.add(destination(slice)));
        wanted.forEach(destination -> destination.servedBy(this));
    }

    /** The rest of a request that memory allowed only the head of. */
    private RequestTask(RequestTask whole, List<PlannedSlice> rest) {
        this(
                whole.read,
                whole.priority.order(),
                GetRange.of(ByteRange.between(rest.get(0).sourceOffset(), endOf(rest))),
                rest,
                whole.reason,
                false);
        priority = whole.priority;
        demanded = whole.demanded;
    }

    RangedRead read() {
        return read;
    }

    /** Waits for a slot from now on. */
    void nowQueued() {
        queued = true;
        queuedNanos = read.clock().nanoTime();
    }

    long queuedNanos() {
        return queuedNanos;
    }

    Reason reason() {
        return reason;
    }

    Destination destination(PlannedSlice slice) {
        return read.destination(slice.rangeIndex());
    }

    List<PlannedSlice> slices() {
        return slices;
    }

    boolean isElastic() {
        return elastic;
    }

    /** True if some range of this still waits for bytes. */
    boolean isWanted() {
        synchronized (wanted) {
            return !wanted.isEmpty();
        }
    }

    /**
     * Keeps the first {@code count} slices and gives the rest away as another task.
     */
    RequestTask splitAfter(int count) {
        List<PlannedSlice> all = slices;
        List<PlannedSlice> rest = List.copyOf(all.subList(count, all.size()));
        slices = List.copyOf(all.subList(0, count));
        Set<Destination> kept = new HashSet<>();
        slices.forEach(slice -> kept.add(destination(slice)));
        RequestTask other = new RequestTask(this, rest);
        synchronized (wanted) {
            wanted.retainAll(kept);
        }
        return other;
    }

    private static long endOf(List<PlannedSlice> slices) {
        return slices.stream().mapToLong(PlannedSlice::sourceEnd).max().orElseThrow();
    }

    /** Allocates and sends; on the engine's executor, with a slot and memory granted. */
    void begin() {
        List<PlannedSlice> left = remaining();
        for (PlannedSlice slice : left) {
            destination(slice).allocate();
        }
        left = remaining();
        if (left.isEmpty()) {
            read.scheduler().ended(this, RequestScheduler.Outcome.UNUSED, 0);
            return;
        }
        if (attempts++ == 0) {
            firstStartNanos = read.clock().nanoTime();
        }
        Attempt current = new Attempt(this, new ScatterSink(this, nextAsk(left), read.clock(), read.skipLimit()));
        attempt = current;
        current.send(
                new GetRequest(read.location(), current.sink().ask(), read.pin().condition()));
        if (!isWanted()) {
            current.abort(cancelled());
        }
    }

    private GetRange nextAsk(List<PlannedSlice> left) {
        if (position < 0 && left.size() == slices.size()) {
            return ask;
        }
        long from = Math.max(position, left.get(0).sourceOffset());
        return GetRange.of(ByteRange.between(from, endOf(left)));
    }

    /** What is still to come for ranges that are still wanted. */
    private List<PlannedSlice> remaining() {
        List<PlannedSlice> left = new ArrayList<>(slices.size());
        for (PlannedSlice slice : slices) {
            if (slice.sourceEnd() > position && destination(slice).isLive()) {
                left.add(slice);
            }
        }
        return left;
    }

    /** Compares an answer with the pin and gives the slices that its body fills. */
    List<PlannedSlice> accept(ResponseHead head, ByteRange served, OptionalLong total) throws ObjectReadException {
        read.pin().observe(head, total);
        if (elastic && position < 0) {
            long end = Math.min(total.orElse(served.end()), served.offset() + ask.length());
            ByteRange settled = ByteRange.between(served.offset(), end);
            destination(slices.get(0)).settleOn(settled);
            slices = List.of(new PlannedSlice(slices.get(0).rangeIndex(), settled.offset(), 0, settled.length()));
        }
        List<PlannedSlice> left = remaining();
        if (total.isPresent()) {
            for (PlannedSlice slice : left) {
                if (slice.sourceEnd() > total.getAsLong()) {
                    destination(slice).kill(outOfBounds(slice, total.getAsLong()));
                }
            }
        }
        position = Math.max(position, 0);
        return left;
    }

    private ObjectReadException outOfBounds(PlannedSlice slice, long length) {
        return ReadErrors.outOfBounds(read.location(), destination(slice).range(), length);
    }

    /** An attempt is over; on the engine's executor. */
    void attemptEnded(Attempt ended, @Nullable Throwable error) {
        ScatterSink sink = ended.sink();
        sink.close();
        attempt = null;
        long before = position;
        position = Math.max(position, sink.position());
        long again = sink.position() < 0 ? sink.received() : Math.max(0, before - ended.firstByteOffset());
        List<PlannedSlice> left = remaining();
        ObjectReadException failure = left.isEmpty() ? null : failureOf(ended, error);
        Kind kind = failure == null ? null : failure.kind();
        RequestScheduler.Outcome outcome = kind == null
                ? RequestScheduler.Outcome.DONE
                : kind == Kind.THROTTLED ? RequestScheduler.Outcome.THROTTLED : RequestScheduler.Outcome.FAILED;
        read.stats().getEnded(sink.received(), Math.min(again, sink.received()));
        read.events().attemptEnded(this, ended, failure);
        if (failure == null) {
            read.scheduler().ended(this, outcome, ended.sentNanos());
        } else {
            retryOrFail(ended, failure, outcome, left);
        }
        receivedBefore += sink.received();
    }

    private ObjectReadException failureOf(Attempt ended, @Nullable Throwable error) {
        Throwable cause = ended.sink().failure().orElse(ended.abortReason() != null ? ended.abortReason() : error);
        if (cause == null) {
            String what = "the body ended after " + ended.sink().received() + " bytes, expected more up to "
                    + endOf(remaining());
            return new ObjectReadException(Kind.TRANSIENT, what);
        }
        ObjectReadException typed = ReadErrors.typed(cause);
        // No suffix of an object is out of its bounds, unless it is empty.
        boolean empty = ended.sink().ask() instanceof GetRange.Suffix;
        OptionalLong length = empty ? OptionalLong.of(0) : typed.answer().objectLength();
        if (typed.kind() == Kind.OUT_OF_BOUNDS && length.isPresent()) {
            try {
                read.pin().observeLength(length.getAsLong());
            } catch (ObjectReadException changed) {
                return changed;
            }
        }
        return typed;
    }

    private void retryOrFail(
            Attempt ended, ObjectReadException failure, RequestScheduler.Outcome outcome, List<PlannedSlice> left) {
        failures = ended.sink().progressed() ? 1 : failures + 1;
        RetryPolicy policy = read.retry();
        Duration pause = failure.answer().retryAfter().orElse(Duration.ZERO);
        boolean again = failure.kind().isRetryable()
                && failures < policy.maxAttempts()
                && attempts < RetryPolicy.MAX_ATTEMPTS_PER_REQUEST
                && pause.compareTo(RetryPolicy.LONGEST_RETRY_AFTER) <= 0
                && read.allows(pause);
        ObjectReadException told = describe(ended, failure);
        Duration delay = again ? read.backoff().delay(failures, failure.answer().retryAfter()) : Duration.ZERO;
        read.events().requestFailed(this, told, ended.sink().ask(), again, delay);
        if (again) {
            earlierFailures.add(told);
            read.stats().retried(failure.kind() == Kind.THROTTLED);
            read.scheduler().ended(this, outcome, ended.sentNanos(), delay);
            return;
        }
        earlierFailures.forEach(told::addSuppressed);
        left.forEach(slice -> destination(slice).kill(told));
        if (failure.kind() == Kind.OBJECT_CHANGED) {
            read.objectChanged();
        }
        read.scheduler().ended(this, outcome, ended.sentNanos());
    }

    private ObjectReadException describe(Attempt ended, ObjectReadException failure) {
        StoreAnswer answer = failure.answer().requestId().isPresent()
                ? failure.answer()
                : failure.answer()
                        .withCode(failure.answer().code(), ended.sink().requestId());
        return ReadErrors.of(read.location(), ended.sink().ask().toString(), failure, answer)
                .attempt(failures, read.retry().maxAttempts(), read.backendName())
                .progress(
                        receivedBefore + ended.sink().received(),
                        Duration.ofNanos(read.clock().nanoTime() - firstStartNanos))
                .build();
    }

    int attempts() {
        return attempts;
    }

    int failures() {
        return failures;
    }

    /** A range of this was delivered or died: with the last one, a body under way is of no use. */
    void destinationEnded(Destination destination) {
        boolean last;
        synchronized (wanted) {
            last = wanted.remove(destination) && wanted.isEmpty();
        }
        if (last) {
            Attempt running = attempt;
            if (running == null) {
                read.scheduler().unwanted(this);
            } else if (running.sink().isUnfinished()) {
                running.abort(cancelled());
            }
        }
    }

    private static ObjectReadException cancelled() {
        return new ObjectReadException(Kind.CANCELLED, "nobody waits for these bytes any more");
    }
}
