package dev.vectorio.store.fault;

import dev.vectorio.store.request.RequestFacts;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A rule in force, counted. All methods may be called from any thread. */
public final class ActiveFault {
    private final FaultRule rule;
    private final Runnable remove;
    private final SplittableRandom draws;
    private final long addedNanos = System.nanoTime();
    private long matched;
    private long struck;

    ActiveFault(FaultRule rule, Consumer<ActiveFault> remove) {
        this.rule = rule;
        this.remove = () -> remove.accept(this);
        this.draws = new SplittableRandom(rule.chance().seed());
    }

    /** Takes the rule out of force; answers that it shaped already stay as they are. Idempotent. */
    public void remove() {
        remove.run();
    }

    /** How many requests matched so far, harmed or not. */
    public synchronized long matched() {
        return matched;
    }

    /** How many requests were harmed so far. */
    public synchronized long struck() {
        return struck;
    }

    void shape(RequestFacts facts, AnswerShape shape) {
        if (strikes(facts)) {
            for (Fault fault : rule.faults()) {
                shape.applied(fault.name());
                fault.effect().accept(shape);
            }
        }
    }

    private synchronized boolean strikes(RequestFacts facts) {
        boolean over = rule.duration()
                .map(d -> System.nanoTime() - addedNanos > d.toNanos())
                .orElse(false);
        if (over || !rule.match().matches(facts)) {
            return false;
        }
        matched++;
        boolean drawn = rule.chance().probability() >= 1
                || draws.nextDouble() < rule.chance().probability();
        boolean due = drawn && matched > rule.skip() && struck < rule.times().orElse(Long.MAX_VALUE);
        if (due) {
            struck++;
        }
        return due;
    }
}
