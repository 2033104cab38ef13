package dev.vectorio.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone afterwards, also if the process is interrupted. */
final class TemporaryFolder implements AutoCloseable {
    /** What shells report for a process that was interrupted. */
    private static final int INTERRUPTED = 130;

    private final Path path;
    private final Thread onExit;

    TemporaryFolder(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        // Whoever still writes must not write on: so the end is at once.
        onExit = new Thread(
                () -> {
                    delete();
                    Runtime.getRuntime().halt(INTERRUPTED);
                },
                "vio-clean-up");
        Runtime.getRuntime().addShutdownHook(onExit);
    }

    Path path() {
        return path;
    }

    private void delete() {
        try (Stream<Path> inside = Files.walk(path)) {
            List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(onExit);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the hook at work
        }
        delete();
    }
}
