package dev.vectorio.event;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import java.time.Duration;
import java.util.Optional;

/**
 * Something that a reader did. Events carry no bytes of the object and no secret. All sizes are bytes. The records are
 * wider than other types because an event is a flat list of facts.
 */
public sealed interface VectorIoEvent {
    /** The object that was read. */
    ObjectLocation location();

    /**
     * A plan is about to run.
     *
     * @param location the object
     * @param ranges how many ranges the caller asked for
     * @param requests how many requests will be sent
     * @param neededBytes size of the union of the ranges
     * @param plannedBytes bytes that the requests ask for
     */
    record ReadPlanned(ObjectLocation location, int ranges, int requests, long neededBytes, long plannedBytes)
            implements VectorIoEvent {}

    /**
     * A request brought all its bytes.
     *
     * @param location the object
     * @param range the bytes that came
     * @param reason why it was sent, as the plan names it, such as {@code MERGED}
     * @param attempt 1 for the first
     * @param duplicate true if this is the duplicate of a late request, which answered first
     * @param bytes bytes received by this attempt
     * @param queued from the plan to the start of this attempt: time without a free slot or free memory
     * @param firstByte from the start to the head of the answer
     * @param total from the start to the last byte
     */
    record RequestCompleted(
            ObjectLocation location,
            ByteRange range,
            String reason,
            int attempt,
            boolean duplicate,
            long bytes,
            Duration queued,
            Duration firstByte,
            Duration total)
            implements VectorIoEvent {}

    /**
     * A duplicate of a request whose first byte is late is about to be sent. The one that does not answer first ends as
     * {@link RequestFailed}, of the kind {@code CANCELLED} if it was aborted for that.
     *
     * @param location the object
     * @param range the bytes that were asked for; absent for the tail of an object of unknown length
     * @param attempt 1 for the first; both have the same
     * @param waited for the first byte so far
     */
    record RequestHedged(ObjectLocation location, Optional<ByteRange> range, int attempt, Duration waited)
            implements VectorIoEvent {}

    /**
     * An attempt of a request failed, or one of two equal GETs.
     *
     * @param location the object
     * @param range the bytes that were asked for; absent for the tail of an object of unknown length
     * @param kind what went wrong
     * @param attempt 1 for the first
     * @param maxAttempts attempts without progress that the policy allows
     * @param willRetry true if another attempt follows
     * @param delay the pause before it; zero if none follows
     * @param message the failure's own words
     */
    record RequestFailed(
            ObjectLocation location,
            Optional<ByteRange> range,
            ObjectReadException.Kind kind,
            int attempt,
            int maxAttempts,
            boolean willRetry,
            Duration delay,
            String message)
            implements VectorIoEvent {}

    /**
     * Every range of a read was delivered or has failed.
     *
     * @param location the object
     * @param ranges how many ranges the caller asked for
     * @param failedRanges how many of them failed
     * @param neededBytes size of the union of the ranges
     * @param fetchedBytes bytes received for this read
     * @param wastedBytes fetched, neither needed nor a repetition
     * @param retriedBytes received a second time because an attempt had failed
     * @param duration from the call to the last range
     */
    record ReadCompleted(
            ObjectLocation location,
            int ranges,
            int failedRanges,
            long neededBytes,
            long fetchedBytes,
            long wastedBytes,
            long retriedBytes,
            Duration duration)
            implements VectorIoEvent {}
}
