package dev.vectorio.store.fault;

import dev.vectorio.store.request.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * What faults make of one answer. Filled by the faults that match a request when it arrives, on the connection's thread;
 * read when the answer is due.
 */
public final class AnswerShape {
    private final List<String> faults = new ArrayList<>();
    private final List<Runnable> before = new ArrayList<>();
    private final List<UnaryOperator<Answer>> edits = new ArrayList<>();
    private Duration delay = Duration.ZERO;
    private Optional<Refusal> refusal = Optional.empty();
    private Optional<byte[]> rawBytes = Optional.empty();
    private boolean rangeIgnored;
    private OptionalLong cutAfter = OptionalLong.empty();
    private Ending ending = Ending.ORDERLY;
    private boolean headWithheld;
    private OptionalLong bytesPerSecond = OptionalLong.empty();
    private Optional<Dribble> dribble = Optional.empty();

    /** How an answer ends. */
    public enum Ending {
        /** The connection stays open for the next request. */
        ORDERLY,
        /** The connection is closed in good order. */
        CLOSE,
        /** The connection is reset (RST). */
        RESET,
        /** Nothing more comes, and the connection stays open until the client closes it. */
        STALL
    }

    /**
     * An error instead of the operation; the dialect words it.
     *
     * @param status HTTP status
     * @param code the store's error code, for example {@code SlowDown}
     * @param headers header lines beside the dialect's own, for example {@code Retry-After}
     */
    public record Refusal(int status, String code, Map<String, String> headers) {
        public Refusal {
            headers = Map.copyOf(headers);
        }
    }

    /**
     * A body that comes in drops.
     *
     * @param bytes bytes of each write
     * @param interval time between writes
     */
    public record Dribble(int bytes, Duration interval) {
        public Dribble {
            if (bytes < 1 || interval.isNegative()) {
                throw new IllegalArgumentException("no dribble: " + bytes + " bytes every " + interval);
            }
        }
    }

    /** Adds to the time to first byte. */
    public void delay(Duration more) {
        delay = delay.plus(more);
    }

    /** Runs {@code task} before the answer is made, on the connection's thread. */
    public void before(Runnable task) {
        before.add(task);
    }

    /** Answers with an error; the operation does not happen. */
    public void refuse(Refusal error) {
        refusal = Optional.of(error);
    }

    /** Answers with these bytes, HTTP or not, and closes the connection. */
    public void raw(byte[] bytes) {
        rawBytes = Optional.of(bytes.clone());
    }

    /** Lets the operation run as if no range had been asked for. */
    public void ignoreRange() {
        rangeIgnored = true;
    }

    /** Changes the finished answer; edits run in the order in which they were added. */
    public void edit(UnaryOperator<Answer> edit) {
        edits.add(edit);
    }

    /** Ends the answer like that after {@code bodyBytes} bytes of the body, or after the whole of a shorter body. */
    public void cut(long bodyBytes, Ending how) {
        cutAfter = OptionalLong.of(bodyBytes);
        ending = how;
    }

    /** Ends the answer like that before its head. */
    public void withholdHead(Ending how) {
        headWithheld = true;
        ending = how;
    }

    /** Lets the body flow at no more than this rate. */
    public void limit(long bodyBytesPerSecond) {
        bytesPerSecond = OptionalLong.of(bodyBytesPerSecond);
    }

    /** Lets the body come in drops. */
    public void dribble(Dribble drops) {
        dribble = Optional.of(drops);
    }

    void applied(String fault) {
        faults.add(fault);
    }

    /** The names of the faults applied, joined by {@code +}; empty if there are none. */
    public Optional<String> faults() {
        return faults.isEmpty() ? Optional.empty() : Optional.of(String.join("+", faults));
    }

    public Duration delay() {
        return delay;
    }

    /** Runs what was to run before the answer. */
    public void runBefore() {
        before.forEach(Runnable::run);
    }

    public Optional<Refusal> refusal() {
        return refusal;
    }

    public Optional<byte[]> rawBytes() {
        return rawBytes.map(byte[]::clone);
    }

    public boolean rangeIgnored() {
        return rangeIgnored;
    }

    /** The answer after all edits. */
    public Answer edited(Answer answer) {
        Answer edited = answer;
        for (UnaryOperator<Answer> edit : edits) {
            edited = edit.apply(edited);
        }
        return edited;
    }

    public OptionalLong cutAfter() {
        return cutAfter;
    }

    public Ending ending() {
        return ending;
    }

    public boolean headWithheld() {
        return headWithheld;
    }

    public OptionalLong bytesPerSecond() {
        return bytesPerSecond;
    }

    public Optional<Dribble> dribble() {
        return dribble;
    }
}
