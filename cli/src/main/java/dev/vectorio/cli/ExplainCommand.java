package dev.vectorio.cli;

import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoStats;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.ColumnChunkRanges;
import dev.vectorio.parquet.ColumnSelection;
import dev.vectorio.parquet.LabelledRange;
import dev.vectorio.parquet.ParquetLayout;
import dev.vectorio.plan.ReadPlan;
import dev.vectorio.plan.StoreProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code vio explain}: what {@code vio read} with the same arguments would do. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = "Reads the footer of a Parquet file and prints the plan that a read would run.",
        footer = {
            "",
            "Requests and bytes are those that 'vio read' with the same arguments sends. The time is that of the requests;",
            "decoding, and pauses where the memory budget is full, come on top.",
            "",
            "Examples:",
            "  vio explain s3://bucket/key.parquet",
            "  vio explain s3://bucket/key.parquet --columns a,b --profile-store s3-express --json",
            "  vio explain part-0.parquet --first-byte-ms 30 --connection-mbps 60 --total-mbps 400"
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli, like the next one
    private CommandSpec spec;

    @Parameters(
            paramLabel = "URI",
            description = "s3://bucket/key, gs://bucket/key, abfs://container@account.dfs.core.windows.net/path, "
                    + "file:path or a plain path.")
    @SuppressWarnings("NullAway.Init")
    private String uri;

    @Mixin
    private final ParquetArguments parquet = new ParquetArguments();

    @Mixin
    private final LengthArgument length = new LengthArgument();

    @Mixin
    private final ProfileArguments profile = new ProfileArguments();

    @Mixin
    private final StoreArguments store = new StoreArguments();

    @Mixin
    private final OutputArguments output = new OutputArguments();

    @Override
    public Integer call() throws IOException {
        ObjectLocation location = store.location(uri);
        RequestTimes times = new RequestTimes();
        try (VectorIo io = store.connect(location, times);
                RangeReader reader = io.open(length.known(location))) {
            StoreProfile costs = profile.profile(io.options().maxConcurrentRequests());
            ParquetMetadata footer = ParquetFailures.naming(location, () -> footer(reader));
            ReadTotals.awaitQuiet(io);
            VectorIoStats opening = reader.stats();
            List<ByteRange> requests =
                    times.answered().stream().map(RequestTimes.Answered::range).toList();
            Explanation explanation = explain(reader, footer, new Opening(requests, opening), costs);
            spec.commandLine().getOut().println(output.json ? explanation.json() : explanation.text());
        }
        return 0;
    }

    /**
     * @param requests that brought the footer
     * @param stats what they cost
     */
    private record Opening(List<ByteRange> requests, VectorIoStats stats) {}

    private static ParquetMetadata footer(RangeReader reader) throws IOException {
        RangeReaderInputFile file = new RangeReaderInputFile(reader);
        ParquetReadOptions options = ParquetReadOptions.builder().build();
        try (SeekableInputStream stream = file.newStream()) {
            return ParquetFileReader.readFooter(file, options, stream);
        }
    }

    private Explanation explain(RangeReader reader, ParquetMetadata footer, Opening opening, StoreProfile costs)
            throws IOException {
        String file = reader.location().toString();
        long fileLength = reader.knownLength().orElseThrow();
        MessageType schema = footer.getFileMetaData().getSchema();
        ColumnSelection columns = parquet.selection(file, schema);
        List<Integer> rowGroups = parquet.chosenRowGroups(file, footer);
        ColumnChunkRanges layout = new ColumnChunkRanges(ParquetLayout.of(file, fileLength, footer));
        List<LabelledRange> chunks = new ArrayList<>();
        List<ByteRange> asked = new ArrayList<>();
        for (int rowGroup : rowGroups) {
            List<LabelledRange> ofGroup = layout.ranges(columns, List.of(rowGroup));
            chunks.addAll(ofGroup);
            asked.addAll(askedByParquet(LabelledRange.ranges(ofGroup)));
        }
        ReadPlan plan = reader.plan(asked);
        String shape = String.format(
                Locale.ROOT,
                "%,d B, %,d of %,d row groups, %,d of %,d columns",
                fileLength,
                rowGroups.size(),
                footer.getBlocks().size(),
                columns.paths().size(),
                schema.getColumns().size());
        return new Explanation(file, shape, opening.requests(), opening.stats(), chunks, plan, costs);
    }

    /** parquet-java asks for neighbours of one row group at once. */
    private static List<ByteRange> askedByParquet(List<ByteRange> chunks) {
        List<ByteRange> asked = new ArrayList<>();
        for (ByteRange chunk : chunks) {
            int last = asked.size() - 1;
            boolean joins = last >= 0
                    && asked.get(last).end() == chunk.offset()
                    && chunk.end() - asked.get(last).offset() <= Integer.MAX_VALUE;
            if (joins) {
                asked.set(last, ByteRange.between(asked.get(last).offset(), chunk.end()));
            } else {
                asked.add(chunk);
            }
        }
        return asked;
    }
}
