package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.RetryPolicy;
import dev.vectorio.spi.ObjectStoreBackend;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What requests know of those they serve: one call for ranges, one announcement, or one window. */
class RangedRead {
    private final ObjectReader reader;
    private final boolean window;
    private final long id;
    private final Purpose purpose;
    private final ReadSettings settings;
    private final StatsCounter stats;
    private final ByteRange[] ranges;
    private final AtomicInteger unfinished;
    private final AtomicInteger failed = new AtomicInteger();
    private final long startNanos;

    RangedRead(ObjectReader reader, Purpose purpose, List<ByteRange> ranges, ReadSettings settings) {
        this(reader, purpose, ranges, settings, false);
    }

    private RangedRead(
            ObjectReader reader, Purpose purpose, List<ByteRange> ranges, ReadSettings settings, boolean window) {
        this.window = window;
        this.reader = reader;
        this.purpose = purpose;
        this.settings = settings;
        this.id = reader.engine().scheduler().nextReadId();
        this.stats = reader.stats().child();
        this.ranges = ranges.toArray(ByteRange[]::new);
        this.unfinished = new AtomicInteger(this.ranges.length);
        this.startNanos = clock().nanoTime();
    }

    /** A read for one window. */
    static RangedRead window(ObjectReader reader, Purpose purpose, ByteRange place) {
        return new RangedRead(reader, purpose, List.of(place), ReadSettings.WINDOW, true);
    }

    /** A range has come to its end, whatever it was; with the last one the read has. */
    void ended(int index, @Nullable Throwable error) {
        if (error != null) {
            failed.incrementAndGet();
        }
        if (unfinished.decrementAndGet() == 0) {
            allEnded();
        }
    }

    void allEnded() {
        reader.readEnded(this);
    }

    /** An attempt of one of this read's requests failed and will be repeated. */
    void retrying(Throwable failure) {}

    /** Number of ranges. */
    public int size() {
        return ranges.length;
    }

    ByteRange range(int index) {
        return ranges[index];
    }

    /** The range of a tail read, known only now. */
    void settle(ByteRange range) {
        ranges[0] = range;
    }

    List<ByteRange> ranges() {
        return Arrays.asList(ranges);
    }

    int failedRanges() {
        return failed.get();
    }

    int unfinishedRanges() {
        return unfinished.get();
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

    /** True if this was made for one window. */
    boolean isWindow() {
        return window;
    }

    boolean isDemanded() {
        return purpose != Purpose.PREFETCH;
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

    EndpointLimit endpoint() {
        return reader.endpoint();
    }

    StoreMeter meter() {
        return reader.meter();
    }

    Hedger hedger() {
        return reader.hedger();
    }

    void objectChanged() {
        reader.objectChanged();
    }
}
