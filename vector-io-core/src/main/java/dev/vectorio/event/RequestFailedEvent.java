package dev.vectorio.event;

import dev.vectorio.model.ByteRange;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** {@link VectorIoEvent.RequestFailed} in a recording; an unknown range has offset and length -1. */
@Name("dev.vectorio.RequestFailed")
@Label("Request Failed")
@Category("vector-io")
@StackTrace(false)
final class RequestFailedEvent extends Event {
    @Label("Location")
    String location = "";

    @Label("Offset")
    long offset;

    @Label("Length")
    long length;

    @Label("Kind")
    String kind = "";

    @Label("Attempt")
    int attempt;

    @Label("Max Attempts")
    int maxAttempts;

    @Label("Will Retry")
    boolean willRetry;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Delay")
    long delay;

    @Label("Message")
    String message = "";

    static void record(VectorIoEvent.RequestFailed facts) {
        RequestFailedEvent event = new RequestFailedEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.location = facts.location().toString();
        event.offset = facts.range().map(ByteRange::offset).orElse(-1L);
        event.length = facts.range().map(ByteRange::length).orElse(-1L);
        event.kind = facts.kind().name();
        event.attempt = facts.attempt();
        event.maxAttempts = facts.maxAttempts();
        event.willRetry = facts.willRetry();
        event.delay = facts.delay().toNanos();
        event.message = facts.message();
        event.commit();
    }
}
