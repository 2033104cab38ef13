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
}
