package dev.vectorio.cli;

import dev.vectorio.VectorIo;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.parquet.ParquetPlan;
import dev.vectorio.parquet.VectorIoParquet;
import dev.vectorio.plan.StoreProfile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.parquet.ParquetReadOptions;
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
            "Requests, bytes and rounds are those that 'vio read' with the same arguments sends, unless the plan says that "
                    + "the memory budget is too small for it. The time is that of the requests; decoding, and pauses where "
                    + "the memory budget is full, come on top.",
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
        try (VectorIo io = store.connect(location, times)) {
            StoreProfile costs = profile.profile(location, store.mostAtOnce(io));
            ParquetReadOptions options = ParquetReadOptions.builder().build();
            ParquetPlan plan = ParquetFailures.naming(
                    location, () -> VectorIoParquet.plan(io, length.known(location), options, parquet.selection()));
            ReadTotals.awaitQuiet(io);
            List<ByteRange> opening = times.asked();
            Explanation explanation = new Explanation(
                    plan, opening, costs, store.mostAtOnce(io), io.options().hedge());
            spec.commandLine().getOut().println(output.json ? explanation.json() : explanation.text());
        }
        return 0;
    }
}
