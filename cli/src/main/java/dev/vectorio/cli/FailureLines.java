package dev.vectorio.cli;

import dev.vectorio.model.ObjectReadException;
import dev.vectorio.parquet.ParquetLayoutException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Failures as one line on standard error: what failed and why. */
final class FailureLines {
    private static final String STACKTRACE = "--stacktrace";
    private static final int LONGEST = 1_000;

    private FailureLines() {}

    /** The command was not understood. */
    static int ofUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        // A stray argument may be a secret that lost its option.
        String what = negative(arguments)
                .orElseGet(() -> failure instanceof UnmatchedArgumentException unmatched
                        ? unmatched(unmatched)
                        : understandable(String.valueOf(failure.getMessage())));
        command.getErr()
                .println("vio: " + oneLine(what) + " (try '"
                        + command.getCommandSpec().qualifiedName() + " --help')");
        if (Arrays.asList(arguments).contains(STACKTRACE)) {
            failure.printStackTrace(command.getErr());
        }
        return ExitCode.USAGE;
    }

    /** What picocli says, once; the value of a {@code --set} without a key may be a secret. */
    private static String understandable(String message) {
        return message.replace("option option", "option")
                .replaceFirst("(?s)(should be in KEY=VALUE\\[?.*?\\]? format) but was .*", "$1");
    }

    private static String unmatched(UnmatchedArgumentException failure) {
        String first = failure.getUnmatched().get(0);
        boolean command = failure.getCommandLine().getParent() == null && first.matches("[a-z][a-z-]{0,15}");
        if (command) {
            return "unknown command '" + first + "'; there are "
                    + String.join(
                            ", ", failure.getCommandLine().getSubcommands().keySet());
        }
        if (failure.isUnknownOption()) {
            return "unknown option " + first.replaceAll("=.*", "=...");
        }
        return failure.getUnmatched().size() + " argument(s) too many";
    }

    /** A number below zero looks like an option, so that what it stands for looks missing. */
    private static Optional<String> negative(String[] arguments) {
        return IntStream.range(2, arguments.length)
                .filter(i -> arguments[0].equals("ranges"))
                .filter(i -> arguments[i].matches("-\\d[\\d+,-]*") && !arguments[i - 1].startsWith("--"))
                .mapToObj(i -> "'" + arguments[i] + "' is below zero; write OFFSET+LENGTH, such as 0+4096")
                .findFirst();
    }

    /** The command could not be carried out. */
    static int ofExecution(Exception failure, CommandLine command, ParseResult parsed) {
        Optional<String> refusal = refusal(failure);
        command.getErr().println("vio: " + oneLine(refusal.orElseGet(() -> describe(failure))));
        if (parsed.expandedArgs().contains(STACKTRACE)) {
            failure.printStackTrace(command.getErr());
        }
        return refusal.isPresent() ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    /** A backend looks at a location when it is asked for it: what it makes no request of was not understood. */
    private static Optional<String> refusal(Exception failure) {
        if (failure instanceof ObjectReadException read && read.answer().status() == 0) {
            for (Throwable next = failure; next != null; next = next.getCause()) {
                if (next instanceof IllegalArgumentException) {
                    return Optional.of(String.valueOf(next.getMessage()));
                }
            }
        }
        return Optional.empty();
    }

    /** What no command expects, such as a class that is missing or a native library that does not load. */
    static int ofError(Error failure, CommandLine command, String[] arguments) {
        String what = failure instanceof OutOfMemoryError
                ? "not enough memory (" + failure.getMessage() + "): give more with VIO_JAVA_OPTS=-Xmx4g"
                : failure.getClass().getSimpleName() + ": " + failure.getMessage();
        command.getErr().println("vio: " + oneLine(what));
        if (Arrays.asList(arguments).contains(STACKTRACE)) {
            failure.printStackTrace(command.getErr());
        }
        return ExitCode.SOFTWARE;
    }

    private static String describe(Exception failure) {
        String message = failure.getMessage();
        if (message != null && (failure instanceof ObjectReadException || failure instanceof ParquetLayoutException)) {
            return message; // has its cause in it
        }
        String whole = message == null ? failure.getClass().getSimpleName() : message;
        Throwable cause = failure.getCause();
        String why = cause == null ? null : cause.getMessage();
        return why == null || oneLine(whole).contains(oneLine(why)) ? whole : whole + ": " + why;
    }

    /** Without line ends, Thrift structs, names of exceptions and addresses of Java objects, whoever wrote them. */
    static String oneLine(String text) {
        String line = text.replaceAll("(?s)\\s*,?\\s*Struct:.*", "")
                .replaceAll("\\b(?:[a-z]\\w*\\.)+[A-Z][\\w$]*(?:Exception|Error): ", "")
                .replaceAll("(?:[a-z]\\w*\\.)+(\\w[\\w$]*)@[0-9a-f]{1,8}\\b", "$1")
                .strip()
                .replaceAll("\\s*\\R\\s*", "; ")
                .replaceAll("[\\p{Cntrl}\u2028\u2029]", "?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...";
    }
}
