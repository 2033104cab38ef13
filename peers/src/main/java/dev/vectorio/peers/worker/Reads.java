package dev.vectorio.peers.worker;

import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.peers.access.Access;
import dev.vectorio.peers.access.RemoteFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.parquet.Parquet;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/** What one task does with its files, by each reader. Thread-safe. */
final class Reads {
    private final Access access;
    private final Shapes shapes;

    Reads(Access access, Shapes shapes) {
        this.access = access;
        this.shapes = shapes;
    }

    /** Everything of these files, one after another. */
    ValueTotals task(Job job, List<RemoteFile> files) throws IOException {
        return switch (job.reader()) {
            case COLUMNS -> columns(job, files);
            case ROWS -> rows(job, files);
            case FETCH -> fetch(job, files);
            case FOOTER -> footers(job, files);
            case ARROW -> throw new IllegalArgumentException("reads tables, not files");
        };
    }

    private static ParquetReadOptions options(boolean paged) {
        ParquetReadOptions.Builder options = ParquetReadOptions.builder().withUseHadoopVectoredIo(true);
        if (paged) {
            options.withRecordFilter(FilterCompat.get(WorkloadFiles.pagedFilter()));
        }
        return options.build();
    }

    private ValueTotals columns(Job job, List<RemoteFile> files) throws IOException {
        ValueTotals totals = ValueTotals.NONE;
        Closeable announced = access.announce(files);
        try {
            for (RemoteFile file : files) {
                MessageType columns = shapes.columns(file, job);
                try (ParquetFileReader reader = access.open(file, options(job.paged()), columns)) {
                    totals = totals.plus(ParquetValues.of(reader, columns));
                }
            }
        } finally {
            announced.close();
        }
        return totals;
    }

    private ValueTotals fetch(Job job, List<RemoteFile> files) throws IOException {
        long rows = 0;
        for (RemoteFile file : files) {
            try (ParquetFileReader reader = access.open(file, options(false), shapes.columns(file, job))) {
                for (PageReadStore next = reader.readNextRowGroup(); next != null; next = reader.readNextRowGroup()) {
                    try (PageReadStore rowGroup = next) {
                        rows += rowGroup.getRowCount();
                    }
                }
            }
        }
        return new ValueTotals(rows, 0, 0);
    }

    private ValueTotals footers(Job job, List<RemoteFile> files) throws IOException {
        long rows = 0;
        for (RemoteFile file : files) {
            try (ParquetFileReader reader = access.open(file, options(false), shapes.columns(file, job))) {
                rows += reader.getFooter().getBlocks().stream()
                        .mapToLong(block -> block.getRowCount())
                        .sum();
            }
        }
        return new ValueTotals(rows, 0, 0);
    }

    /** As Spark's readers do: the input files of the whole task are made before the first is opened. */
    private ValueTotals rows(Job job, List<RemoteFile> files) throws IOException {
        FileIO io = access.fileIO();
        Schema columns = shapes.icebergColumns(files.get(0), job);
        List<InputFile> inputs = new ArrayList<>();
        files.forEach(file -> inputs.add(io.newInputFile(file.location(), file.length())));
        Cells cells = new Cells(columns);
        for (InputFile input : inputs) {
            try (CloseableIterable<Record> records = Parquet.read(input)
                    .project(columns)
                    .reuseContainers()
                    .createReaderFunc(schema -> GenericParquetReaders.buildReader(columns, schema))
                    .build()) {
                records.forEach(cells::add);
            }
        }
        return cells.totals();
    }
}
