package dev.vectorio.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A body is copied while its range is cancelled: one end, and no write into a buffer that is back. */
@JCStressTest
@Outcome(id = "1, 0, 0, 1", expect = ACCEPTABLE, desc = "delivered")
@Outcome(id = "0, 1, 0, 1", expect = ACCEPTABLE, desc = "cancelled, and the buffer given back")
@Outcome(expect = FORBIDDEN, desc = "delivered, releases, late writes, ends of the stage")
@State
public class CopyAndKillRace {
    private static final int LENGTH = 512;

    private final StressedBuffers buffers = new StressedBuffers();
    private final AtomicInteger ends = new AtomicInteger();
    private final ByteBuffer source = ByteBuffer.wrap(new byte[LENGTH]);
    private final Destination destination;

    /** Called by jcstress, for each round. */
    public CopyAndKillRace() {
        Arrays.fill(source.array(), (byte) 7);
        Charge charge = new Charge(Charge.Purpose.DEMAND, new Lane());
        destination = new Destination(ByteRange.of(0, LENGTH), charge, buffers, Runnable::run, buffers);
        destination.stage().whenComplete((result, error) -> ends.incrementAndGet());
        destination.allocate();
    }

    /** The transport. */
    @Actor
    public void copy() {
        destination.write(0, source, 0, LENGTH / 2);
        destination.write(LENGTH / 2, source, LENGTH / 2, LENGTH / 2);
    }

    /** The caller. */
    @Actor
    public void cancel() {
        destination.kill(new CancellationException());
    }

    /** After both. */
    @Arbiter
    public void look(IIII_Result result) {
        result.r1 = buffers.delivered.get() - (buffers.delivered.get() > 0 ? buffers.gone.get() : 0);
        result.r2 = buffers.releases.get();
        result.r3 = buffers.writtenLate();
        result.r4 = ends.get();
    }
}
