package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * Turns ranges into requests. Pure: the same ranges in any order and the same context give the same requests. The ranges
 * may overlap, nest, repeat and be empty.
 */
public interface ReadPlanner {
    /** The plan for {@code ranges}; slices refer to them by index. */
    ReadPlan plan(List<ByteRange> ranges, PlanContext context);

    /** True if plans depend on {@link PlanContext#profile()}; who does not look at it is spared the working out. */
    default boolean weighs() {
        return true;
    }
}
