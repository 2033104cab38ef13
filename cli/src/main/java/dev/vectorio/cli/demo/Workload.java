package dev.vectorio.cli.demo;

import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.schema.MessageType;

/**
 * What is read.
 *
 * @param title for the table
 * @param files one after another
 * @param projection the columns that are read of each
 */
record Workload(String title, List<WorkloadFile> files, MessageType projection) {
    private static final int SMALL_FILES = 40;
    private static final int WIDE_STEP = 50;

    Workload {
        files = List.copyOf(files);
    }

    static List<Workload> all(double scale) {
        return List.of(small(scale), demo(scale), wide(scale));
    }

    private static Workload small(double scale) {
        WorkloadFile shape = WorkloadFiles.small().scaled(scale);
        List<WorkloadFile> files = IntStream.range(0, SMALL_FILES)
                .mapToObj(i -> shape.withSeed(shape.seed() + i))
                .toList();
        return new Workload(SMALL_FILES + " small files, all columns", files, shape.schema());
    }

    private static Workload demo(double scale) {
        WorkloadFile file = WorkloadFiles.demo().scaled(scale);
        return new Workload("1 file, 1 row group, all of its 50 columns", List.of(file), file.schema());
    }

    /** Groups of three columns, two of them neighbours, far from the next three. */
    private static Workload wide(double scale) {
        WorkloadFile file = WorkloadFiles.wide().scaled(scale);
        List<Integer> columns = new ArrayList<>();
        for (int first = 10; first < file.columns().size(); first += WIDE_STEP) {
            columns.addAll(List.of(first, first + 1, first + 3));
        }
        String title = "1 file, " + file.rowGroups() + " row groups, " + columns.size() + " of its "
                + file.columns().size() + " columns";
        return new Workload(title, List.of(file), file.projection(columns));
    }
}
