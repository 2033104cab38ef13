package dev.vectorio.engine;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.Transfer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One GET under way, with its clocks. Ends once: when its transfer does, or a second after it was aborted. */
final class Attempt {
    private static final Duration ABORT_GRACE = Duration.ofSeconds(1);

    private final Race race;
    private final RangedRead read;
    private final ScatterSink sink;
    private final boolean duplicate;
    private final EngineClock clock;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicReference<@Nullable ObjectReadException> abortReason = new AtomicReference<>();
    private volatile @Nullable Transfer transfer;
    private volatile Runnable timer = () -> {};
    private volatile long sentNanos;

    Attempt(Race race, ScatterSink sink, boolean duplicate) {
        this.race = race;
        this.read = race.read();
        this.sink = sink;
        this.duplicate = duplicate;
        this.clock = read.clock();
    }

    Race race() {
        return race;
    }

    /** True if it asks for what another one asks for already. */
    boolean isDuplicate() {
        return duplicate;
    }

    ScatterSink sink() {
        return sink;
    }

    long sentNanos() {
        return sentNanos;
    }

    @Nullable
    ObjectReadException abortReason() {
        return abortReason.get();
    }

    void send(GetRequest request) {
        sentNanos = clock.nanoTime();
        read.stats().getStarted();
        try {
            Duration firstByte = read.time().firstByte();
            Duration idle = read.time().idle();
            watch(firstByte.compareTo(idle) < 0 ? firstByte : idle);
            Transfer sent = read.backend().get(request, sink);
            transfer = sent;
            if (abortReason.get() != null) {
                sent.cancel();
            }
            sent.done().whenComplete((nothing, error) -> read.executor().execute(() -> end(error)));
        } catch (Throwable t) {
            Transfer begun = transfer;
            if (begun != null) {
                cancel(begun, t);
            }
            end(t);
        }
    }

    private static void cancel(Transfer sent, Throwable why) {
        try {
            sent.cancel();
        } catch (Throwable t) {
            if (t != why) {
                why.addSuppressed(t);
            }
        }
    }

    private void watch(Duration delay) {
        timer = clock.schedule(this::check, delay);
        if (ended.get()) {
            timer.run();
        }
    }

    private void check() {
        if (ended.get() || abortReason.get() != null) {
            return;
        }
        Duration limit = sink.headSeen() ? read.time().idle() : read.time().firstByte();
        long quiet = clock.nanoTime() - sink.lastProgressNanos();
        if (quiet < limit.toNanos()) {
            // The head may come at any moment, and then less patience is due.
            watch(Duration.ofNanos(
                    Math.min(limit.toNanos() - quiet, read.time().idle().toNanos())));
            return;
        }
        String what = sink.headSeen()
                ? "no progress for " + limit.toMillis() + " ms, " + sink.received() + " bytes received"
                : "no answer within " + limit.toMillis() + " ms";
        read.executor().execute(() -> abort(new ObjectReadException(Kind.TIMEOUT, what)));
    }

    /** Gives the transfer up; {@link Race#ended} follows within {@link #ABORT_GRACE}. */
    void abort(ObjectReadException why) {
        if (ended.get() || !abortReason.compareAndSet(null, why)) {
            return;
        }
        sink.close();
        Transfer sent = transfer;
        if (sent != null) {
            cancel(sent, why);
        }
        timer.run(); // a timer that nobody needs any more would keep the reader and all it has in memory
        timer = clock.schedule(() -> read.executor().execute(() -> end(why)), ABORT_GRACE);
        if (ended.get()) {
            timer.run();
        }
    }

    private void end(@Nullable Throwable error) {
        if (ended.compareAndSet(false, true)) {
            timer.run();
            try {
                race.ended(this, error);
            } catch (Throwable t) {
                race.abandon(t);
            }
        }
    }
}
