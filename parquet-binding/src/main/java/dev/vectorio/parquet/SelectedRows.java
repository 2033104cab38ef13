package dev.vectorio.parquet;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;

/**
 * The rows of a row group that a filter leaves. parquet-java moved the type from an internal package to a public one in
 * 1.18 and made the reader's own (remembered) computation public there, so both are looked up by name, once.
 *
 * @param count how many rows are left
 * @param pages which pages they touch
 */
record SelectedRows(long count, RowSelection pages) {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();
    private static final MethodHandle OF_READER = find(ParquetFileReader.class, "getRowRanges", int.class);
    private static final MethodHandle CALCULATE = find(
            ColumnIndexFilter.class,
            "calculateRowRanges",
            FilterCompat.Filter.class,
            ColumnIndexStore.class,
            Set.class,
            long.class);
    private static final MethodHandle COUNT = find(CALCULATE.type().returnType(), "rowCount");
    private static final MethodHandle OVERLAPS =
            find(CALCULATE.type().returnType(), "isOverlapping", long.class, long.class);
    private static final boolean READER_HAS_IT = OF_READER.type().parameterCount() == 2;

    /** Applies the filter of the options to the page index, which the reader reads from its stream. */
    static SelectedRows of(
            ParquetFileReader reader, int rowGroup, ParquetReadOptions options, Set<ColumnPath> columns) {
        try {
            Object ranges = READER_HAS_IT
                    ? OF_READER.invoke(reader, rowGroup)
                    : CALCULATE.invoke(
                            options.getRecordFilter(),
                            reader.getColumnIndexStore(rowGroup),
                            columns,
                            reader.getRowGroups().get(rowGroup).getRowCount());
            return new SelectedRows((long) COUNT.invoke(ranges), (first, last) -> overlaps(ranges, first, last));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException("parquet-java's row ranges: " + t.getMessage(), t);
        }
    }

    private static boolean overlaps(Object ranges, long first, long last) {
        try {
            return (boolean) OVERLAPS.invoke(ranges, first, last);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException("parquet-java's row ranges: " + t.getMessage(), t);
        }
    }

    // without parameters where there is no such public method: the return type differs between versions
    private static MethodHandle find(Class<?> owner, String name, Class<?>... parameters) {
        try {
            Method found = Arrays.stream(owner.getMethods())
                    .filter(method ->
                            method.getName().equals(name) && Arrays.equals(method.getParameterTypes(), parameters))
                    .findFirst()
                    .orElse(null);
            return found == null ? MethodHandles.empty(MethodType.methodType(void.class)) : LOOKUP.unreflect(found);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(owner + "." + name, e);
        }
    }
}
