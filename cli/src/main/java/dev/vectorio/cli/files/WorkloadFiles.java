package dev.vectorio.cli.files;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;

/** The files of the workloads that the project measures itself by. */
public final class WorkloadFiles {
    private static final long SEED = 20_261_130;
    private static final int PAGE_ROWS = 20_000;
    private static final int PAGED_ROWS_PER_ROW_GROUP = 500_000;
    private static final int PAGED_ROWS_PER_PAGE = 5_000;

    private WorkloadFiles() {}

    /** 20 columns of several kinds, about 0.7 MB, one row group: read whole. */
    public static WorkloadFile small() {
        List<ColumnKind> columns = new ArrayList<>();
        columns.addAll(Collections.nCopies(8, ColumnKind.DOUBLE));
        columns.addAll(Collections.nCopies(4, ColumnKind.LONG));
        columns.addAll(Collections.nCopies(3, ColumnKind.INT));
        columns.addAll(Collections.nCopies(2, ColumnKind.NAME));
        columns.addAll(Collections.nCopies(2, ColumnKind.SPARSE_DOUBLE));
        columns.add(ColumnKind.BOOLEAN);
        return new WorkloadFile("small", columns, 5_500, 5_500, PAGE_ROWS, SEED);
    }

    /** 52 double columns, 75 MB, one row group: read whole. */
    public static WorkloadFile mid() {
        return doubles("mid", 52, 180_000, 180_000);
    }

    /** 50 double columns, 180,000 rows, 72 MB, one row group. */
    public static WorkloadFile demo() {
        return doubles("demo", 50, 180_000, 180_000);
    }

    /** 200 double columns, 12 row groups, 60 MB: a few columns are read. */
    public static WorkloadFile wide() {
        return doubles("wide", 200, 37_500, 3_125);
    }

    /** 300 double columns, 8 row groups, 400 MB: few columns, or every other, are read. */
    public static WorkloadFile big() {
        return doubles("big", 300, 166_664, 20_833);
    }

    /**
     * 5 columns, 4 row groups, 80 MB. {@code c000} counts the rows of each row group, so that {@link #pagedFilter} leaves
     * 1 % of the rows of each.
     */
    public static WorkloadFile paged() {
        List<ColumnKind> columns = new ArrayList<>();
        columns.add(ColumnKind.SORTED);
        columns.addAll(Collections.nCopies(4, ColumnKind.DOUBLE));
        int perRowGroup = PAGED_ROWS_PER_ROW_GROUP;
        return new WorkloadFile("paged", columns, 4L * perRowGroup, perRowGroup, PAGED_ROWS_PER_PAGE, SEED);
    }

    /** Selects 1 % of the rows of each row group of {@link #paged}: 5,000 rows, one page of each column. */
    public static FilterPredicate pagedFilter() {
        long first = PAGED_ROWS_PER_ROW_GROUP / 2;
        long end = first + PAGED_ROWS_PER_ROW_GROUP / 100;
        var column = FilterApi.longColumn(WorkloadFile.columnName(0));
        return FilterApi.and(FilterApi.gtEq(column, first), FilterApi.lt(column, end));
    }

    /** 1,000 double columns, 12 row groups, 20 MB: its footer is longer than 1 MiB, the longest tail that is fetched. */
    public static WorkloadFile largeFooter() {
        return doubles("large-footer", 1_000, 2_400, 200);
    }

    private static WorkloadFile doubles(String name, int columns, long rows, int rowsPerRowGroup) {
        return new WorkloadFile(
                name, Collections.nCopies(columns, ColumnKind.DOUBLE), rows, rowsPerRowGroup, PAGE_ROWS, SEED);
    }
}
