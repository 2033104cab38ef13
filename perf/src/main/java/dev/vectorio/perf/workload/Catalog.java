package dev.vectorio.perf.workload;

import dev.vectorio.VectorIoOptions;
import dev.vectorio.cli.files.ColumnKind;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.perf.store.StoreKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** All workloads, on files that are written once into a folder. */
public final class Catalog {
    /** Files of the two workloads of many files. */
    public static final int MANY = 200;

    private static final int READERS = 16;
    private static final int ALL_CONNECTIONS = 64;
    private static final long LARGE_ROW_GROUPS_SEED = 7;
    private static final double SMALL_FACTOR = 1.46;
    /** Raw ranges on stores other than S3, where each workload has a factor of its own. */
    private static final double OTHER_STORES_FACTOR = 1.25;

    private final Path folder;
    private final StoreKind store;
    private final VectorIoOptions options = VectorIoOptions.defaults();

    /** Workloads on files in this folder, staged in S3; those that are missing are written. */
    public Catalog(Path folder) {
        this(folder, StoreKind.S3);
    }

    /** The same in a store of any kind. */
    public Catalog(Path folder, StoreKind store) {
        this.folder = folder;
        this.store = store;
    }

    /** The rows of the table, in its order. */
    public List<Workload> all() throws IOException {
        return List.of(
                small(true),
                small(false),
                manyReaders(),
                lookAhead(),
                mid(),
                bigThreeColumns(),
                bigHalf(),
                paged(),
                largeFooter());
    }

    /** One file of at most 1 MiB, read whole. */
    public Workload small(boolean lengthKnown) throws IOException {
        StagedFile file = staged(smallFile());
        Selection selection = everything(file, lengthKnown);
        Goal goal = new Goal(
                1, file.length(), 1, factor(1.15), DecodeGoal.FLOOR_AND_LOCAL, 1, Counts.whole(1, file.length()));
        return new OneFile(lengthKnown ? "small" : "small, length unknown", selection, goal);
    }

    /** 200 small files, 16 readers. */
    public Workload manyReaders() throws IOException {
        List<Selection> files = many();
        long bytes = MANY * files.get(0).file().length();
        Goal goal =
                new Goal(1, bytes, READERS, factor(1.2), DecodeGoal.FLOOR_AND_LOCAL, MANY, Counts.whole(MANY, bytes));
        return new ManyFiles("200 small, 16 readers", files, READERS, goal);
    }

    /** 200 small files, announced, one reader. */
    public Workload lookAhead() throws IOException {
        List<Selection> files = many();
        long bytes = MANY * files.get(0).file().length();
        Goal goal = new Goal(
                1, bytes, ALL_CONNECTIONS, factor(1.3), DecodeGoal.OVERLAPPED, MANY, Counts.whole(MANY, bytes));
        return new LookAheadFiles("200 small, announced, 1 reader", files, goal);
    }

    private List<Selection> many() throws IOException {
        Selection one = everything(staged(smallFile()), true);
        return IntStream.range(0, MANY)
                .mapToObj(i -> one.of(one.file().withKey("many/part-%03d.parquet".formatted(i))))
                .toList();
    }

    private double factor(double onS3) {
        return store == StoreKind.S3 ? onS3 : OTHER_STORES_FACTOR;
    }

    private static WorkloadFile smallFile() {
        return WorkloadFiles.small().scaled(SMALL_FACTOR);
    }

    /** 75 MB, one row group, read whole. */
    public Workload mid() throws IOException {
        Selection selection = everything(staged(WorkloadFiles.mid()), true);
        long need = selection.needBytes();
        Goal goal = new Goal(
                2,
                need,
                10,
                factor(1.15),
                DecodeGoal.FLOOR_AND_LOCAL,
                1,
                new Counts(9, 11, need, need * 102 / 100, 2, 2));
        return new OneFile("mid, all", selection, goal);
    }

    /** 400 MB, 300 columns, 8 row groups; 3 columns far apart. */
    public Workload bigThreeColumns() throws IOException {
        Selection selection = big(List.of(20, 150, 280));
        long need = selection.needBytes();
        long most = need * 105 / 100 + options.tailBytesFor(selection.file().length());
        Goal goal = new Goal(
                2,
                need,
                24,
                factor(1.2),
                DecodeGoal.FLOOR_AND_LOCAL_FEW_COLUMNS,
                8,
                new Counts(2, 25, need, most, 2, 4));
        return new OneFile("big, 3 columns", selection, goal);
    }

    /**
     * Of the same file every other of the first 100 columns. Through a plain input file a row group is more than what is read
     * ahead at first, so that each may be a round of its own where decoding is slower than fetching. The factor is that of the
     * fixed planner, on every store.
     */
    public Workload bigHalf() throws IOException {
        Selection selection = big(IntStream.range(0, 50).mapToObj(i -> 2 * i).toList());
        long need = selection.needBytes();
        Goal goal = new Goal(
                2,
                need,
                ALL_CONNECTIONS,
                1.8,
                DecodeGoal.OVERLAPPED_BUT_ONE,
                8,
                new Counts(2, 401, need, need * 2, 2, 2 + 8));
        return new OneFile("big, 50 alternate columns", selection, goal);
    }

    private Selection big(List<Integer> positions) throws IOException {
        WorkloadFile file = WorkloadFiles.big();
        return Selection.ofColumns(staged(file), true, file.projection(positions));
    }

    /** 1 % of the rows of 5 columns by the page index. */
    public Workload paged() throws IOException {
        WorkloadFile shape = WorkloadFiles.paged();
        StagedFile file = staged(shape);
        long first = shape.rowsPerRowGroup() / 2;
        long end = first + shape.rowsPerRowGroup() / 100;
        Selection selection = Selection.ofPages(
                file,
                shape.schema(),
                WorkloadFiles.pagedFilter(),
                WorkloadFile.columnName(0),
                (from, to) -> from < end && to >= first);
        long need = selection.needBytes();
        boolean indexInTail = selection.rounds().get(0).stream()
                .allMatch(slice -> slice.offset() >= file.length() - options.tailBytesFor(file.length()));
        int rounds = indexInTail ? 2 : 3;
        Goal goal = new Goal(
                rounds,
                need,
                ALL_CONNECTIONS,
                factor(1.25),
                DecodeGoal.FLOOR_AND_LOCAL_PAGES,
                shape.rowGroups(),
                new Counts(2, 1 + 20 + 20, need, need * 3, 3, 2 + shape.rowGroups()));
        return new OneFile("paged, 1 % of rows", selection, goal);
    }

    /** A footer that is longer than the tail. */
    public Workload largeFooter() throws IOException {
        WorkloadFile shape = WorkloadFiles.largeFooter();
        StagedFile file = staged(shape);
        Selection selection = Selection.ofColumns(file, true, shape.projection(List.of(500)));
        long need = selection.needBytes();
        long chunks = selection.rounds().get(0).size();
        Goal goal = new Goal(
                3,
                need,
                ALL_CONNECTIONS,
                0,
                DecodeGoal.NONE,
                shape.rowGroups(),
                new Counts(3, 2 + (int) chunks, need, file.length(), 3, 5));
        return new OneFile(
                "footer larger than the tail", selection, goal, selection.file().footerBytes());
    }

    /** As many files, each of two row groups of 128 MiB in 16 columns. */
    public List<Selection> largeRowGroups(int files) throws IOException {
        int rows = 1 << 20;
        WorkloadFile shape = new WorkloadFile(
                "row-groups",
                Collections.nCopies(16, ColumnKind.DOUBLE),
                2L * rows,
                rows,
                20_000,
                LARGE_ROW_GROUPS_SEED);
        Selection one = everything(staged(shape), true);
        return IntStream.range(0, files)
                .mapToObj(i -> one.of(one.file().withKey("row-groups/part-" + i + ".parquet")))
                .toList();
    }

    private static Selection everything(StagedFile file, boolean lengthKnown) throws IOException {
        return Selection.ofColumns(
                file, lengthKnown, file.metadata().getFileMetaData().getSchema());
    }

    /** The file in the folder, written if it is not there. */
    private StagedFile staged(WorkloadFile shape) throws IOException {
        String name = shape.name() + "-" + shape.rows() + "x" + shape.columns().size() + ".parquet";
        Path path = folder.resolve(name);
        if (!Files.exists(path)) {
            Files.createDirectories(folder);
            Path unfinished = Files.createTempFile(folder, name, ".part");
            shape.write(unfinished);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        }
        return StagedFile.of(store, name, path);
    }

    /** Every file that the workloads read, once for each key. */
    public static List<StagedFile> files(List<Workload> workloads) {
        List<StagedFile> files = new ArrayList<>();
        workloads.stream()
                .flatMap(workload -> workload.selections().stream())
                .map(Selection::file)
                .filter(file -> files.stream().noneMatch(known -> known.key().equals(file.key())))
                .forEach(files::add);
        return files;
    }
}
