package dev.vectorio.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Row groups by their position in the footer, such as {@code 0-3,7}.
 *
 * @param spans inclusive, as written
 */
record RowGroups(List<Span> spans) {
    /** From one row group to another, both included. */
    record Span(int first, int last) {}

    RowGroups {
        spans = List.copyOf(spans);
    }

    /**
     * Parses positions and spans, separated by commas.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static RowGroups parse(String text) {
        List<Span> spans = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.matches("\\d{1,6}(-\\d{1,6})?")) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a list of row groups such as 0-3,7, each of at most six digits");
            }
            String[] ends = part.split("-", -1);
            Span span = new Span(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
            if (span.first() > span.last()) {
                throw new IllegalArgumentException("'" + part + "' ends before it begins");
            }
            spans.add(span);
        }
        return new RowGroups(spans);
    }

    /** All of them, each as often as it was written. */
    List<Integer> positions() {
        return spans.stream()
                .flatMapToInt(span -> IntStream.rangeClosed(span.first(), span.last()))
                .boxed()
                .toList();
    }
}
