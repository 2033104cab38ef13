package dev.vectorio.store.log;

import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.request.RequestFacts;
import java.util.Optional;
import java.util.OptionalLong;

/** The record of one request while it is written. Written by the connection's thread, read by any. */
public final class RequestEntry {
    private final RequestLog log;
    private final long sequence;
    private final long connectionId;
    private final RequestFacts facts;
    private final int inFlight;
    private final long arrivalNanos;
    private Optional<String> fault = Optional.empty();
    private int status;
    private long bytesSent;
    private OptionalLong firstByteNanos = OptionalLong.empty();
    private OptionalLong endNanos = OptionalLong.empty();
    private Outcome outcome = Outcome.UNDER_WAY;
    private boolean settled;

    RequestEntry(RequestLog log, long sequence, long connectionId, RequestFacts facts, int inFlight) {
        this.log = log;
        this.sequence = sequence;
        this.connectionId = connectionId;
        this.facts = facts;
        this.inFlight = inFlight;
        this.arrivalNanos = System.nanoTime();
    }

    public long sequence() {
        return sequence;
    }

    public long arrivalNanos() {
        return arrivalNanos;
    }

    /** Notes the faults that shape the answer. */
    public synchronized void faulted(Optional<String> names) {
        fault = names;
    }

    /** Notes that the head is handed to the socket now. */
    public synchronized void headSent(int httpStatus) {
        status = httpStatus;
        firstByteNanos = OptionalLong.of(System.nanoTime());
    }

    /** Notes that body bytes are handed to the socket now. */
    public synchronized void bodySent(long bytes) {
        bytesSent += bytes;
    }

    /** Takes back bytes that the socket did not take. */
    public synchronized void bodyNotSent(long bytes) {
        bytesSent -= bytes;
    }

    /**
     * Notes that the answer ends with what is handed to the socket next. From here on the request is not in flight: a
     * client that sends its next request once it has this answer never counts double.
     */
    public void ended(Outcome how) {
        synchronized (this) {
            if (outcome != Outcome.UNDER_WAY) {
                return;
            }
            outcome = how;
            endNanos = OptionalLong.of(System.nanoTime());
        }
        log.landed();
    }

    /** Notes that nothing more will be noted; {@code aborted} if the client went away before the socket had taken all. */
    public void settled(boolean aborted) {
        ended(aborted ? Outcome.ABORTED_BY_CLIENT : Outcome.ANSWERED);
        synchronized (this) {
            if (settled) {
                return;
            }
            settled = true;
            if (aborted && outcome == Outcome.ANSWERED) {
                outcome = Outcome.ABORTED_BY_CLIENT;
            }
        }
        log.settled();
    }

    synchronized RequestRecord snapshot() {
        return new RequestRecord(
                sequence,
                connectionId,
                facts,
                status,
                bytesSent,
                arrivalNanos,
                firstByteNanos,
                endNanos,
                inFlight,
                fault,
                outcome);
    }
}
