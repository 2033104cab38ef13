package dev.vectorio.engine;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.StoreAnswer;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.ResponseSink;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One attempt's answer: judges the head, then copies each chunk of the body straight into the destinations that it covers;
 * bytes of gaps pass by. A body that goes on behind its announced end is given up there: it need not have any. Once closed it lets nothing through, so a transfer that was given up cannot write any more.
 */
final class ScatterSink implements ResponseSink {
    /** Less than this is not progress: a store that drips bytes must not keep a request alive for ever. */
    static final long PROGRESS_BYTES = 64 << 10;

    private final GetRange ask;
    private final Race race;
    private final EngineClock clock;
    private final long skipLimit;
    private List<DestinationSlice> slices = List.of();
    private int next;
    private long at = -1;
    private long servedStart;
    private long servedEnd;
    private long resumesAt;
    private final long sentNanos;
    private long headNanos;
    private int othersAtHead;
    private boolean bodyComes;
    private long progressAt;
    private long received;
    private boolean headSeen;
    private boolean progressed;
    private boolean overran;
    private boolean closed;
    private @Nullable Throwable failure;
    private volatile long progressNanos;
    private Optional<String> requestId = Optional.empty();

    ScatterSink(Race race, EngineClock clock, long skipLimit) {
        this.race = race;
        this.ask = race.ask();
        this.clock = clock;
        this.skipLimit = skipLimit;
        this.sentNanos = clock.nanoTime();
        this.progressNanos = sentNanos;
    }

    GetRange ask() {
        return ask;
    }

    @Override
    public synchronized boolean onHead(ResponseHead head) {
        if (closed) {
            return false;
        }
        if (headSeen) {
            return refuse(new ObjectReadException(Kind.PROTOCOL, "a second head came for one GET"));
        }
        headSeen = true;
        requestId = head.requestId();
        headNanos = clock.nanoTime();
        progressNanos = headNanos;
        try {
            ByteRange served = judge(head);
            resumesAt = race.resumesAt();
            servedStart = served.offset();
            at = servedStart;
            progressAt = at;
            servedEnd = served.end();
            othersAtHead = race.read().meter().coming();
            race.read().meter().bodyBegan(headNanos - sentNanos, headNanos);
            bodyComes = true;
            return true;
        } catch (Throwable t) {
            return refuse(t);
        }
    }

    private boolean refuse(Throwable why) {
        failure = why;
        closed = true;
        return false;
    }

    private ByteRange judge(ResponseHead head) throws ObjectReadException {
        ByteRange served = servedBy(head);
        OptionalLong total = head.status() == 200
                ? OptionalLong.of(served.end())
                : head.contentRange().map(ContentRange::total).orElse(OptionalLong.empty());
        if (!fitsAsk(served, total, head.status())) {
            throw protocol(head, notHonoured(served, total, head.status()));
        }
        long announced = head.contentLength().orElse(served.length());
        if (announced != served.length()) {
            String what = "a body of " + announced + " bytes is announced for the range " + served;
            // less than the range is a body that was cut on its way, by one that says so; more is no answer at all
            throw announced < served.length() ? cut(head, what) : protocol(head, what);
        }
        slices = race.accept(this, head, served, total);
        next = 0;
        return served;
    }

    private String notHonoured(ByteRange served, OptionalLong total, int status) {
        String what = "range not honoured: asked " + ask + ", served " + served + " of "
                + (total.isPresent() ? total.getAsLong() : "?");
        long skip = askedFrom(served.end());
        return status == 200 && skip > 0 && skip < served.end()
                ? what + "; the store sends the object from its beginning, range-ignored-skip-limit=" + skip
                        + " would skip to the range"
                : what;
    }

    /** Where the range begins that was asked for, of an object of this length. */
    private long askedFrom(long length) {
        return ask instanceof GetRange.Bounded bounded ? bounded.range().offset() : Math.max(0, length - ask.length());
    }

    private static ByteRange servedBy(ResponseHead head) throws ObjectReadException {
        if (head.status() == 206) {
            return head.contentRange()
                    .flatMap(ContentRange::range)
                    .orElseThrow(() -> protocol(head, "partial content without a usable Content-Range"));
        }
        if (head.status() == 200 && head.contentLength().isPresent()) {
            return ByteRange.of(0, head.contentLength().getAsLong());
        }
        throw protocol(
                head,
                head.status() == 200
                        ? "the range was not honoured, and the answer does not say how long the object is"
                        : "not an answer to a ranged GET");
    }

    /**
     * 206: begins at the ask, or at most what may be skipped before it, and goes on into it. 200: the whole object was asked
     * for, or what lies before the ask may be skipped: before a suffix, all but the end of the object.
     */
    private boolean fitsAsk(ByteRange served, OptionalLong total, int status) {
        if (status == 200) {
            long from = askedFrom(served.end());
            boolean whole = from == 0 && served.length() <= ask.length();
            return whole || (skipLimit > 0 && served.end() > from && from <= skipLimit);
        }
        if (ask instanceof GetRange.Suffix suffix) {
            return served.length() <= suffix.length()
                    && served.end() == total.orElse(-1)
                    && served.length() == Math.min(suffix.length(), total.getAsLong());
        }
        ByteRange asked = ((GetRange.Bounded) ask).range();
        return served.offset() <= asked.offset()
                && served.end() > asked.offset()
                && asked.offset() - served.offset() <= Math.max(skipLimit, PROGRESS_BYTES);
    }

    private static ObjectReadException protocol(ResponseHead head, String what) {
        return refused(Kind.PROTOCOL, head, what);
    }

    private static ObjectReadException cut(ResponseHead head, String what) {
        return refused(Kind.TRANSIENT, head, what);
    }

    private static ObjectReadException refused(Kind kind, ResponseHead head, String what) {
        StoreAnswer answer = StoreAnswer.ofStatus(head.status()).withCode(Optional.empty(), head.requestId());
        return new ObjectReadException(kind, what, answer);
    }

    @Override
    public synchronized void onBytes(ByteBuffer chunk) {
        if (closed || at < 0) {
            return;
        }
        int length = chunk.remaining();
        int base = chunk.position();
        long start = at;
        long from = Math.max(start, resumesAt); // bytes that an earlier attempt brought are not written again
        long to = Math.min(start + length, servedEnd);
        received += length;
        race.read().stats().received(length);
        race.read().meter().received(length);
        for (int i = next; i < slices.size() && slices.get(i).sourceOffset() < to; i++) {
            copy(slices.get(i), chunk, base - start, from, to);
        }
        while (next < slices.size() && slices.get(next).sourceEnd() <= to) {
            next++;
            progressed = true;
        }
        at = start + length;
        if (at - progressAt >= PROGRESS_BYTES) {
            progressAt = at;
            progressed = true;
            progressNanos = clock.nanoTime();
        }
        if (at >= servedEnd) {
            bodyOver();
        }
        if (at > servedEnd && !overran) {
            overran = true;
            race.overran();
        }
    }

    private void bodyOver() {
        if (bodyComes) {
            bodyComes = false;
            race.read().meter().bodyEnded(received, headNanos, othersAtHead, clock.nanoTime());
        }
    }

    /** Copies what of {@code [from, to)} the slice wants; byte {@code n} of the object lies at {@code shift + n}. */
    private static void copy(DestinationSlice slice, ByteBuffer chunk, long shift, long from, long to) {
        long first = Math.max(slice.sourceOffset(), from);
        int length = (int) (Math.min(slice.sourceEnd(), to) - first);
        if (length > 0) {
            long offset = slice.destinationOffset() + (first - slice.sourceOffset());
            slice.destination().write(offset, chunk, (int) (shift + first), length);
        }
    }

    /** Lets nothing through any more; returns when a chunk under way has been copied. */
    synchronized void close() {
        closed = true;
        bodyOver();
    }

    /** True if the body still has bytes to come. */
    synchronized boolean isUnfinished() {
        return at < 0 || at < servedEnd;
    }

    /** First byte of the object that has not come, or -1 if no head was accepted. */
    synchronized long position() {
        return at < 0 ? -1 : Math.min(at, servedEnd);
    }

    /** What the store said it serves. */
    synchronized ByteRange served() {
        return ByteRange.between(servedStart, servedEnd);
    }

    synchronized long headNanos() {
        return headNanos;
    }

    synchronized long received() {
        return received;
    }

    /** Bytes received that lie before {@code position}: they had come before. */
    synchronized long receivedBelow(long position) {
        return at < 0 ? 0 : Math.max(0, Math.min(at, position) - servedStart);
    }

    synchronized boolean headSeen() {
        return headSeen;
    }

    /** True if a range ended or 64 KiB came. */
    synchronized boolean progressed() {
        return progressed;
    }

    /** Why the answer was refused, if it was. */
    synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    synchronized Optional<String> requestId() {
        return requestId;
    }

    long lastProgressNanos() {
        return progressNanos;
    }
}
