package dev.vectorio.cli;

import picocli.CommandLine.Option;

/** How results and failures are shown; the same for every command. */
final class OutputArguments {
    @Option(names = "--json", description = "Print one JSON object instead of text.")
    boolean json;

    @Option(names = "--stacktrace", description = "Print the stack trace of a failure, too.")
    boolean stacktrace;
}
