package dev.vectorio.peers.table;

import dev.vectorio.cli.files.ColumnKind;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.table.Goal.Measure;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.peers.worker.Reader;
import dev.vectorio.perf.store.StoreKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables, by name. Sizes are those that were published or promised, times {@code scale}. */
public enum Tables {
    /** Few columns, half of the columns, few rows, everything: parquet-java's column readers over every peer. */
    COLUMNS(1, "columns, pages and whole row groups of large files on S3") {
        @Override
        public List<Case> cases(double scale) {
            List<Peer> peers = withoutLookAhead(StoreKind.S3);
            WorkloadFile big = WorkloadFiles.big().scaled(scale);
            Job columns = Job.all(Reader.COLUMNS);
            List<Peer> others = others(StoreKind.S3);
            return List.of(
                    Case.of(
                                    "3 of 300 columns, 8 row groups",
                                    StoreKind.S3,
                                    FileSet.one(big),
                                    columns.withColumns(List.of(20, 150, 280)),
                                    peers)
                            .promised(new Goal(Peer.VECTOR_IO_PARQUET, 0.3, others)),
                    Case.of(
                                    "50 alternate of 300 columns, 8 row groups",
                                    StoreKind.S3,
                                    FileSet.one(big),
                                    columns.withColumns(IntStream.range(0, 50)
                                            .mapToObj(i -> 2 * i)
                                            .toList()),
                                    peers)
                            .promised(new Goal(Peer.VECTOR_IO_PARQUET, 0.3, others)),
                    Case.of(
                                    "1 % of the rows by page index",
                                    StoreKind.S3, FileSet.one(WorkloadFiles.paged()), columns.withPageFilter(), peers)
                            .promised(new Goal(Peer.VECTOR_IO_PARQUET, 0.35, others)),
                    Case.of(
                                    "full scan of one row group",
                                    StoreKind.S3,
                                    FileSet.one(WorkloadFiles.mid().scaled(scale)),
                                    columns,
                                    peers)
                            .promised(
                                    new Goal(Peer.VECTOR_IO_PARQUET, 0.35, List.of(Peer.ICEBERG)),
                                    new Goal(
                                            Peer.VECTOR_IO_PARQUET,
                                            1,
                                            List.of(Peer.S3A_ACCELERATOR, Peer.ICEBERG_ACCELERATOR))),
                    Case.of(
                                    "one row group, nothing decoded",
                                    StoreKind.S3,
                                    FileSet.one(WorkloadFiles.mid().scaled(scale)),
                                    Job.all(Reader.FETCH),
                                    peers)
                            .promised(new Goal(Measure.CPU, Peer.VECTOR_IO_PARQUET, 1.25, others)));
        }
    },
    /** Small files by eight tasks at once. */
    SMALL(1, "small files on S3, 8 tasks at once, Iceberg's row reader") {
        @Override
        public List<Case> cases(double scale) {
            int files = (int) Math.round(200 * scale);
            return List.of(
                    Case.of(
                                    files + " small files, row reader, 8 tasks",
                                    StoreKind.S3,
                                    FileSet.many(smallRows(500), files),
                                    Job.all(Reader.ROWS).withTasks(8),
                                    fileIOs(StoreKind.S3))
                            .promised(smallGoals()),
                    Case.of(
                            files + " files of 0.7 MB, column readers, 8 tasks",
                            StoreKind.S3,
                            FileSet.many(WorkloadFiles.small(), files),
                            Job.all(Reader.COLUMNS).withTasks(8),
                            Peer.of(StoreKind.S3)));
        }
    },
    /** The published table of compaction. */
    COMPACTION(0.02, "compaction of small files, constant 20 M rows times the scale, row reader, 8 tasks") {
        @Override
        public List<Case> cases(double scale) {
            List<Case> cases = new ArrayList<>();
            for (int files : new int[] {250, 500, 1_000, 2_000}) {
                cases.add(Case.of(
                                files + " files",
                                StoreKind.S3,
                                FileSet.many(smallRows((int) Math.max(1, 20_000_000 * scale / files)), files),
                                Job.all(Reader.ROWS).withTasks(8),
                                fileIOs(StoreKind.S3))
                        .published(Map.of(
                                Peer.ICEBERG,
                                "3+0 calls a file",
                                Peer.ICEBERG_ACCELERATOR,
                                "1+1; eager 8-14 % faster",
                                Peer.ICEBERG_EAGER,
                                "1+0; 39-43 % faster than default"))
                        .promised(smallGoals()));
            }
            return cases;
        }
    },
    /** The published table of one month on GCS. */
    GCS_MONTH(1, "one month on GCS: timestamp, key and n doubles, 180,000 rows, one file") {
        @Override
        public List<Case> cases(double scale) {
            List<Case> cases = new ArrayList<>();
            for (int n : new int[] {50, 100, 200, 300}) {
                List<ColumnKind> columns = new ArrayList<>(List.of(ColumnKind.SORTED, ColumnKind.NAME));
                columns.addAll(Collections.nCopies(n, ColumnKind.DOUBLE));
                int rows = (int) (180_000 * scale);
                int inRowGroup = ROW_GROUP_BYTES / (Double.BYTES * columns.size());
                WorkloadFile month = new WorkloadFile("month-" + n, columns, rows, inRowGroup, 20_000, 20_261_130L + n);
                FileSet file = FileSet.one(month);
                for (Reader reader : List.of(Reader.ROWS, Reader.ARROW)) {
                    boolean byRow = reader == Reader.ROWS;
                    cases.add(Case.of(
                                    "n = " + n + ", " + (byRow ? "row reader" : "Arrow reader"),
                                    StoreKind.GCS,
                                    file,
                                    Job.all(reader),
                                    fileIOs(StoreKind.GCS))
                            .published(Map.of(
                                    Peer.LOCAL, byRow ? "86-105 MiB/s" : "326-432 MiB/s",
                                    Peer.ICEBERG, byRow ? "26-39 MiB/s" : "34-59 MiB/s",
                                    Peer.WHOLE_FILE, byRow ? "93-106 MiB/s" : "264-339 MiB/s"))
                            .promised(new Goal(Peer.VECTOR_IO_ICEBERG, 1, List.of(Peer.WHOLE_FILE)))
                            .streamed(new StreamGoal(
                                    Peer.VECTOR_IO_ICEBERG, 0.95, Math.min(1.0, (double) inRowGroup / rows))));
                }
            }
            return cases;
        }
    },
    /** The published table of vectorised reading. */
    VECTORISED(0.05, "vectorised reading: 10 files of 10 M rows times the scale, 1 long column") {
        @Override
        public List<Case> cases(double scale) {
            int rows = (int) (10_000_000 * scale);
            FileSet files = FileSet.many(
                    new WorkloadFile("longs", List.of(ColumnKind.LONG), rows, rows, 20_000, 20_261_130), 10);
            List<Peer> peers = List.of(Peer.LOCAL, Peer.ICEBERG, Peer.VECTOR_IO_ICEBERG);
            List<Case> cases = new ArrayList<>();
            cases.add(Case.of("column readers", StoreKind.S3, files, Job.all(Reader.COLUMNS), peers));
            cases.add(Case.of("Iceberg's row reader", StoreKind.S3, files, Job.all(Reader.ROWS), peers)
                    .published(Map.of(Peer.LOCAL, "11.3 s")));
            for (int batch : new int[] {1_000, 5_000, 10_000, 100_000}) {
                cases.add(Case.of(
                                "Iceberg's Arrow reader, batches of " + batch,
                                StoreKind.S3,
                                files,
                                Job.all(Reader.ARROW).withBatch(batch),
                                peers)
                        .published(Map.of(Peer.LOCAL, "5.9-6.1 s")));
            }
            return cases;
        }
    },
    /** Opening a file. */
    FOOTER(1, "opening a file whose footer has 30 KB, 104 KB and 2 MB") {
        @Override
        public List<Case> cases(double scale) {
            return Stream.of(footer("30 KB", 100, 3), footer("104 KB", 300, 3), footer("2 MB", 1_000, (int)
                            Math.max(1, Math.round(18 * scale))))
                    .toList();
        }

        private Case footer(String size, int columns, int rowGroups) {
            int rows = 2_000;
            WorkloadFile file = new WorkloadFile(
                    "footer-" + columns,
                    Collections.nCopies(columns, ColumnKind.DOUBLE),
                    (long) rows * rowGroups,
                    rows,
                    20_000,
                    20_261_130);
            return Case.of(
                    "footer of " + size,
                    StoreKind.S3,
                    FileSet.one(file),
                    Job.all(Reader.FOOTER),
                    Stream.concat(
                                    withoutLookAhead(StoreKind.S3).stream(),
                                    Stream.of(Peer.FOOTER_HINT_64_KIB, Peer.FOOTER_HINT_512_KIB))
                            .filter(peer -> peer != Peer.WHOLE_FILE)
                            .toList());
        }
    },
    /** Large and small files on ADLS. */
    ADLS(1, "large and small files on ADLS") {
        @Override
        public List<Case> cases(double scale) {
            List<Peer> peers = withoutLookAhead(StoreKind.ADLS);
            Job columns = Job.all(Reader.COLUMNS);
            return List.of(
                    Case.of(
                                    "3 of 300 columns, 8 row groups",
                                    StoreKind.ADLS,
                                    FileSet.one(WorkloadFiles.big().scaled(scale)),
                                    columns.withColumns(List.of(20, 150, 280)),
                                    peers)
                            .promised(
                                    new Goal(Peer.VECTOR_IO_PARQUET, 0.2, List.of(Peer.ICEBERG)),
                                    new Goal(Measure.BYTES, Peer.VECTOR_IO_PARQUET, 0.125, List.of(Peer.ICEBERG))),
                    Case.of(
                            "full scan of one row group",
                            StoreKind.ADLS,
                            FileSet.one(WorkloadFiles.mid().scaled(scale)),
                            columns,
                            peers),
                    Case.of("20 small files", StoreKind.ADLS, FileSet.many(WorkloadFiles.small(), 20), columns, peers));
        }
    },
    /** The same columns on GCS. */
    GCS(1, "columns and whole row groups of large files on GCS") {
        @Override
        public List<Case> cases(double scale) {
            List<Peer> peers = withoutLookAhead(StoreKind.GCS);
            Job columns = Job.all(Reader.COLUMNS);
            return List.of(
                    Case.of(
                                    "3 of 300 columns, 8 row groups",
                                    StoreKind.GCS,
                                    FileSet.one(WorkloadFiles.big().scaled(scale)),
                                    columns.withColumns(List.of(20, 150, 280)),
                                    peers)
                            .promised(new Goal(Peer.VECTOR_IO_PARQUET, 0.3, others(StoreKind.GCS))),
                    Case.of(
                            "full scan of one row group",
                            StoreKind.GCS,
                            FileSet.one(WorkloadFiles.mid().scaled(scale)),
                            columns,
                            peers),
                    Case.of("20 small files", StoreKind.GCS, FileSet.many(WorkloadFiles.small(), 20), columns, peers));
        }
    };

    /** What writers start a new row group at unless they are told otherwise. */
    static final int ROW_GROUP_BYTES = 128 << 20;

    private final double defaultScale;
    private final String title;

    Tables(double defaultScale, String title) {
        this.defaultScale = defaultScale;
        this.title = title;
    }

    /** What is read. */
    public abstract List<Case> cases(double scale);

    /** The scale that takes a few minutes. */
    public double defaultScale() {
        return defaultScale;
    }

    /** For people. */
    public String title() {
        return title;
    }

    private static List<Peer> withoutLookAhead(StoreKind kind) {
        return Peer.of(kind).stream()
                .filter(peer -> peer != Peer.VECTOR_IO_ICEBERG_NO_LOOK_AHEAD)
                .toList();
    }

    private static List<Peer> fileIOs(StoreKind kind) {
        return Peer.of(kind).stream().filter(Peer::isFileIO).toList();
    }

    /** All that are not ours and read from the store. */
    private static List<Peer> others(StoreKind kind) {
        return Peer.of(kind).stream()
                .filter(peer -> !peer.isOurs() && peer != Peer.LOCAL)
                .toList();
    }

    private static WorkloadFile smallRows(int rows) {
        List<ColumnKind> columns = new ArrayList<>();
        columns.addAll(Collections.nCopies(4, ColumnKind.LONG));
        columns.addAll(Collections.nCopies(4, ColumnKind.DOUBLE));
        columns.addAll(List.of(ColumnKind.INT, ColumnKind.NAME));
        return new WorkloadFile("rows", columns, rows, rows, 20_000, 20_261_130);
    }

    private static Goal[] smallGoals() {
        return new Goal[] {
            new Goal(Peer.VECTOR_IO_ICEBERG, 0.4, List.of(Peer.ICEBERG)),
            new Goal(Peer.VECTOR_IO_ICEBERG, 0.6, List.of(Peer.ICEBERG_ACCELERATOR, Peer.ICEBERG_EAGER)),
            new Goal(Peer.VECTOR_IO_ICEBERG_NO_LOOK_AHEAD, 1, List.of(Peer.ICEBERG_ACCELERATOR, Peer.ICEBERG_EAGER))
        };
    }
}
