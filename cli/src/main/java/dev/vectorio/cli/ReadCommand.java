package dev.vectorio.cli;

import dev.vectorio.VectorIo;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.ColumnSelection;
import dev.vectorio.parquet.ParquetDamage;
import dev.vectorio.parquet.VectorIoInputFile;
import dev.vectorio.parquet.VectorIoParquet;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.MessageType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code vio read}: every value of a Parquet file, and what it cost. */
@Command(
        name = "read",
        mixinStandardHelpOptions = true,
        description = "Decodes every value of a Parquet file and tells what it cost.",
        footer = {
            "",
            "The checksum is over all values: the same wherever the file lies and however it is read.",
            "",
            "Examples:",
            "  vio read s3://bucket/key.parquet",
            "  vio read s3://bucket/key.parquet --columns a,b.c --row-groups 0-3 --json",
            "  vio read s3://bucket/key.parquet --endpoint http://127.0.0.1:9000 --path-style --anonymous",
            "  vio read file:part-0.parquet --plain --set vectorio.max-gap-bytes=1MiB"
        })
final class ReadCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli, like the next two
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Vio vio;

    @Parameters(
            paramLabel = "URI",
            description = "s3://bucket/key, gs://bucket/key, abfs://container@account.dfs.core.windows.net/path, "
                    + "file:path or a plain path.")
    @SuppressWarnings("NullAway.Init")
    private String uri;

    @Option(
            names = "--plain",
            description = "Through the plain input file, which learns from the first row group what will be read.")
    private boolean plain;

    @Mixin
    private final ParquetArguments parquet = new ParquetArguments();

    @Mixin
    private final LengthArgument length = new LengthArgument();

    @Mixin
    private final StoreArguments store = new StoreArguments();

    @Mixin
    private final OutputArguments output = new OutputArguments();

    @Override
    public Integer call() throws IOException {
        ObjectLocation location = store.location(uri);
        RequestTimes times = new RequestTimes();
        long start = System.nanoTime();
        try (VectorIo io = store.connect(location, times)) {
            ValueTotals values;
            try (ParquetFileReader reader = open(io, length.known(location))) {
                values = decode(io, reader, location);
            }
            Duration wall = Duration.ofNanos(System.nanoTime() - start);
            print(location, values, ReadTotals.of(io, times, wall));
        }
        return 0;
    }

    private ParquetFileReader open(VectorIo io, KnownObject object) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder().build();
        return ParquetFailures.naming(
                object.location(),
                () -> plain
                        ? ParquetFileReader.open(new VectorIoInputFile(io, object), options)
                        : VectorIoParquet.open(io, object, options, parquet.selection()));
    }

    private ValueTotals decode(VectorIo io, ParquetFileReader reader, ObjectLocation location) throws IOException {
        MessageType schema = reader.getFileMetaData().getSchema();
        ColumnSelection columns = parquet.selection().columnsOf(location.toString(), schema);
        MessageType projection = columns.projection(schema);
        if (plain) {
            keep(reader, parquet.selection().rowGroupsOf(location.toString(), reader.getFooter()));
            reader.setRequestedSchema(projection);
        }
        long bytes = reader.getRowGroups().stream()
                .flatMap(rowGroup -> rowGroup.getColumns().stream())
                .filter(chunk -> columns.contains(chunk.getPath()))
                .mapToLong(ColumnChunkMetaData::getTotalSize)
                .sum();
        Progress.Meter meter =
                new Progress.Meter("reading", bytes, () -> io.stats().fetchedBytes());
        return Progress.watch(
                vio.screen(),
                meter,
                () -> ParquetFailures.naming(
                        location, () -> ParquetValues.of(reader, projection, rows -> {}, ParquetDamage::of)));
    }

    /** The list is the reader's own: parquet-java offers no other way to choose by position. */
    private static void keep(ParquetFileReader reader, List<BlockMetaData> chosen) {
        Set<BlockMetaData> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(chosen);
        reader.getRowGroups().removeIf(rowGroup -> !kept.contains(rowGroup));
    }

    private void print(ObjectLocation location, ValueTotals values, ReadTotals totals) {
        if (output.json) {
            JsonObject json = new JsonObject()
                    .put("uri", location.toString())
                    .put("rows", values.rows())
                    .put("values", values.values())
                    .put("checksum", values.checksumText());
            spec.commandLine().getOut().println(totals.addTo(json));
            return;
        }
        spec.commandLine()
                .getOut()
                .println(String.format(
                        Locale.ROOT,
                        "%s%nrows      %,d%nvalues    %,d%nchecksum  %s%n%s",
                        location,
                        values.rows(),
                        values.values(),
                        values.checksumText(),
                        totals.text()));
    }
}
