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
import org.openjdk.jcstress.infra.results.II_Result;

/** A prefetched range is asked for while it is dropped for want of memory: its reader gets it, or fetches it anew. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the prefetched bytes")
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "fetched anew")
@Outcome(expect = FORBIDDEN, desc = "whose bytes, whether all is back")
@State
public class TakeAndDropRace {
    private static final ByteRange RANGE = ByteRange.of(100, 64);

    private final StressedEngine stressed = new StressedEngine(1_000, false);
    private final PrefetchedRange prefetched;
    private @Nullable StagedRead read;

    /** Called by jcstress, for each round. */
    public TakeAndDropRace() {
        stressed.reader.prefetch(List.of(RANGE), stressed.settings);
        prefetched = stressed.reader.prefetched().overlapping(RANGE).get(0);
        stressed.answerAll(1);
    }

    /** The caller. */
    @Actor
    public void take() {
        read = stressed.reader.read(List.of(RANGE), stressed.settings);
    }

    /** Somebody who is short of memory. */
    @Actor
    public void drop() {
        prefetched.evict();
    }

    /** After both. */
    @Arbiter
    public void look(II_Result result) {
        stressed.answerAll(2);
        StagedRead asked = read;
        if (asked != null && asked.result(0).isDone() && !asked.result(0).isCompletedExceptionally()) {
            result.r1 = asked.result(0).join().buffer().get(0);
            asked.result(0).join().close();
        }
        result.r2 = stressed.isClean() ? 1 : 0;
    }
}
