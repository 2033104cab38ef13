package dev.vectorio.plan;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * One GET.
 *
 * @param range the bytes that it asks for
 * @param slices what of them goes where, sorted by source offset; slices overlap where ranges do
 * @param reason why the request has this shape
 */
public record PlannedRequest(ByteRange range, List<PlannedSlice> slices, Reason reason) {
    /** Why a request has its shape. */
    public enum Reason {
        /** One range, untouched. */
        ALONE,
        /** Several ranges in one request. */
        MERGED,
        /** Cut because it would have been too long or too wasteful. */
        SPLIT,
        /** The object is small: everything that is not in memory yet. */
        WHOLE_OBJECT
    }

    /** The list is copied. */
    public PlannedRequest {
        slices = List.copyOf(slices);
    }

    /** Bytes of the request that some range wants. */
    public long usefulBytes() {
        long useful = 0;
        long seen = range.offset();
        for (PlannedSlice slice : slices) {
            useful += Math.max(0, slice.sourceEnd() - Math.max(seen, slice.sourceOffset()));
            seen = Math.max(seen, slice.sourceEnd());
        }
        return useful;
    }

    /** Bytes of the request that no range wants. */
    public long gapBytes() {
        return range.length() - usefulBytes();
    }
}
