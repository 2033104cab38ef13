package dev.vectorio.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** {@link VectorIoEvent.ReadPlanned} in a recording. */
@Name("dev.vectorio.ReadPlanned")
@Label("Read Planned")
@Category("vector-io")
@StackTrace(false)
final class ReadPlannedEvent extends Event {
    @Label("Location")
    String location = "";

    @Label("Ranges")
    int ranges;

    @Label("Requests")
    int requests;

    @DataAmount(DataAmount.BYTES)
    @Label("Needed")
    long neededBytes;

    @DataAmount(DataAmount.BYTES)
    @Label("Planned")
    long plannedBytes;

    static void record(VectorIoEvent.ReadPlanned facts) {
        ReadPlannedEvent event = new ReadPlannedEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.location = facts.location().toString();
        event.ranges = facts.ranges();
        event.requests = facts.requests();
        event.neededBytes = facts.neededBytes();
        event.plannedBytes = facts.plannedBytes();
        event.commit();
    }
}
