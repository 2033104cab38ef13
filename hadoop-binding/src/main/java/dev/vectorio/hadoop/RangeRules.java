package dev.vectorio.hadoop;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.FileRange;

/**
 * What Hadoop's specification of {@code readVectored} refuses, with its exceptions, as releases from 3.4.1 on do. Checked
 * before any I/O, and on every release alike.
 */
final class RangeRules {
    private RangeRules() {}

    /**
     * @param length of the file in bytes, as far as it is known
     * @throws NullPointerException if the list or a range is null
     * @throws IllegalArgumentException if a length is negative, or two ranges share bytes
     * @throws EOFException if an offset is negative, or a range ends behind the file's end
     */
    static void check(List<? extends FileRange> ranges, Optional<Long> length) throws EOFException {
        Objects.requireNonNull(ranges, "ranges is null");
        for (FileRange range : ranges) {
            Objects.requireNonNull(range, "range is null");
            if (range.getLength() < 0) {
                throw new IllegalArgumentException("negative length in " + range);
            }
            if (range.getOffset() < 0) {
                throw new EOFException("negative offset in " + range);
            }
        }
        List<FileRange> sorted = new ArrayList<>(ranges);
        sorted.sort(Comparator.comparingLong(FileRange::getOffset));
        for (int i = 1; i < sorted.size(); i++) {
            FileRange before = sorted.get(i - 1);
            if (sorted.get(i).getOffset() < before.getOffset() + before.getLength()) {
                throw new IllegalArgumentException(before + " and " + sorted.get(i) + " share bytes");
            }
        }
        if (!sorted.isEmpty() && length.isPresent()) {
            FileRange last = sorted.get(sorted.size() - 1);
            if (last.getOffset() >= length.get() || last.getLength() > length.get() - last.getOffset()) {
                throw new EOFException(last + " ends behind the file of " + length.get() + " bytes");
            }
        }
    }
}
