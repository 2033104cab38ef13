package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.ActiveFault;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.SelfSignedCertificate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A kept connection that is lost under a request: one request, one failure, no line in the log, no signature anywhere. */
@Isolated("swaps the standard error stream, where the log goes")
class LostConnectionsTest {
    private static final String SIGNATURE = "plantedsignatureofalocation";
    private static final int REQUESTS = 20;

    private final SimulatedAccount account = new SimulatedAccount(true);
    private final AdlsBackend backend = AdlsBackend.create(account.options());
    private final ObjectLocation location = signed(account.store().uri());

    private interface Task {
        void run() throws Exception;
    }

    private static ObjectLocation signed(URI server) {
        String key = TestContainer.ACCOUNT + "/" + SimulatedAccount.CONTAINER + "/k?sv=2024-01-01&sig=" + SIGNATURE;
        return new ObjectLocation(server.getScheme(), server.getAuthority(), key);
    }

    @BeforeEach
    void putBlob() {
        account.store().put(SimulatedAccount.CONTAINER, "k", SimulatedAccount.content(300_000));
    }

    @AfterEach
    void closeAll() {
        backend.close();
        account.close();
    }

    static Stream<Arguments> losses() {
        return Stream.of(
                Arguments.of(Fault.resetBeforeHead(), Kind.TRANSIENT),
                Arguments.of(Fault.closeBeforeHead(), Kind.TRANSIENT),
                Arguments.of(Fault.resetAfter(1_000), Kind.TRANSIENT),
                Arguments.of(Fault.closeAfter(1_000), Kind.TRANSIENT),
                Arguments.of(Fault.garbage(), Kind.TRANSIENT));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void readsAreSentOnceAndLogNothing(Fault loss, Kind kind) throws Exception {
        sentOnceAndLogsNothing(
                loss,
                () -> requireSilent(Fetch.start(backend, SimulatedAccount.get(location, 0, 100_000))
                        .await()
                        .requireFailure(kind)));
    }

    static Stream<Arguments> lossesBeforeTheHead() {
        return losses().filter(loss -> !((Fault) loss.get()[0]).name().contains("-after-"));
    }

    @ParameterizedTest
    @MethodSource("lossesBeforeTheHead")
    void headsAreSentOnceAndLogNothing(Fault loss, Kind kind) throws Exception {
        sentOnceAndLogsNothing(loss, () -> {
            try {
                var metadata = backend.head(location).toCompletableFuture().get(10, TimeUnit.SECONDS);
                throw new AssertionError("answered " + metadata);
            } catch (ExecutionException e) {
                assertThat(e.getCause()).isInstanceOfSatisfying(ObjectReadException.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(kind);
                    requireSilent(failure);
                });
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:1, 127.0.0.1:1", "http://nowhere.invalid:9000, nowhere.invalid:9000"})
    void deadEndpointsAreNamedWithoutTheirSignature(URI endpoint, String named) throws Exception {
        String log = logOf(() -> {
            for (int i = 0; i < REQUESTS; i++) {
                ObjectReadException failure = Fetch.start(backend, SimulatedAccount.get(signed(endpoint), 0, 10))
                        .await()
                        .requireFailure(Kind.TRANSIENT);
                assertThat(failure).hasMessageContaining(": connection to " + named + " failed: ");
                requireSilent(failure);
            }
        });
        assertThat(log).isEmpty();
    }

    @Test
    void certificateThatIsNotTrustedLogsNothing() throws Exception {
        try (SelfSignedCertificate certificate = SelfSignedCertificate.generate();
                SimulatedStore store =
                        SimulatedStore.start(StoreSettings.defaults().withTls(certificate.ofServer()))) {
            refusedByTls(store.uri(), Kind.UNSUPPORTED, "the store's certificate is not trusted");
            assertThat(store.log().records().size()).isZero();
        }
    }

    /** Answers in plain HTTP what is meant as the beginning of TLS. */
    @Test
    void serverWithoutTlsLogsNothing() throws Exception {
        URI plain = account.store().uri();
        refusedByTls(plain, Kind.TRANSIENT, "connection to " + plain.getAuthority() + " failed: ");
    }

    @Test
    void serverThatHangsUpDuringTlsLogsNothing() throws Exception {
        try (HangingUp server = HangingUp.start()) {
            refusedByTls(
                    server.uri(),
                    Kind.TRANSIENT,
                    "connection to " + server.uri().getAuthority() + " failed: ");
        }
    }

    /** The server takes the connection, and says nothing until it is closed. */
    @Test
    void readThatIsCancelledDuringTlsLogsNothing() throws Exception {
        String log = logOf(() -> {
            try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
                AdlsBackend own = AdlsBackend.create(account.options());
                Fetch fetch = Fetch.start(
                        own,
                        SimulatedAccount.get(signed(URI.create("https://127.0.0.1:" + silent.getLocalPort())), 0, 10));
                try (Socket connection = silent.accept()) {
                    assertThat(connection.getInputStream().read()).isNotNegative();
                    fetch.cancel();
                    fetch.requireFailure(Kind.CANCELLED);
                }
                own.close();
            }
        });
        assertThat(log).isEmpty();
    }

    private void refusedByTls(URI server, Kind kind, String why) throws Exception {
        ObjectLocation there = signed(URI.create("https://" + server.getAuthority()));
        String log = logOf(() -> {
            for (int i = 0; i < REQUESTS; i++) {
                ObjectReadException ofGet = Fetch.start(backend, SimulatedAccount.get(there, 0, 10))
                        .await()
                        .requireFailure(kind);
                assertThat(ofGet).hasMessageContaining(why);
                requireSilent(ofGet);
                assertThatThrownBy(
                                () -> backend.head(there).toCompletableFuture().get(10, TimeUnit.SECONDS))
                        .cause()
                        .hasMessageContaining(why);
            }
        });
        assertThat(log).isEmpty();
    }

    /** Closes every connection at its first byte. */
    private record HangingUp(ServerSocket socket) implements AutoCloseable {
        static HangingUp start() throws IOException {
            HangingUp server = new HangingUp(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread thread = new Thread(server::serve, "hanging-up");
            thread.setDaemon(true);
            thread.start();
            return server;
        }

        private void serve() {
            while (!socket.isClosed()) {
                try (Socket connection = socket.accept()) {
                    var unused = connection.getInputStream().read();
                } catch (IOException e) {
                    // the test closes the socket, or the client its side
                }
            }
        }

        URI uri() {
            return URI.create("https://127.0.0.1:" + socket.getLocalPort());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private void sentOnceAndLogsNothing(Fault loss, Task request) throws Exception {
        String log = logOf(() -> {
            requireBytes();
            account.store().log().clear();
            ActiveFault active = account.store()
                    .faults()
                    .add(FaultRule.when(RequestMatch.any().key("k"), loss));
            for (int i = 0; i < REQUESTS; i++) {
                request.run();
            }
            active.remove();
            assertThat(account.store().log().awaitIdle(Duration.ofSeconds(5))).isTrue();
            assertThat(account.store().log().records().ofKey("k").size()).isEqualTo(REQUESTS);
            requireBytes();
        });
        assertThat(log).isEmpty();
    }

    private void requireBytes() {
        byte[] bytes = Fetch.start(backend, SimulatedAccount.get(location, 0, 10))
                .await()
                .requireBytes();
        assertThat(bytes).hasSize(10);
    }

    private static void requireSilent(ObjectReadException failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            assertThat(t.toString()).doesNotContain(SIGNATURE);
        }
    }

    private static String logOf(Task task) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            task.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }
}
