package dev.vectorio.plan;

import dev.vectorio.model.Objective;
import java.util.List;

/**
 * Why a plan that was weighed against others won.
 *
 * @param objective what was made least
 * @param profile the store as it was known when the plan was made
 * @param candidates all that was weighed, the winner first, the others from the best to the worst
 */
public record PlanChoice(Objective objective, StoreProfile profile, List<PlanCandidate> candidates) {
    /**
     * The list is copied.
     *
     * @throws IllegalArgumentException if there is no winner
     */
    public PlanChoice {
        candidates = List.copyOf(candidates);
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("a choice has a winner");
        }
    }

    /** As text: the store, why the winner won, and a line for each of the best candidates. */
    public String explain() {
        return new ChoiceReport(this).text();
    }

    /** The plan that was taken. */
    public PlanCandidate winner() {
        return candidates.get(0);
    }
}
