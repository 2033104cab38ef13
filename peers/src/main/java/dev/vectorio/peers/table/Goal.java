package dev.vectorio.peers.table;

import dev.vectorio.peers.access.Peer;
import java.util.List;

/**
 * A promise about two numbers of one run.
 *
 * @param measure what is compared
 * @param ours one way of this library
 * @param most how many times that of the best of the others it may need, at most
 * @param others that it is compared with
 */
public record Goal(Measure measure, Peer ours, double most, List<Peer> others) {
    /** What can be promised. */
    public enum Measure {
        /** Wall time. */
        TIME,
        /** Processor time; only peers that have more than one request in flight are compared with. */
        CPU,
        /** Body bytes that the store sent. */
        BYTES
    }

    /** The list is copied. */
    public Goal {
        others = List.copyOf(others);
    }

    /** About time. */
    public Goal(Peer ours, double most, List<Peer> others) {
        this(Measure.TIME, ours, most, others);
    }
}
