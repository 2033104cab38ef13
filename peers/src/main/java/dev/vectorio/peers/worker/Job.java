package dev.vectorio.peers.worker;

import java.util.Arrays;
import java.util.List;

/**
 * What a peer is told to read.
 *
 * @param reader who decodes
 * @param columns positions of the columns; none: all
 * @param paged whether only the rows of {@code WorkloadFiles.pagedFilter} are wanted
 * @param tasks that read at the same time, each its share of the files
 * @param batch rows of a batch of {@link Reader#ARROW}
 */
public record Job(Reader reader, List<Integer> columns, boolean paged, int tasks, int batch) {
    /** The list is copied. */
    public Job {
        columns = List.copyOf(columns);
    }

    /** All columns, by one task. */
    public static Job all(Reader reader) {
        return new Job(reader, List.of(), false, 1, 5_000);
    }

    /** The same of some columns. */
    public Job withColumns(List<Integer> positions) {
        return new Job(reader, positions, paged, tasks, batch);
    }

    /** The same of few rows. */
    public Job withPageFilter() {
        return new Job(reader, columns, true, tasks, batch);
    }

    /** The same by several tasks. */
    public Job withTasks(int changed) {
        return new Job(reader, columns, paged, changed, batch);
    }

    /** The same in other batches. */
    public Job withBatch(int changed) {
        return new Job(reader, columns, paged, tasks, changed);
    }

    String toLine() {
        String positions = columns.isEmpty()
                ? "-"
                : String.join(",", columns.stream().map(String::valueOf).toList());
        return String.join(
                " ", reader.name(), positions, String.valueOf(paged), String.valueOf(tasks), String.valueOf(batch));
    }

    static Job parse(String line) {
        List<String> words = List.of(line.split(" ", -1));
        List<Integer> columns = words.get(1).equals("-")
                ? List.of()
                : Arrays.stream(words.get(1).split(",", -1))
                        .map(Integer::valueOf)
                        .toList();
        return new Job(
                Reader.valueOf(words.get(0)),
                columns,
                Boolean.parseBoolean(words.get(2)),
                Integer.parseInt(words.get(3)),
                Integer.parseInt(words.get(4)));
    }
}
