package dev.vectorio.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The two halves of a range come with two requests: it is delivered once, with the bytes of both. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "delivered once and whole")
@Outcome(expect = FORBIDDEN, desc = "deliveries, ends of the stage, whether all bytes are there")
@State
public class TwoCopiesRace {
    private static final int LENGTH = 256;

    private final StressedBuffers buffers = new StressedBuffers();
    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicInteger whole = new AtomicInteger();
    private final ByteBuffer source = ByteBuffer.wrap(new byte[LENGTH]);
    private final Destination destination;

    /** Called by jcstress, for each round. */
    public TwoCopiesRace() {
        Arrays.fill(source.array(), (byte) 7);
        Charge charge = new Charge(Charge.Purpose.DEMAND, new Lane());
        destination = new Destination(ByteRange.of(0, LENGTH), charge, buffers, Runnable::run, buffers);
        destination.stage().whenComplete((result, error) -> {
            ends.incrementAndGet();
            if (result != null && result.buffer().equals(source)) {
                whole.incrementAndGet();
            }
        });
        destination.allocate();
    }

    /** One transport. */
    @Actor
    public void first() {
        destination.write(0, source, 0, LENGTH / 2);
    }

    /** The other. */
    @Actor
    public void second() {
        destination.write(LENGTH / 2, source, LENGTH / 2, LENGTH / 2);
    }

    /** After both. */
    @Arbiter
    public void look(III_Result result) {
        result.r1 = buffers.delivered.get();
        result.r2 = ends.get();
        result.r3 = whole.get();
    }
}
