package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known when a plan is made.
 *
 * @param objectLength length of the object in bytes, if known
 * @param held bytes that are in memory already, sorted, disjoint and not touching; no request asks for them again. Empty ones
 *     are left out
 * @param maxRequestBytes the read's own limit for a request, where it is below the planner's; {@link Long#MAX_VALUE} if it
 *     has none
 * @param keepableBytes a longer object cannot be kept whole in memory, so that fetching it whole would fetch it again and
 *     again; {@link Long#MAX_VALUE} if memory sets no limit
 * @param profile the store as it is known now, for planners that weigh; absent: they take what they were made with
 */
public record PlanContext(
        OptionalLong objectLength,
        List<ByteRange> held,
        long maxRequestBytes,
        long keepableBytes,
        Optional<StoreProfile> profile) {
    private static final PlanContext UNKNOWN = new PlanContext(OptionalLong.empty(), List.of());

    /**
     * @throws IllegalArgumentException if the held ranges are not sorted and apart, or a limit is too low
     */
    public PlanContext {
        if (maxRequestBytes < 1) {
            throw new IllegalArgumentException("the limit of a request must be positive: " + maxRequestBytes);
        }
        if (keepableBytes < 0) {
            throw new IllegalArgumentException("what can be kept must not be negative: " + keepableBytes);
        }
        held = held.stream().filter(block -> !block.isEmpty()).toList();
        for (int i = 1; i < held.size(); i++) {
            if (held.get(i - 1).end() >= held.get(i).offset()) {
                throw new IllegalArgumentException("held ranges must be sorted and apart: " + held);
            }
        }
    }

    /** Where memory sets no limit. */
    public PlanContext(OptionalLong objectLength, List<ByteRange> held, long maxRequestBytes) {
        this(objectLength, held, maxRequestBytes, Long.MAX_VALUE);
    }

    /** Where nothing is known of the store. */
    public PlanContext(OptionalLong objectLength, List<ByteRange> held, long maxRequestBytes, long keepableBytes) {
        this(objectLength, held, maxRequestBytes, keepableBytes, Optional.empty());
    }

    /** For a read without a limit of its own. */
    public PlanContext(OptionalLong objectLength, List<ByteRange> held) {
        this(objectLength, held, Long.MAX_VALUE);
    }

    /** With what is known of the store. */
    public PlanContext withProfile(StoreProfile known) {
        return new PlanContext(objectLength, held, maxRequestBytes, keepableBytes, Optional.of(known));
    }

    /** Nothing known, nothing held. */
    public static PlanContext unknown() {
        return UNKNOWN;
    }

    /** An object of {@code length} bytes, nothing held. */
    public static PlanContext ofLength(long length) {
        return new PlanContext(OptionalLong.of(length), List.of());
    }
}
