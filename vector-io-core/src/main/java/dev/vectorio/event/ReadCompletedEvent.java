package dev.vectorio.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** {@link VectorIoEvent.ReadCompleted} in a recording. */
@Name("dev.vectorio.ReadCompleted")
@Label("Read Completed")
@Category("vector-io")
@StackTrace(false)
final class ReadCompletedEvent extends Event {
    @Label("Location")
    String location = "";

    @Label("Ranges")
    int ranges;

    @Label("Failed Ranges")
    int failedRanges;

    @DataAmount(DataAmount.BYTES)
    @Label("Needed")
    long neededBytes;

    @DataAmount(DataAmount.BYTES)
    @Label("Fetched")
    long fetchedBytes;

    @DataAmount(DataAmount.BYTES)
    @Label("Wasted")
    long wastedBytes;

    @DataAmount(DataAmount.BYTES)
    @Label("Retried")
    long retriedBytes;

    @Timespan(Timespan.NANOSECONDS)
    @Label("Total")
    long total;

    static void record(VectorIoEvent.ReadCompleted facts) {
        ReadCompletedEvent event = new ReadCompletedEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.location = facts.location().toString();
        event.ranges = facts.ranges();
        event.failedRanges = facts.failedRanges();
        event.neededBytes = facts.neededBytes();
        event.fetchedBytes = facts.fetchedBytes();
        event.wastedBytes = facts.wastedBytes();
        event.retriedBytes = facts.retriedBytes();
        event.total = facts.duration().toNanos();
        event.commit();
    }
}
