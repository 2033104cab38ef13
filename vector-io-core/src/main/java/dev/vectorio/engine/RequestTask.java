package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.plan.PlannedRequest;
import dev.vectorio.plan.PlannedRequest.Reason;
import dev.vectorio.plan.PlannedSlice;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One planned request until its last byte is delivered or its ranges have failed: the one retry loop. Attempts run one
 * after another, each as a {@link Race}; each resumes at the first missing byte of the first range that is still wanted.
 */
final class RequestTask {
    /** Where this is in the queue: reads in the order they came, requests in the order of the plan. */
    record Priority(long read, int order, int part) implements Comparable<Priority> {
        @Override
        public int compareTo(Priority other) {
            int byRead = Long.compare(read, other.read);
            int byOrder = byRead == 0 ? Integer.compare(order, other.order) : byRead;
            return byOrder == 0 ? Integer.compare(part, other.part) : byOrder;
        }
    }

    /** Guarded by the scheduler's lock. */
    enum State {
        NEW,
        /** Waits for a slot. */
        QUEUED,
        /** Has a slot. */
        RUNNING,
        /** Between two attempts. */
        PAUSED,
        CLOSED
    }

    private final RangedRead read;
    private final Reason reason;
    private final boolean elastic;
    private final Set<Destination> wanted;
    private final AtomicBoolean leftCounts = new AtomicBoolean();
    private final List<Throwable> earlierFailures = new ArrayList<>(0);
    private volatile GetRange ask;
    private volatile List<DestinationSlice> slices;
    private volatile @Nullable Race race;
    private volatile long queuedNanos;
    private volatile Runnable cancelWake = () -> {};

    /** Two answers to one attempt may look at it at once; one of them moves it. */
    private volatile long position = -1;

    // Touched by one attempt after another.
    private int failures;
    private int attempts;
    private long receivedBefore;
    private long firstStartNanos;

    // Guarded by the scheduler's lock.
    State state = State.NEW;
    Priority priority;
    boolean demanded;

    /** True if all its buffers were charged when it was queued, or since. */
    boolean paid;

    /** Bytes that somebody waits for, while it is in flight; 0 before and after. */
    long demandedBytes;

    /** In flight since before anybody waited for it: its prefetch lane counts it, promoted or not. */
    boolean sentAhead;

    private RequestTask(
            RangedRead read,
            Priority priority,
            GetRange ask,
            List<DestinationSlice> slices,
            Reason reason,
            boolean elastic) {
        this.read = read;
        this.priority = priority;
        this.ask = ask;
        this.slices = List.copyOf(slices);
        this.reason = reason;
        this.elastic = elastic;
        this.demanded = read.isDemanded();
        this.wanted = new HashSet<>(2 * slices.size());
        slices.forEach(slice -> wanted.add(slice.destination()));
        wanted.forEach(destination -> destination.servedBy(this));
    }

    /**
     * The tasks of a plan.
     *
     * @param destinations of the plan's ranges, in their order
     */
    static List<RequestTask> forPlan(RangedRead read, ReadPlan plan, List<Destination> destinations) {
        List<RequestTask> tasks = new ArrayList<>(plan.requests().size());
        for (PlannedRequest request : plan.requests()) {
            List<DestinationSlice> slices = new ArrayList<>(request.slices().size());
            for (PlannedSlice s : request.slices()) {
                Destination destination = destinations.get(s.rangeIndex());
                slices.add(new DestinationSlice(destination, s.sourceOffset(), s.destinationOffset(), s.length()));
            }
            // A prefetch is served in the order of its list, a demanded read in the order of the file.
            int order =
                    read.isDemanded() ? tasks.size() : request.slices().get(0).rangeIndex();
            Priority priority = new Priority(read.id(), order, 0);
            tasks.add(new RequestTask(read, priority, GetRange.of(request.range()), slices, request.reason(), false));
        }
        return tasks;
    }

    /** The task of a window, which gets smaller where the store has less than was asked for. */
    static RequestTask forWindow(RangedRead read, GetRange ask, Destination window, Reason reason) {
        ByteRange place = window.range();
        DestinationSlice all = new DestinationSlice(window, place.offset(), 0, place.length());
        return new RequestTask(read, new Priority(read.id(), 0, 0), ask, List.of(all), reason, true);
    }

    RangedRead read() {
        return read;
    }

    /** Waits for a slot from now on. */
    void nowQueued() {
        queuedNanos = read.clock().nanoTime();
    }

    long queuedNanos() {
        return queuedNanos;
    }

    /** The pause before the next attempt can be cut short by this. */
    void wakesBy(Runnable cancel) {
        cancelWake = cancel;
    }

    void wakesNoMore() {
        cancelWake.run();
    }

    Reason reason() {
        return reason;
    }

    List<DestinationSlice> slices() {
        return slices;
    }

    /** The first slice whose buffer is charged, or is not; the number of slices if there is none. */
    int firstSlice(boolean charged) {
        int i = 0;
        while (i < slices.size() && (MemoryBudget.freshBytes(slices.get(i).destination()) == 0) != charged) {
            i++;
        }
        return i;
    }

    /** True if some range of this still waits for bytes. */
    boolean isWanted() {
        synchronized (wanted) {
            return !wanted.isEmpty();
        }
    }

    /** Bytes that its request asks for, gaps included. */
    long askedBytes() {
        return ask.length();
    }

    /** Keeps the first {@code count} slices and gives the rest away as another task. Not while an attempt runs. */
    RequestTask splitAfter(int count) {
        List<DestinationSlice> all = slices;
        List<DestinationSlice> kept = List.copyOf(all.subList(0, count));
        List<DestinationSlice> rest = all.subList(count, all.size());
        GetRange restAsk = GetRange.of(ByteRange.between(Math.max(startOf(rest), position), endOf(rest)));
        RequestTask other = new RequestTask(read, priority, restAsk, rest, reason, false);
        other.demanded = demanded;
        slices = kept;
        ask = GetRange.of(ByteRange.between(startOf(kept), endOf(kept)));
        Set<Destination> stillWanted = new HashSet<>();
        kept.forEach(slice -> stillWanted.add(slice.destination()));
        synchronized (wanted) {
            wanted.retainAll(stillWanted);
        }
        return other;
    }

    private static long startOf(List<DestinationSlice> slices) {
        return slices.get(0).sourceOffset();
    }

    private static long endOf(List<DestinationSlice> slices) {
        long end = 0;
        for (DestinationSlice slice : slices) {
            end = Math.max(end, slice.sourceEnd());
        }
        return end;
    }

    /** Allocates and sends; on the engine's executor, with a slot and memory granted. */
    void begin() {
        try {
            for (DestinationSlice slice : remaining()) {
                slice.destination().allocate();
            }
            List<DestinationSlice> left = remaining();
            if (left.isEmpty()) {
                read.scheduler().ended(this, RequestScheduler.Outcome.UNUSED, 0);
            } else {
                send(left);
            }
        } catch (Throwable t) {
            abandon(t);
        }
    }

    private void send(List<DestinationSlice> left) {
        if (attempts++ == 0) {
            firstStartNanos = read.clock().nanoTime();
        }
        Race current =
                new Race(this, nextAsk(left), new Race.Round(attempts, failures, receivedBefore, firstStartNanos));
        race = current;
        current.start();
        if (!isWanted()) {
            current.abort(cancelled());
        }
    }

    /** A GET for that, under what is known of the version by now. */
    GetRequest request(GetRange range) {
        return new GetRequest(
                read.location(), range, read.pin().condition(read.backend().capabilities()));
    }

    /** A fault of the engine itself: nothing that this owes stays open. */
    void abandon(Throwable fault) {
        ObjectReadException typed = ReadErrors.typed(fault);
        slices.forEach(slice -> slice.destination().kill(typed));
        read.scheduler().ended(this, RequestScheduler.Outcome.FAILED, 0);
    }

    private GetRange nextAsk(List<DestinationSlice> left) {
        if (position < 0 && left.size() == slices.size()) {
            return ask;
        }
        return GetRange.of(ByteRange.between(Math.max(position, startOf(left)), endOf(left)));
    }

    /** Where the last range ends that is still wanted. */
    long endOfWanted() {
        return endOf(remaining());
    }

    /** What is still to come for ranges that are still wanted. */
    private List<DestinationSlice> remaining() {
        List<DestinationSlice> left = new ArrayList<>(slices.size());
        for (DestinationSlice slice : slices) {
            if (slice.sourceEnd() > position && slice.destination().isLive()) {
                left.add(slice);
            }
        }
        return left;
    }

    /** First byte that has not been written yet: earlier ones are skipped, wherever an answer begins. */
    long resumesAt() {
        return position;
    }

    /** The slices that the body of an answer fills. */
    List<DestinationSlice> accept(ByteRange served, OptionalLong total) {
        if (elastic && position < 0) {
            settle(served, total);
        }
        List<DestinationSlice> left = remaining();
        if (total.isPresent()) {
            for (DestinationSlice slice : left) {
                if (slice.sourceEnd() > total.getAsLong()) {
                    slice.destination().kill(outOfBounds(slice, total.getAsLong()));
                }
            }
        }
        return left;
    }

    private void settle(ByteRange served, OptionalLong total) {
        DestinationSlice all = slices.get(0);
        // a store that ignores the suffix serves what lies before it as well, which is skipped
        long from = ask instanceof GetRange.Suffix
                ? Math.max(served.offset(), served.end() - ask.length())
                : all.sourceOffset();
        long end = Math.min(total.orElse(served.end()), from + ask.length());
        all.destination().settleOn(ByteRange.between(from, end));
        slices = List.of(new DestinationSlice(all.destination(), from, 0, end - from));
        position = from;
    }

    private ObjectReadException outOfBounds(DestinationSlice slice, long length) {
        return ReadErrors.outOfBounds(read.location(), slice.destination().range(), length);
    }

    /** An attempt is over, with its duplicate if it had one; on the engine's executor. */
    void attemptEnded(Race ended, Attempt last, @Nullable Throwable error) {
        ScatterSink sink = last.sink();
        race = null;
        // what is skipped in the first answer has not come before: it is wasted, not fetched again
        long again = receivedBefore == 0 ? 0 : sink.receivedBelow(position);
        position = Math.max(position, sink.position());
        receivedBefore += sink.received();
        List<DestinationSlice> left = remaining();
        ObjectReadException failure = left.isEmpty() ? null : ended.failureOf(last, error);
        read.stats().getEnded(again);
        if (failure == null) {
            boolean gotAll = sink.position() >= endOf(slices);
            read.events().requestEnded(this, last, gotAll);
            read.scheduler()
                    .ended(
                            this,
                            gotAll ? RequestScheduler.Outcome.DONE : RequestScheduler.Outcome.UNUSED,
                            last.sentNanos());
        } else {
            retryOrFail(last, failure, left);
        }
    }

    private void retryOrFail(Attempt last, ObjectReadException failure, List<DestinationSlice> left) {
        boolean throttled = failure.kind() == Kind.THROTTLED;
        RequestScheduler.Outcome outcome =
                throttled ? RequestScheduler.Outcome.THROTTLED : RequestScheduler.Outcome.FAILED;
        Race ended = last.race();
        failures = ended.failuresAfter(last.sink());
        earlierFailures.addAll(ended.failures());
        ObjectReadException told =
                ended.describe(last.sink(), failure, ended.ask().toString());
        if (isWorthRetrying(failure)) {
            Duration delay = read.backoff().delay(failures, failure.answer().retryAfter());
            read.events().requestFailed(ended, told, Optional.of(delay));
            earlierFailures.add(told);
            read.retrying(told);
            read.stats().retried(throttled);
            read.scheduler().ended(this, outcome, last.sentNanos(), delay);
            return;
        }
        earlierFailures.forEach(told::addSuppressed);
        read.events().requestFailed(ended, told, Optional.empty());
        for (DestinationSlice slice : left) {
            slice.destination()
                    .kill(isOutOfBounds(failure) ? ended.describe(last.sink(), failure, rangeOf(slice)) : told);
        }
        if (failure.kind() == Kind.OBJECT_CHANGED) {
            read.objectChanged(); // after the ranges that tell why: a window that is dropped may be asked for again
        }
        read.scheduler().ended(this, outcome, last.sentNanos());
    }

    private boolean isWorthRetrying(ObjectReadException failure) {
        Duration pause = failure.answer().retryAfter().orElse(Duration.ZERO);
        return failure.kind().isRetryable()
                && failures < read.retry().maxAttempts()
                && attempts < RetryPolicy.MAX_ATTEMPTS_PER_REQUEST
                && pause.compareTo(RetryPolicy.LONGEST_RETRY_AFTER) <= 0
                && read.allows(pause);
    }

    /** The parts of one range are answered in any order: whichever is refused, it is the caller's range that lies outside. */
    private boolean isOutOfBounds(ObjectReadException failure) {
        return failure.kind() == Kind.OUT_OF_BOUNDS && !elastic;
    }

    private static String rangeOf(DestinationSlice slice) {
        return slice.destination().range().toString();
    }

    /** A range of this was delivered or died: with the last one, a body under way is of no use. */
    void destinationEnded(Destination destination) {
        boolean last;
        synchronized (wanted) {
            last = wanted.remove(destination) && wanted.isEmpty();
        }
        if (last) {
            Race running = race;
            if (running != null && running.isUnfinished()) {
                running.abort(cancelled());
                return;
            }
            leaveCounts();
            if (running == null) {
                read.scheduler().unwanted(this);
            }
        }
    }

    /**
     * Counts as open no longer, once: when its last byte is delivered, so that whoever reads on from there begins a new round,
     * or when it is closed for another reason.
     */
    void leaveCounts() {
        if (leftCounts.compareAndSet(false, true)) {
            read.stats().requestClosed();
        }
    }

    private static ObjectReadException cancelled() {
        return new ObjectReadException(Kind.CANCELLED, "nobody waits for these bytes any more");
    }
}
