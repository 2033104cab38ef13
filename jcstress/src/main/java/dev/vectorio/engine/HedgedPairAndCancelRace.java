package dev.vectorio.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.vectorio.model.ByteRange;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A duplicate answers while its caller gives up: delivered or cancelled, and slots, memory and buffers are back. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "delivered")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "cancelled")
@Outcome(expect = FORBIDDEN, desc = "delivered or cancelled, whether all is back")
@State
public class HedgedPairAndCancelRace {
    private final StressedEngine stressed = new StressedEngine(1_000, true);
    private final StagedRead read;

    /** Called by jcstress, for each round. */
    public HedgedPairAndCancelRace() {
        read = stressed.reader.read(List.of(ByteRange.of(0, 64)), stressed.settings);
        stressed.advance(Duration.ofSeconds(1));
    }

    /** The duplicate's connection. */
    @Actor
    public void duplicate() {
        stressed.get(1).answer(2);
    }

    /** The caller. */
    @Actor
    public void cancel() {
        read.cancel();
    }

    /** After both. */
    @Arbiter
    public void look(II_Result result) {
        result.r1 = !read.result(0).isDone() ? -1 : read.result(0).isCompletedExceptionally() ? 0 : 1;
        if (result.r1 == 1) {
            read.result(0).join().close();
        }
        result.r2 = stressed.isClean() ? 1 : 0;
    }
}
