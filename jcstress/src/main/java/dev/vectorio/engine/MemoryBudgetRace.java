package dev.vectorio.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.vectorio.model.ByteRange;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two reads that do not fit into the budget together: both come, inside budget plus one range, and all memory is back. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "both came")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the second was cancelled")
@Outcome(expect = FORBIDDEN, desc = "first came, second came, whether the books are right")
@State
public class MemoryBudgetRace {
    private static final int BUDGET = 100;
    private static final int BYTES = 64;

    private final StressedEngine stressed = new StressedEngine(BUDGET, false);
    private final StagedRead before;
    private @Nullable StagedRead read;

    /** Called by jcstress, for each round. */
    public MemoryBudgetRace() {
        before = stressed.reader.read(List.of(ByteRange.of(0, BYTES)), stressed.settings);
    }

    /** The transport of the first, whose memory comes free; and a caller who gives the second up, if it is there. */
    @Actor
    public void answer() {
        stressed.get(0).answer(1);
        StagedRead other = read;
        if (other != null) {
            other.cancel();
        }
    }

    /** The caller of the second. */
    @Actor
    public void ask() {
        read = stressed.reader.read(List.of(ByteRange.of(200, BYTES)), stressed.settings);
    }

    /** After both. */
    @Arbiter
    public void look(III_Result result) {
        stressed.answerAll(2);
        result.r1 = cameAndClosed(before);
        StagedRead second = read;
        result.r2 = second == null ? -1 : cameAndClosed(second);
        result.r3 = stressed.isClean() && stressed.engine.peakBytes() <= BUDGET + BYTES ? 1 : 0;
    }

    private static int cameAndClosed(StagedRead read) {
        if (!read.result(0).isDone()) {
            return -1;
        }
        if (read.result(0).isCompletedExceptionally()) {
            return 0;
        }
        read.result(0).join().close();
        return 1;
    }
}
