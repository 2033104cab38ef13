package dev.vectorio.perf.store;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A simulated store in a Java process of its own, so that what a client costs is not mixed with what the store costs. Not
 * thread-safe.
 */
public final class StoreProcess implements AutoCloseable {
    /** The bucket that files go to. */
    public static final String BUCKET = "lake";

    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final URI endpoint;

    private StoreProcess(Process process) throws IOException {
        this.process = process;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.endpoint = URI.create(answer().get(0));
    }

    /**
     * Starts the process with this one's class path and JVM.
     *
     * @throws IOException if it cannot be started
     */
    public static StoreProcess start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx2g",
                        "-XX:+UseParallelGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreMain.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        StoreProcess store = new StoreProcess(process);
        store.command("bucket", BUCKET);
        return store;
    }

    /** Where it listens. */
    public URI endpoint() {
        return endpoint;
    }

    /** Serves a local file under a key. */
    public void putFile(String key, Path file) throws IOException {
        command("file", BUCKET, key, file.toAbsolutePath().toString());
    }

    /** Serves an object that needs no memory. */
    public void putSynthetic(String key, long bytes) throws IOException {
        command("synthetic", BUCKET, key, Long.toString(bytes));
    }

    /** Sets latency, bandwidth and draws. */
    public void use(StoreModel model) throws IOException {
        command(
                "timing",
                Long.toString(model.firstByte().toNanos()),
                Double.toString(model.sigma()),
                Long.toString(model.connectionBytesPerSecond()),
                Long.toString(model.totalBytesPerSecond()),
                Long.toString(model.seed()));
    }

    /** Forgets the log, once nothing is under way. */
    public void clearLog() throws IOException {
        command("clear");
    }

    /** The log since it was last cleared, once nothing is under way. */
    public StoreLog log() throws IOException {
        return new StoreLog(command("log").stream().map(LoggedRequest::parse).toList());
    }

    /** Processor time that the store has used. */
    public Duration cpu() throws IOException {
        return Duration.ofNanos(Long.parseLong(command("cpu").get(0)));
    }

    private List<String> command(String... words) throws IOException {
        commands.write(String.join("\t", words));
        commands.newLine();
        commands.flush();
        return answer();
    }

    private List<String> answer() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); !StoreMain.END.equals(line); line = answers.readLine()) {
            if (line == null) {
                throw new IOException("the store's process has ended");
            }
            lines.add(line);
        }
        return lines;
    }

    /** Ends the process and waits for it. */
    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
