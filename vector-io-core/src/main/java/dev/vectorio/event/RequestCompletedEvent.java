package dev.vectorio.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** {@link VectorIoEvent.RequestCompleted} in a recording. */
@Name("dev.vectorio.RequestCompleted")
@Label("Request Completed")
@Category("vector-io")
@StackTrace(false)
final class RequestCompletedEvent extends Event {
    @Label("Location")
    String location = "";

    @Label("Offset")
    long offset;

    @DataAmount(DataAmount.BYTES)
    @Label("Length")
    long length;

    @Label("Reason")
    String reason = "";

    @Label("Attempt")
    int attempt;

    @Label("Duplicate")
    boolean duplicate;

    @DataAmount(DataAmount.BYTES)
    @Label("Received")
    long bytes;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Queued")
    long queued;

    @Timespan(Timespan.NANOSECONDS)
    @Label("First Byte")
    long firstByte;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Total")
    long total;

    static void record(VectorIoEvent.RequestCompleted facts) {
        RequestCompletedEvent event = new RequestCompletedEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.location = facts.location().toString();
        event.offset = facts.range().offset();
        event.length = facts.range().length();
        event.reason = facts.reason();
        event.attempt = facts.attempt();
        event.duplicate = facts.duplicate();
        event.bytes = facts.bytes();
        event.queued = facts.queued().toNanos();
        event.firstByte = facts.firstByte().toNanos();
        event.total = facts.total().toNanos();
        event.commit();
    }
}
