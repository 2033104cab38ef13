package dev.vectorio.event;

import dev.vectorio.model.ByteRange;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** {@link VectorIoEvent.RequestHedged} in a recording; an unknown range has offset and length -1. */
@Name("dev.vectorio.RequestHedged")
@Label("Request Hedged")
@Category("vector-io")
@StackTrace(false)
final class RequestHedgedEvent extends Event {
    @Label("Location")
    String location = "";

    @Label("Offset")
    long offset;

    @Label("Length")
    long length;

    @Label("Attempt")
    int attempt;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Waited")
    long waited;

    static void record(VectorIoEvent.RequestHedged facts) {
        RequestHedgedEvent event = new RequestHedgedEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.location = facts.location().toString();
        event.offset = facts.range().map(ByteRange::offset).orElse(-1L);
        event.length = facts.range().map(ByteRange::length).orElse(-1L);
        event.attempt = facts.attempt();
        event.waited = facts.waited().toNanos();
        event.commit();
    }
}
