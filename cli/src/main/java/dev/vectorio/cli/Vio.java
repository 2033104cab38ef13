package dev.vectorio.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command itself; its subcommands do the work. */
@Command(
        name = "vio",
        mixinStandardHelpOptions = true,
        versionProvider = Vio.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            ReadCommand.class,
            RangesCommand.class,
            ExplainCommand.class,
            AuditCommand.class,
            HelpCommand.class
        },
        description = "Reads columnar files from object stores in the fewest, most parallel GETs.",
        footer = {
            "",
            "Exit codes: 0 done, 1 the object could not be read, 2 the command was not understood.",
            "",
            "Examples:",
            "  vio demo",
            "  vio explain s3://bucket/key.parquet --columns a,b",
            "  vio read s3://bucket/key.parquet --columns a,b --json",
            "  vio ranges file:data.bin 0+4096,1048576+8192",
            "  vio audit logs/*"
        })
public final class Vio implements Runnable {
    private static final int HELP_WIDTH = 110;

    private final boolean terminal;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    private Vio(boolean terminal) {
        this.terminal = terminal;
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        boolean terminal = Boolean.getBoolean("vio.terminal");
        LogManager.getLogManager().reset(); // the other log, of the JDK, writes to standard error as well
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(arguments, out, err, terminal));
    }

    /**
     * Runs the command.
     *
     * @param out what was asked for
     * @param err failures and progress
     * @param terminal true if somebody watches {@code err}
     * @return the exit code
     */
    public static int run(String[] arguments, PrintWriter out, PrintWriter err, boolean terminal) {
        CommandLine command = new CommandLine(new Vio(terminal));
        command.setOut(out);
        command.setErr(err);
        command.setUsageHelpWidth(HELP_WIDTH);
        // an object may be called @a
        command.setExpandAtFiles(false);
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.setParameterExceptionHandler(FailureLines::ofUsage);
        command.setExecutionExceptionHandler(FailureLines::ofExecution);
        int code;
        try {
            code = command.execute(arguments);
        } catch (Error e) {
            code = FailureLines.ofError(e, command, arguments);
        }
        out.flush();
        err.flush();
        return code;
    }

    /** Where progress is drawn. */
    Progress.Screen screen() {
        return new Progress.Screen(spec.commandLine().getErr(), terminal);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** The version that the build wrote down. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"vio " + number()};
        }

        private static String number() {
            Properties properties = new Properties();
            try (InputStream in = Vio.class.getResourceAsStream("version.properties")) {
                if (in != null) {
                    properties.load(in);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return properties.getProperty("version", "of unknown version");
        }
    }
}
