package dev.vectorio.testkit;

import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What goes wrong with one GET of a {@link FaultInjectingBackend}. Byte counts are of the body. Where a body is shorter
 * than the count, the fault does not happen.
 */
public sealed interface Fault {
    /**
     * The store refuses: no head, no byte. The request does not reach the backend behind.
     *
     * @param kind of the failure
     * @param answer the store's words
     */
    record FailBeforeHead(Kind kind, StoreAnswer answer) implements Fault {}

    /**
     * The body ends early, and the transfer ends well.
     *
     * @param afterBytes that still go out
     */
    record ShortBody(long afterBytes) implements Fault {}

    /**
     * The connection breaks: TRANSIENT.
     *
     * @param afterBytes that still go out
     */
    record Reset(long afterBytes) implements Fault {}

    /**
     * No progress until the transfer is cancelled.
     *
     * @param afterBytes that still go out; -1 to hold back the head too, in which case the request does not reach the
     *     backend behind
     */
    record Stall(long afterBytes) implements Fault {}

    /**
     * More bytes than the head promised.
     *
     * @param count of bytes after the true ones
     */
    record ExtraBytes(int count) implements Fault {}

    /**
     * The head names other bytes than the body holds.
     *
     * @param shift added to both ends of the range and to the total
     */
    record WrongContentRange(long shift) implements Fault {}

    /** A 206 without {@code Content-Range}. */
    record MissingContentRange() implements Fault {}

    /** A 200 with the whole object, from byte 0. The backend behind must clip ranges that go past the end. */
    record RangeIgnored() implements Fault {}

    /** The head names another version than the object's. */
    record WrongVersion() implements Fault {}

    /**
     * Bytes trickle, on the backend's own thread.
     *
     * @param chunkBytes per call into the sink
     * @param pause before each call but the first
     */
    record Dribble(int chunkBytes, Duration pause) implements Fault {}

    /** Each call into the sink comes from a new thread, one after the other. */
    record OtherThreads() implements Fault {}

    /**
     * {@code get} throws, against its contract.
     *
     * @param exception made anew for each throw
     */
    record ThrowFromGet(Supplier<? extends RuntimeException> exception) implements Fault {}

    /**
     * {@code done()} completes with something that is no {@code ObjectReadException}.
     *
     * @param failure made anew for each time
     * @param afterBytes that still go out; -1 for neither head nor bytes, in which case the request does not reach the
     *     backend behind
     */
    record FailDone(Supplier<? extends Throwable> failure, long afterBytes) implements Fault {}

    /** 503 SlowDown, with a pause if one is given. */
    static Fault throttled(Optional<Duration> retryAfter) {
        StoreAnswer answer = StoreAnswer.ofStatus(503)
                .withCode(Optional.of("SlowDown"), Optional.of("injected"))
                .withRetryAfter(retryAfter);
        return new FailBeforeHead(Kind.THROTTLED, answer);
    }

    /** A failure without an answer. */
    static Fault failure(Kind kind) {
        return new FailBeforeHead(kind, StoreAnswer.none());
    }
}
