package dev.vectorio.store.fault;

import dev.vectorio.store.request.RequestFacts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The faults in force. Rules are asked in the order in which they were added, each about every request; where several
 * strike, their faults add up and the later wins where they contradict. All methods may be called from any thread.
 */
public final class FaultScript {
    private final List<ActiveFault> active = new CopyOnWriteArrayList<>();

    /** Puts {@code rule} into force from the next request on. */
    public ActiveFault add(FaultRule rule) {
        ActiveFault fault = new ActiveFault(rule, active::remove);
        active.add(fault);
        return fault;
    }

    /** Takes all rules out of force. */
    public void clear() {
        active.clear();
    }

    /** What the faults in force make of the answer to this request; counts it. */
    public AnswerShape shape(RequestFacts facts) {
        AnswerShape shape = new AnswerShape();
        for (ActiveFault fault : active) {
            fault.shape(facts, shape);
        }
        return shape;
    }
}
