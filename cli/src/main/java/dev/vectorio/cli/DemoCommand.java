package dev.vectorio.cli;

import dev.vectorio.cli.demo.Demo;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code vio demo}: the same files read the plain way and with this library. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Reads Parquet from a simulated store the plain way and with vector-io, side by side.",
            "Starts a simulated store in this process, writes Parquet files, stages them, reads them the plain way and "
                    + "with vector-io, compares all values and prints what each way cost."
        },
        footer = {
            "",
            "Needs no arguments and no network; leaves nothing behind.",
            "",
            "Examples:",
            "  vio demo",
            "  vio demo --store gcs"
        })
final class DemoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli, like the next one
    private CommandSpec spec;

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private Vio vio;

    @Option(
            names = "--store",
            paramLabel = "s3|gcs|adls",
            defaultValue = "s3",
            description = "Which store, and which vendor's client for the plain way (default: ${DEFAULT-VALUE}).")
    private String store = "";

    @Option(names = "--scale", hidden = true, defaultValue = "1", description = "Rows of every file, as a factor.")
    private double scale;

    @Option(names = "--stacktrace", description = "Print the stack trace of a failure, too.")
    boolean stacktrace;

    @Override
    public Integer call() throws IOException {
        if (!Demo.STORES.contains(store)) {
            throw new ParameterException(
                    spec.commandLine(), "--store " + store + ": must be one of " + String.join(", ", Demo.STORES));
        }
        new Demo(spec.commandLine().getOut(), vio.screen(), store, scale).run();
        return 0;
    }
}
