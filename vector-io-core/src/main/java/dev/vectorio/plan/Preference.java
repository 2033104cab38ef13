package dev.vectorio.plan;

import dev.vectorio.model.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Which of several candidates is better. Equal ones: the one of fewer dollars, then fewer bytes, then fewer requests. */
enum Preference {
    /** The least time. */
    TIME {
        @Override
        ToDoubleFunction<PlanCandidate> cost(List<PlanCandidate> candidates) {
            return PlanCandidate::seconds;
        }
    },
    /** The least money, where waiting costs, but a twentieth more than the least time does not. */
    COST {
        @Override
        ToDoubleFunction<PlanCandidate> cost(List<PlanCandidate> candidates) {
            double free = PATIENCE
                    * candidates.stream()
                            .mapToDouble(PlanCandidate::seconds)
                            .min()
                            .orElse(0);
            return candidate -> candidate.dollars() + DOLLARS_PER_SECOND * Math.max(0, candidate.seconds() - free);
        }
    },
    /** The least money, where waiting costs. */
    BALANCED {
        @Override
        ToDoubleFunction<PlanCandidate> cost(List<PlanCandidate> candidates) {
            return candidate -> candidate.dollars() + DOLLARS_PER_SECOND * candidate.seconds();
        }
    };

    /** What waiting costs: a machine of twenty dollars an hour, or that share of a larger one. */
    private static final double DOLLARS_PER_SECOND = 20.0 / 3600;

    private static final double PATIENCE = 1.05;

    static Preference of(Objective objective) {
        return switch (objective) {
            case TIME -> TIME;
            case COST -> COST;
            case BALANCED -> BALANCED;
        };
    }

    /** What to make least. */
    abstract ToDoubleFunction<PlanCandidate> cost(List<PlanCandidate> candidates);

    /** The candidates, the best first. */
    List<PlanCandidate> ranked(List<PlanCandidate> candidates) {
        List<PlanCandidate> ranked = new ArrayList<>(candidates);
        ranked.sort(Comparator.comparingDouble(cost(candidates))
                .thenComparingDouble(PlanCandidate::dollars)
                .thenComparingLong(PlanCandidate::fetchedBytes)
                .thenComparingInt(PlanCandidate::requests)
                .thenComparingLong(PlanCandidate::maxGapBytes)
                .thenComparingLong(PlanCandidate::maxPieceBytes));
        return ranked;
    }
}
