package dev.vectorio.store.timing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shares bandwidth fairly among the answers that flow: each gets min(connection, total ÷ flowing) at every moment.
 *
 * <p>All flowing answers have the same rate, so one number tells the share of each: the bytes that an answer flowing all
 * the time would have been allotted. An answer's own allotment is that number's growth since it joined, and it is granted
 * in steps that begin small, so that the first bytes are not held back, and grow to what is cheap to write. Granted bytes
 * never exceed the allotment, so no answer and no sum of answers is ever ahead of the model; a late grant catches up.
 */
public final class BandwidthPacer {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int FIRST_STEP_BYTES = 64 << 10;
    private static final int LARGEST_STEP_BYTES = 256 << 10;
    private static final double LONGEST_STEP_NANOS = 8e6;
    private static final long SHORTEST_WAIT_NANOS = 100_000;
    /** Bytes per nanosecond that stand for no limit: a petabyte per second. */
    private static final double NO_LIMIT = 1e6;

    private final DeadlineClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Flow> flowing = new ArrayList<>();
    private double connectionRate = NO_LIMIT;
    private double totalRate = NO_LIMIT;
    private double share;
    private long shareNanos = System.nanoTime();
    private long wakeNanos = Long.MAX_VALUE;

    /** A pacer without limits whose steps are timed by {@code clock}. */
    public BandwidthPacer(DeadlineClock clock) {
        this.clock = clock;
    }

    /** Takes over the bandwidths of {@code model}, for answers that flow already too. */
    public void use(TimingModel model) {
        lock.lock();
        try {
            advance(System.nanoTime());
            connectionRate = perNano(model.connectionBytesPerSecond());
            totalRate = perNano(model.totalBytesPerSecond());
        } finally {
            lock.unlock();
        }
        grantDue();
    }

    private static double perNano(long bytesPerSecond) {
        return bytesPerSecond == TimingModel.UNLIMITED ? NO_LIMIT : bytesPerSecond / NANOS_PER_SECOND;
    }

    /**
     * Lets an answer of {@code bytes} bytes flow from now on.
     *
     * @param bytes its length, at least 1
     * @param bytesPerSecond its own limit below the model's, or {@link TimingModel#UNLIMITED}
     * @param grant takes the bytes granted at each step; called on the clock's thread, must not block
     */
    public Flow join(long bytes, long bytesPerSecond, Grant grant) {
        Flow flow = new Flow(bytes, perNano(bytesPerSecond), grant);
        flow.resume();
        return flow;
    }

    /** Takes the bytes that an answer may send now. */
    @FunctionalInterface
    public interface Grant {
        /** {@code bytes} more bytes may be sent. */
        void granted(long bytes);
    }

    private double rate() {
        return Math.min(connectionRate, totalRate / flowing.size());
    }

    private void advance(long now) {
        share = flowing.isEmpty() ? 0 : share + Math.max(0, now - shareNanos) * rate();
        shareNanos = Math.max(now, shareNanos);
    }

    private void grantDue() {
        List<Runnable> grants = new ArrayList<>();
        lock.lock();
        try {
            wakeNanos = Long.MAX_VALUE;
            advance(System.nanoTime());
            for (int i = flowing.size() - 1; i >= 0; i--) {
                Flow flow = flowing.get(i);
                long bytes = flow.takeDue();
                if (bytes > 0) {
                    grants.add(() -> flow.grant.granted(bytes));
                }
                if (flow.granted == flow.bytes) {
                    flowing.remove(i);
                }
            }
            scheduleNext();
        } finally {
            lock.unlock();
        }
        grants.forEach(Runnable::run);
    }

    /** Sets the clock to the earliest step that falls due at the rate of this moment. Called under the lock. */
    private void scheduleNext() {
        if (flowing.isEmpty()) {
            return;
        }
        double wait = Double.MAX_VALUE;
        for (Flow flow : flowing) {
            wait = Math.min(wait, flow.nanosUntilDue());
        }
        long deadline = shareNanos + Math.max(SHORTEST_WAIT_NANOS, (long) Math.ceil(Math.min(wait, 1e15)));
        if (deadline < wakeNanos) {
            wakeNanos = deadline;
            clock.at(deadline, () -> wake(deadline));
        }
    }

    private void wake(long deadline) {
        boolean current;
        lock.lock();
        try {
            current = wakeNanos == deadline;
        } finally {
            lock.unlock();
        }
        if (current) {
            grantDue();
        }
    }

    /** One answer's part in the bandwidth. All methods may be called from any thread. */
    public final class Flow {
        private final long bytes;
        private final double ownRate;
        private final Grant grant;
        private double joinedShare;
        private long joinedNanos;
        private double allottedBefore;
        private long granted;
        private double step = FIRST_STEP_BYTES;

        private Flow(long bytes, double ownRate, Grant grant) {
            this.bytes = bytes;
            this.ownRate = ownRate;
            this.grant = grant;
        }

        /** Gives up the share while the client takes nothing, or for good. Nothing is granted until {@link #resume}. */
        public void pause() {
            lock.lock();
            try {
                advance(System.nanoTime());
                if (flowing.remove(this)) {
                    allottedBefore = granted;
                    scheduleNext();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Takes part again, from where the grants stopped. */
        public void resume() {
            lock.lock();
            try {
                advance(System.nanoTime());
                if (granted < bytes && !flowing.contains(this)) {
                    joinedShare = share;
                    joinedNanos = shareNanos;
                    flowing.add(this);
                    scheduleNext();
                }
            } finally {
                lock.unlock();
            }
        }

        private double allotted() {
            return allottedBefore + Math.min(share - joinedShare, (shareNanos - joinedNanos) * ownRate);
        }

        private long nextStepEnd() {
            double longest = Math.min(LARGEST_STEP_BYTES, Math.max(1, Math.min(rate(), ownRate) * LONGEST_STEP_NANOS));
            return Math.min(bytes, granted + Math.max(1, (long) Math.min(step, longest)));
        }

        private long takeDue() {
            long allotted = Math.min(bytes, Math.round(allotted()));
            if (allotted < nextStepEnd()) {
                return 0;
            }
            long due = allotted - granted;
            granted += due;
            step = Math.min(step * 2, LARGEST_STEP_BYTES);
            return due;
        }

        private double nanosUntilDue() {
            double lacking = Math.max(0, nextStepEnd() - allotted());
            return lacking / Math.min(rate(), ownRate);
        }
    }
}
