package dev.vectorio.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one read, and through its parents of its reader and of the whole engine. */
public final class StatsCounter {
    private final StatsCounter[] chain;
    final LongAdder gets = new LongAdder();
    final LongAdder needBytes = new LongAdder();
    final LongAdder fetchedBytes = new LongAdder();
    final LongAdder retriedBytes = new LongAdder();
    final LongAdder retries = new LongAdder();
    final LongAdder throttled = new LongAdder();
    final LongAdder hedges = new LongAdder();
    final LongAdder hedgesWon = new LongAdder();
    final LongAdder rounds = new LongAdder();
    final LongAdder prefetchHits = new LongAdder();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongAccumulator maxInFlight = new LongAccumulator(Math::max, 0);
    private final AtomicInteger open = new AtomicInteger();

    /** A counter of its own. */
    public StatsCounter() {
        chain = new StatsCounter[] {this};
    }

    private StatsCounter(StatsCounter parent) {
        chain = new StatsCounter[parent.chain.length + 1];
        chain[0] = this;
        System.arraycopy(parent.chain, 0, chain, 1, parent.chain.length);
    }

    StatsCounter child() {
        return new StatsCounter(this);
    }

    void getStarted() {
        for (StatsCounter c : chain) {
            c.gets.increment();
            c.maxInFlight.accumulate(c.inFlight.incrementAndGet());
        }
    }

    /** Bytes of a body came; told before they are handed on, so that whoever has them finds them counted. */
    void received(long bytes) {
        for (StatsCounter c : chain) {
            c.fetchedBytes.add(bytes);
        }
    }

    void getEnded(long bytesAgain) {
        for (StatsCounter c : chain) {
            c.inFlight.decrementAndGet();
            c.retriedBytes.add(bytesAgain);
        }
    }

    void needed(long bytes) {
        for (StatsCounter c : chain) {
            c.needBytes.add(bytes);
        }
    }

    void retried(boolean throttled) {
        for (StatsCounter c : chain) {
            c.retries.increment();
        }
        if (throttled) {
            throttledOnce();
        }
    }

    void throttledOnce() {
        for (StatsCounter c : chain) {
            c.throttled.increment();
        }
    }

    /** A duplicate is about to be sent, which counts as a GET too. */
    void hedged() {
        for (StatsCounter c : chain) {
            c.hedges.increment();
        }
    }

    void hedgeWon() {
        for (StatsCounter c : chain) {
            c.hedgesWon.increment();
        }
    }

    void prefetchHit() {
        for (StatsCounter c : chain) {
            c.prefetchHits.increment();
        }
    }

    /** A request was queued. From nothing queued or in flight to something is a new round. */
    void requestOpened() {
        for (StatsCounter c : chain) {
            if (c.open.getAndIncrement() == 0) {
                c.rounds.increment();
            }
        }
    }

    void requestClosed() {
        for (StatsCounter c : chain) {
            c.open.decrementAndGet();
        }
    }

    /** GETs sent. */
    public long gets() {
        return gets.sum();
    }

    /** Size of the union of the bytes asked for, summed over readers. */
    public long needBytes() {
        return needBytes.sum();
    }

    /** Bytes received. */
    public long fetchedBytes() {
        return fetchedBytes.sum();
    }

    /** Bytes received a second time, after a failed attempt. */
    public long retriedBytes() {
        return retriedBytes.sum();
    }

    /** Attempts after the first; a duplicate is none. */
    public long retries() {
        return retries.sum();
    }

    /** Attempts that ended because the store asked for fewer requests. */
    public long throttled() {
        return throttled.sum();
    }

    /** Duplicates of late GETs. */
    public long hedges() {
        return hedges.sum();
    }

    /** Duplicates whose answer was used, as it came first. */
    public long hedgesWon() {
        return hedgesWon.sum();
    }

    /** Steps from nothing queued or in flight to something. */
    public long rounds() {
        return rounds.sum();
    }

    /** Demanded ranges that a prefetch had announced. */
    public long prefetchHits() {
        return prefetchHits.sum();
    }

    /** Most GETs in flight at once. */
    public long maxInFlight() {
        return maxInFlight.get();
    }
}
