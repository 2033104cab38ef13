package dev.vectorio.plan;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.aggregator.ArgumentsAggregator;

/** A row of the merge table: file, need, then GETs and bytes at each gap limit. */
record TableRow(String file, long need, List<Integer> gets, List<Long> bytes) {
    static final List<Long> GAP_LIMITS = List.of(0L, 64L, 128L, 4096L, 8192L);

    /** Reads a row from the columns of a CSV line. */
    static final class Aggregator implements ArgumentsAggregator {
        @Override
        public TableRow aggregateArguments(ArgumentsAccessor columns, ParameterContext context) {
            return new TableRow(
                    columns.getString(0),
                    columns.getLong(1),
                    IntStream.range(0, GAP_LIMITS.size())
                            .mapToObj(i -> columns.getInteger(2 + 2 * i))
                            .toList(),
                    IntStream.range(0, GAP_LIMITS.size())
                            .mapToObj(i -> columns.getLong(3 + 2 * i))
                            .toList());
        }
    }
}
