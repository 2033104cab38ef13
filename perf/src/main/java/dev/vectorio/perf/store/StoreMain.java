package dev.vectorio.perf.store;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.log.RequestRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The process that {@link StoreProcess} starts: a store that obeys lines on its input and answers each with lines that end
 * in a dot. Ends when its input does, so it cannot outlive the process that started it.
 */
final class StoreMain {
    static final String END = ".";

    private static final Duration IDLE_WAIT = Duration.ofSeconds(30);

    private final SimulatedStore store;
    private final PrintStream out;

    private StoreMain(SimulatedStore store, PrintStream out) {
        this.store = store;
        this.out = out;
    }

    /** Takes no arguments. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        try (SimulatedStore store = SimulatedStore.start(StoreSettings.defaults())) {
            new StoreMain(store, out).serve();
        }
    }

    private void serve() throws IOException, InterruptedException {
        say(store.uri().toString());
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            obey(List.of(line.split("\t", -1)));
            say();
        }
    }

    private void obey(List<String> words) throws InterruptedException {
        switch (words.get(0)) {
            case "bucket" -> store.bucket(words.get(1));
            case "file" -> store.putFile(words.get(1), words.get(2), Path.of(words.get(3)));
            case "synthetic" -> store.putSynthetic(words.get(1), words.get(2), Long.parseLong(words.get(3)), 1);
            case "timing" ->
                store.timing(new StoreModel(
                                Duration.ofNanos(Long.parseLong(words.get(1))),
                                Double.parseDouble(words.get(2)),
                                Long.parseLong(words.get(3)),
                                Long.parseLong(words.get(4)),
                                Long.parseLong(words.get(5)))
                        .timing());
            case "clear" -> {
                awaitIdle();
                store.log().clear();
            }
            case "log" -> {
                awaitIdle();
                for (RequestRecord request : store.log().records()) {
                    out.println(LoggedRequest.of(request).toLine());
                }
            }
            case "cpu" ->
                out.println(ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos());
            default -> throw new IllegalArgumentException("unknown command " + words);
        }
    }

    private void awaitIdle() throws InterruptedException {
        if (!store.log().awaitIdle(IDLE_WAIT)) {
            throw new IllegalStateException("requests are still under way after " + IDLE_WAIT);
        }
    }

    private void say(String... lines) {
        for (String line : lines) {
            out.println(line);
        }
        out.println(END);
        out.flush();
    }
}
