package dev.vectorio.engine;

import dev.vectorio.engine.Charge.Purpose;
import dev.vectorio.plan.PlannedSlice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts undelivered and held bytes. A buffer is charged whole, once, when its first request is admitted, and discharged
 * when it is handed to the caller or released. Hard bound: budget plus one range. Guarded by the scheduler's lock.
 */
final class MemoryBudget {
    private final long budget;
    private final long prefetchShare;
    private final Set<Evictable> windows = new LinkedHashSet<>();
    private final Deque<Evictable> prefetched = new ArrayDeque<>();
    private long used;
    private long usedByPrefetch;
    private long delivered;
    private long peak;

    MemoryBudget(long budget, long prefetchShare) {
        this.budget = budget;
        this.prefetchShare = prefetchShare;
    }

    /** Charges all buffers that the task still needs, or none. */
    boolean admit(RequestTask task) {
        List<Destination> fresh = uncharged(task);
        long bytes = 0;
        for (Destination destination : fresh) {
            bytes += destination.length();
        }
        if (bytes > 0 && used + bytes > budget) {
            return false;
        }
        fresh.forEach(this::charge);
        return true;
    }

    /** As {@link #admit}, within the prefetch share, and only while what callers hold leaves room. */
    boolean admitPrefetch(RequestTask task) {
        long bytes = 0;
        for (Destination destination : uncharged(task)) {
            bytes += destination.length();
        }
        boolean fits = usedByPrefetch + bytes <= prefetchShare && used + delivered + bytes <= budget;
        return (bytes == 0 || fits) && admit(task);
    }

    /**
     * Charges the task's buffers in order until the budget is passed; at most one range goes past it, and none if it is
     * passed already.
     *
     * @return how many of the task's slices have their buffers now
     */
    int force(RequestTask task) {
        int slices = 0;
        for (PlannedSlice slice : task.slices()) {
            Destination destination = task.destination(slice);
            if (!destination.charge.charged && destination.isLive()) {
                if (used > budget) {
                    break;
                }
                charge(destination);
            }
            slices++;
        }
        return slices;
    }

    private static List<Destination> uncharged(RequestTask task) {
        List<Destination> fresh = new ArrayList<>(task.slices().size());
        Destination last = null;
        for (PlannedSlice slice : task.slices()) {
            Destination destination = task.destination(slice);
            if (destination != last && !destination.charge.charged && destination.isLive()) {
                fresh.add(destination);
            }
            last = destination;
        }
        return fresh;
    }

    private void charge(Destination destination) {
        Charge charge = destination.charge;
        if (charge.charged) {
            return;
        }
        charge.charged = true;
        charge.bytes = destination.length();
        used += charge.bytes;
        peak = Math.max(peak, used);
        if (charge.purpose == Purpose.PREFETCH) {
            usedByPrefetch += charge.bytes;
        }
    }

    private void discharge(Charge charge) {
        if (charge.charged) {
            charge.charged = false;
            used -= charge.bytes;
            if (charge.purpose == Purpose.PREFETCH) {
                usedByPrefetch -= charge.bytes;
            }
        }
    }

    void delivered(Charge charge) {
        charge.delivered = true;
        if (charge.purpose == Purpose.DEMAND) {
            delivered += charge.bytes;
            discharge(charge);
        }
    }

    void consumed(Charge charge) {
        if (charge.charged) {
            discharge(charge);
        } else {
            delivered -= charge.bytes;
        }
    }

    void released(Charge charge) {
        discharge(charge);
    }

    /** A prefetched range found its reader: it counts as demanded, or held, from now on. */
    void claim(Charge charge, Purpose purpose) {
        if (charge.purpose == Purpose.PREFETCH) {
            if (charge.charged) {
                usedByPrefetch -= charge.bytes;
            }
            charge.purpose = purpose;
            if (charge.delivered) {
                delivered(charge);
            }
        }
    }

    void addWindow(Evictable window) {
        windows.add(window);
    }

    void addPrefetched(Evictable range) {
        prefetched.addLast(range);
    }

    void forget(Evictable gone) {
        if (!windows.remove(gone)) {
            prefetched.remove(gone);
        }
    }

    /** What to let go next: the newest prefetch first, then the oldest window. */
    @Nullable
    Evictable takeVictim() {
        Evictable victim = prefetched.pollLast();
        if (victim == null && !windows.isEmpty()) {
            victim = windows.iterator().next();
            windows.remove(victim);
        }
        return victim;
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
