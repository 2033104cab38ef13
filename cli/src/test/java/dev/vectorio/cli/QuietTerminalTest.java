package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a process of its own, with the logging that the command has: what fails is one line, whatever the libraries below think. */
class QuietTerminalTest {
    private static final long PATIENCE_SECONDS = 60;

    private static List<String> errorLines(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Vio.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(1);
        return said.lines().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"crt", "netty"})
    void answersThatAreNotHttpAreOneLine(String client) throws Exception {
        try (ServerSocket foreign = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> answer(foreign), "foreign-server");
            thread.setDaemon(true);
            thread.start();
            List<String> lines = errorLines(
                    "ranges",
                    "s3://lake/key",
                    "0+10",
                    "--endpoint",
                    "http://127.0.0.1:" + foreign.getLocalPort(),
                    "--path-style",
                    "--anonymous",
                    "--set",
                    "vectorio.s3.http-client=" + client);
            assertThat(lines)
                    .singleElement()
                    .asString()
                    .contains("s3://lake/key [0, 10): TRANSIENT: the answer is not HTTP");
        }
    }

    private static void answer(ServerSocket foreign) {
        while (!foreign.isClosed()) {
            try (Socket connection = foreign.accept()) {
                if (connection.getInputStream().read(new byte[64 << 10]) > 0) {
                    connection.getOutputStream().write("SSH-2.0-of-a-kind\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (IOException e) {
                // whoever asked is gone, or this is closed
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"crt", "netty"})
    void readsThatEndEarlyAreOneLine(String client) throws Exception {
        TimingModel slow = TimingModel.none()
                .withFirstByte(Duration.ofMillis(300), 0)
                .withBandwidth(100_000, 1_000_000)
                .withSeed(1);
        try (TestStore store = new TestStore(StoreSettings.defaults().withTiming(slow))) {
            store.put("slow", new byte[8 << 20]);
            List<String> lines = errorLines(
                    "ranges",
                    TestStore.uri("slow"),
                    "0+2000000,4000000+2000000,7000000+1000000",
                    "--endpoint",
                    store.store().uri().toString(),
                    "--path-style",
                    "--anonymous",
                    "--set",
                    "vectorio.deadline=1s",
                    "--set",
                    "vectorio.s3.http-client=" + client);
            assertThat(lines).singleElement().asString().contains("s3://lake/slow", "the deadline of 1000 ms");
        }
    }
}
