package dev.vectorio.event;

import dev.vectorio.event.VectorIoEvent.ReadCompleted;
import dev.vectorio.event.VectorIoEvent.ReadPlanned;
import dev.vectorio.event.VectorIoEvent.RequestCompleted;
import dev.vectorio.event.VectorIoEvent.RequestFailed;
import dev.vectorio.event.VectorIoEvent.RequestHedged;
import jdk.jfr.FlightRecorder;

/**
 * Writes every event to Java Flight Recorder, in the category {@code vector-io}: {@code dev.vectorio.ReadPlanned},
 * {@code RequestCompleted}, {@code RequestHedged}, {@code RequestFailed} and {@code ReadCompleted}. Costs next to nothing while no recording
 * runs: the event classes are not even loaded before the recorder is first used.
 */
public enum JfrEvents implements VectorIoListener {
    /** The one listener; it has no state. */
    LISTENER;

    @Override
    public void onEvent(VectorIoEvent event) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        // An if chain, since pattern switches are newer than Java 17; a test has one event of every permitted type.
        if (event instanceof ReadPlanned e) {
            ReadPlannedEvent.record(e);
        } else if (event instanceof RequestCompleted e) {
            RequestCompletedEvent.record(e);
        } else if (event instanceof RequestHedged e) {
            RequestHedgedEvent.record(e);
        } else if (event instanceof RequestFailed e) {
            RequestFailedEvent.record(e);
        } else if (event instanceof ReadCompleted e) {
            ReadCompletedEvent.record(e);
        }
    }
}
