package dev.vectorio.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A late GET and its duplicate answer at once, with different bytes: those of one are delivered, of the other none. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "the first GET's bytes")
@Outcome(id = "2, 1, 1", expect = ACCEPTABLE, desc = "the duplicate's bytes")
@Outcome(expect = FORBIDDEN, desc = "whose bytes, duplicates that won, whether all is back")
@State
public class HedgedPairRace {
    private static final int BYTES = 64;

    private final StressedEngine stressed = new StressedEngine(1_000, true);
    private final StagedRead read;

    /** Called by jcstress, for each round. */
    public HedgedPairRace() {
        read = stressed.reader.read(List.of(ByteRange.of(0, BYTES)), stressed.settings);
        stressed.advance(Duration.ofSeconds(1));
    }

    /** One connection. */
    @Actor
    public void first() {
        stressed.get(0).answer(1);
    }

    /** The other. */
    @Actor
    public void duplicate() {
        stressed.get(1).answer(2);
    }

    /** After both. */
    @Arbiter
    public void look(III_Result result) {
        RangeResult bytes = read.result(0).getNow(null);
        result.r1 = bytes == null ? -1 : valueOf(bytes.buffer());
        if (bytes != null) {
            bytes.close();
        }
        result.r2 = (int) stressed.engine.stats().hedgesWon();
        boolean counted = stressed.engine.stats().fetchedBytes() == BYTES;
        result.r3 = counted && stressed.isClean() ? 1 : 0;
    }

    private static int valueOf(ByteBuffer bytes) {
        int value = bytes.get(0);
        for (int i = 0; i < BYTES; i++) {
            value = bytes.get(i) == value ? value : -2;
        }
        return value;
    }
}
