package dev.vectorio.cli;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Failures as one line on standard error: what failed and why. */
final class FailureLines {
    private static final String STACKTRACE = "--stacktrace";

    private FailureLines() {}

    /** The command was not understood. */
    static int ofUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        // A stray argument may be a secret that lost its option.
        String what = failure instanceof UnmatchedArgumentException unmatched
                ? unmatched(unmatched)
                : String.valueOf(failure.getMessage());
        command.getErr()
                .println("vio: " + oneLine(what) + " (try '"
                        + command.getCommandSpec().qualifiedName() + " --help')");
        if (Arrays.asList(arguments).contains(STACKTRACE)) {
            failure.printStackTrace(command.getErr());
        }
        return ExitCode.USAGE;
    }

    private static String unmatched(UnmatchedArgumentException failure) {
        String first = failure.getUnmatched().get(0);
        if (failure.isUnknownOption()) {
            return "unknown option " + first.replaceAll("=.*", "=...");
        }
        return failure.getUnmatched().size() + " argument(s) too many";
    }

    /** The command could not be carried out. */
    static int ofExecution(Exception failure, CommandLine command, ParseResult parsed) {
        command.getErr().println("vio: " + oneLine(describe(failure)));
        if (parsed.expandedArgs().contains(STACKTRACE)) {
            failure.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    private static String describe(Exception failure) {
        String message = failure.getMessage();
        String whole = message == null ? failure.getClass().getSimpleName() : message;
        Throwable cause = failure.getCause();
        String why = cause == null ? null : cause.getMessage();
        return why == null || whole.contains(why) ? whole : whole + ": " + why;
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
