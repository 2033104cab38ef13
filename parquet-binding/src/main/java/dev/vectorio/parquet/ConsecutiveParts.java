package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.ArrayList;
import java.util.List;

/** How parquet-java groups the ranges of a row group: the next listed one joins if it begins where the last one ended. */
final class ConsecutiveParts {
    private ConsecutiveParts() {}

    /** The parts that parquet-java asks for, in the order of the list. */
    static List<ByteRange> of(List<ByteRange> listed) {
        List<ByteRange> parts = new ArrayList<>();
        for (ByteRange range : listed) {
            int last = parts.size() - 1;
            if (last >= 0 && parts.get(last).end() == range.offset()) {
                parts.set(last, ByteRange.between(parts.get(last).offset(), range.end()));
            } else {
                parts.add(range);
            }
        }
        return parts;
    }

    /** Adds the range in pieces of the given length; the last may be shorter. */
    static void cut(ByteRange range, long length, List<ByteRange> pieces) {
        long at = range.offset();
        while (range.end() - at > length) {
            pieces.add(ByteRange.of(at, length));
            at += length;
        }
        pieces.add(ByteRange.between(at, range.end()));
    }
}
