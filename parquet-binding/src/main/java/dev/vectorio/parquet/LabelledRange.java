package dev.vectorio.parquet;

import dev.vectorio.model.ByteRange;
import java.util.List;

/**
 * Bytes of a Parquet file and what they are.
 *
 * @param range the bytes; never empty, at most {@code Integer.MAX_VALUE} long
 * @param label for people, such as {@code rg 3 / a.b.c}
 */
public record LabelledRange(ByteRange range, String label) {
    /** The ranges alone, in the same order. */
    public static List<ByteRange> ranges(List<LabelledRange> labelled) {
        return labelled.stream().map(LabelledRange::range).toList();
    }

    /** The labels alone, in the same order. */
    public static List<String> labels(List<LabelledRange> labelled) {
        return labelled.stream().map(LabelledRange::label).toList();
    }
}
