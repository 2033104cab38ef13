package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.engine.Charge.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Counts undelivered and held bytes. A buffer is charged whole, once, when its first request (or its copy out of a window)
 * is admitted, and discharged when it is handed to the caller or released. Hard bound: budget plus one range. Guarded by
 * the scheduler's lock.
 */
final class MemoryBudget {
    private final long budget;
    private final long prefetchShare;
    private final TreeMap<Long, Charge> windows = new TreeMap<>();
    private final TreeMap<Long, Charge> prefetched = new TreeMap<>();
    private long used;
    private long leaving;
    private long usedByPrefetch;
    private long delivered;
    private long peak;
    private long lastNumber;

    MemoryBudget(long budget, long prefetchShare) {
        this.budget = budget;
        this.prefetchShare = prefetchShare;
    }

    /** Bytes that the task's buffers would add. */
    static long freshBytes(RequestTask task) {
        long bytes = 0;
        for (DestinationSlice slice : task.slices()) {
            bytes += freshBytes(slice.destination());
        }
        return bytes;
    }

    /** Bytes that a buffer would add. */
    static long freshBytes(Destination destination) {
        return destination.charge.state == State.NOWHERE ? destination.length() : 0;
    }

    /** Charges all buffers that the task still needs, or none. */
    boolean admit(RequestTask task) {
        long bytes = freshBytes(task);
        if (bytes > 0 && used + bytes > budget) {
            return false;
        }
        task.slices().forEach(slice -> charge(slice.destination()));
        return true;
    }

    /**
     * As {@link #admit}, within the prefetch share and the lane's part of it, and only while what callers hold leaves room. A
     * lane that holds nothing may take more than its part.
     */
    boolean admitPrefetch(RequestTask task, int lanes) {
        Lane lane = task.read().prefetchLane();
        long bytes = freshBytes(task);
        boolean fits = usedByPrefetch + bytes <= prefetchShare
                && used + delivered + bytes <= budget
                && (lane.prefetchBytes == 0 || lane.prefetchBytes + bytes <= prefetchShare / lanes);
        return (bytes == 0 || fits) && admit(task);
    }

    /** How many slices, from the first, a lane's part of the prefetch share has room for when it is empty; at least one. */
    int prefetchSlices(RequestTask task, int lanes) {
        long bytes = 0;
        int slices = 0;
        for (DestinationSlice slice : task.slices()) {
            bytes += freshBytes(slice.destination());
            if (slices > 0 && bytes > prefetchShare / lanes) {
                break;
            }
            slices++;
        }
        return slices;
    }

    /** Charges a buffer that is filled out of a window: at once, unless a range goes past the budget already. */
    boolean admitCopy(Destination destination) {
        boolean admitted = used <= budget || destination.length() == 0;
        if (admitted) {
            charge(destination);
        }
        return admitted;
    }

    /**
     * Charges the task's buffers in order until the budget is passed; at most one range goes past it, and none if it is
     * passed already.
     *
     * @return how many of the task's slices have their buffers now
     */
    int force(RequestTask task) {
        int slices = 0;
        for (DestinationSlice slice : task.slices()) {
            if (freshBytes(slice.destination()) > 0) {
                if (used > budget) {
                    break;
                }
                charge(slice.destination());
            }
            slices++;
        }
        return slices;
    }

    private void charge(Destination destination) {
        Charge charge = destination.charge;
        if (charge.state != State.NOWHERE) {
            return;
        }
        charge.state = State.IN_USE;
        charge.bytes = destination.length();
        used += charge.bytes;
        peak = Math.max(peak, used);
        if (charge.purpose == Purpose.PREFETCH) {
            usedByPrefetch += charge.bytes;
            charge.lane.prefetchBytes += charge.bytes;
            list(charge, prefetched);
        }
    }

    private void list(Charge charge, NavigableMap<Long, Charge> evictable) {
        if (charge.owner != null && charge.number == 0) {
            charge.number = ++lastNumber;
            evictable.put(charge.number, charge);
        }
    }

    private void unlist(Charge charge) {
        prefetched.remove(charge.number, charge);
        windows.remove(charge.number, charge);
        charge.number = 0;
    }

    /** The last byte has come; what somebody waits for is the caller's from now on. */
    void delivered(Charge charge) {
        charge.complete = true;
        if (charge.purpose == Purpose.DEMAND && charge.state != State.GONE) {
            discharge(charge);
            charge.state = State.DELIVERED;
            delivered += charge.bytes;
        } else if (charge.purpose == Purpose.HELD && charge.state == State.IN_USE) {
            list(charge, windows);
        }
    }

    /**
     * The bytes are no longer in memory, or no longer the library's.
     *
     * @return true if that makes room
     */
    boolean gone(Charge charge) {
        boolean counted = charge.state == State.IN_USE || charge.state == State.DELIVERED;
        discharge(charge);
        if (charge.state == State.DELIVERED) {
            delivered -= charge.bytes;
        }
        charge.state = State.GONE;
        return counted;
    }

    private void discharge(Charge charge) {
        unlist(charge);
        if (charge.state == State.IN_USE) {
            used -= charge.bytes;
            stays(charge);
            unprefetch(charge);
        }
    }

    private void unprefetch(Charge charge) {
        if (charge.purpose == Purpose.PREFETCH) {
            usedByPrefetch -= charge.bytes;
            charge.lane.prefetchBytes -= charge.bytes;
        }
    }

    /** Nobody is letting these bytes go any more. */
    private void stays(Charge charge) {
        if (charge.leaving) {
            charge.leaving = false;
            leaving -= charge.bytes;
        }
    }

    /** A prefetched range found its reader: it counts as demanded, or held, from now on. */
    void claim(Charge charge, Purpose purpose) {
        if (charge.purpose != Purpose.PREFETCH) {
            return;
        }
        if (charge.state == State.IN_USE) {
            unlist(charge);
            stays(charge);
            unprefetch(charge);
        }
        charge.purpose = purpose;
        if (charge.complete) {
            delivered(charge);
        }
    }

    /**
     * Chooses what to let go so that {@code bytes} have room: the newest prefetch first, then the oldest windows. Nothing is
     * chosen while what is leaving already makes the room.
     */
    List<Charge> makeRoom(long bytes) {
        List<Charge> victims = new ArrayList<>(1);
        while (used - leaving + bytes > budget) {
            Map.Entry<Long, Charge> next = prefetched.isEmpty() ? windows.firstEntry() : prefetched.lastEntry();
            if (next == null) {
                break;
            }
            Charge victim = next.getValue();
            unlist(victim);
            victim.leaving = true;
            leaving += victim.bytes;
            victims.add(victim);
        }
        return victims;
    }

    /** A victim was not let go: somebody else has it, and says what becomes of it. */
    void spared(Charge victim) {
        stays(victim);
    }

    /** True if memory is on its way back. */
    boolean isLeaving() {
        return leaving > 0;
    }

    long used() {
        return used;
    }

    long peak() {
        return peak;
    }

    long deliveredBytes() {
        return delivered;
    }
}
