package dev.vectorio.peers.worker;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.access.RemoteFile;
import dev.vectorio.perf.store.StoreKind;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One peer in a process of its own. Not thread-safe. */
public final class WorkerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;
    private final Path folder;

    private WorkerProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a peer.
     *
     * @param heap largest size of the Java heap, such as {@code 1g}
     * @param folder for files of its own
     * @throws PeerFailedException if the peer cannot be set up
     */
    public static WorkerProcess start(Peer peer, StoreKind kind, URI endpoint, String heap, Path folder)
            throws IOException {
        Files.createDirectories(folder);
        Path log = folder.resolve("log.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms16m",
                        "-Xmx" + heap,
                        "-XX:+UseG1GC",
                        "-XX:-UsePerfData",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:+DisplayVMOutputToStderr", // what the JVM says of that is no answer
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        classPath(peer),
                        WorkerMain.class.getName(),
                        peer.name(),
                        kind.name(),
                        endpoint.toString(),
                        folder.toString())
                .redirectError(log.toFile())
                .start();
        WorkerProcess worker = new WorkerProcess(process, folder);
        worker.answer();
        return worker;
    }

    /** Of the running process, or the one that the build wrote for the next Iceberg. */
    private static String classPath(Peer peer) throws IOException {
        String own = System.getProperty("java.class.path", "");
        if (!peer.needsNextIceberg() || Peer.hasNextIceberg()) {
            return own;
        }
        Path next = Path.of(System.getProperty("vectorio.peers.next", "peers/iceberg-next/target/classpath.txt"));
        return Files.readString(next).strip();
    }

    /** Reads files once, all of which the store must have. {@link #go} begins it. */
    public void prepare(Job job, List<RemoteFile> files) throws IOException {
        Path list = folder.resolve("files.tsv");
        StringBuilder lines = new StringBuilder();
        for (RemoteFile file : files) {
            lines.append(file.key())
                    .append('\t')
                    .append(file.length())
                    .append('\t')
                    .append(file.copy().toAbsolutePath())
                    .append('\n');
        }
        Files.writeString(list, lines);
        command("prepare\t" + job.toLine() + "\t" + list);
    }

    /**
     * Reads what was prepared.
     *
     * @throws PeerFailedException if the peer failed
     */
    public Outcome go() throws IOException {
        return Outcome.parse(command("go"));
    }

    /** Ends the process by force if it is still there after so long; whoever waits for it then hears that it failed. */
    public void endAfter(Duration limit) {
        Thread watch = new Thread(
                () -> {
                    try {
                        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                            process.destroyForcibly();
                        }
                    } catch (InterruptedException e) {
                        process.destroyForcibly();
                    }
                },
                "peer-limit");
        watch.setDaemon(true);
        watch.start();
    }

    /** Most memory that the process has had, in bytes. */
    public long peakMemory() throws IOException {
        return Long.parseLong(command("memory"));
    }

    private String command(String line) throws IOException {
        try {
            commands.write(line);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new PeerFailedException("its process has ended: " + lastWords());
        }
        return answer();
    }

    private String answer() throws IOException {
        String line = Optional.ofNullable(answers.readLine())
                .orElseThrow(() -> new PeerFailedException("its process has ended: " + lastWords()));
        if (line.startsWith("failed\t")) {
            throw new PeerFailedException(line.substring("failed\t".length()));
        }
        return line.substring(line.indexOf('\t') + 1);
    }

    private String lastWords() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve("log.txt"));
            return lines.stream()
                    .filter(line -> line.contains("Error") || line.contains("Exception"))
                    .findFirst()
                    .orElse("without a word");
        } catch (IOException e) {
            return "without a log";
        }
    }

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
