package dev.vectorio.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.RawConnection.End;
import dev.vectorio.store.RawConnection.Received;
import dev.vectorio.store.log.RequestRecord.Outcome;
import dev.vectorio.store.s3.S3Settings;
import dev.vectorio.store.timing.TimingModel;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String CONTENT = "0123456789";

    private final SimulatedStore store = SimulatedStore.start(
            StoreSettings.defaults().withS3(S3Settings.defaults().withVirtualHostSuffix("s3.localhost")));

    @BeforeEach
    void fill() {
        store.put("b", "k", CONTENT.getBytes(StandardCharsets.US_ASCII));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private Received exchangeToEnd(String request) throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.send(request);
            return connection.receiveToEnd();
        }
    }

    private Received exchangeUpTo(String last, String request) throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.send(request);
            return connection.receiveUpTo(last);
        }
    }

    @Test
    void connectionsAreKeptUnlessTheClientWantsThemClosed() throws Exception {
        assertThat(exchangeUpTo(CONTENT, "GET /b/k HTTP/1.1\r\nHost: h\r\n\r\n").end())
                .isEqualTo(End.SILENT);
        Received closed = exchangeToEnd("GET /b/k HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        assertThat(closed.head()).contains("Connection: close");
        assertThat(closed.body()).isEqualTo("0123456789");
        assertThat(closed.end()).isEqualTo(End.CLOSED);
        assertThat(exchangeToEnd("GET /b/k HTTP/1.0\r\n\r\n").end()).isEqualTo(End.CLOSED);
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records()).allMatch(r -> r.outcome() == Outcome.ANSWERED);
    }

    @Test
    void requestsSentAheadAreAnsweredInOrder() throws Exception {
        store.timing(TimingModel.none().withFirstByte(Duration.ofMillis(5), 0));
        Received all = exchangeUpTo(
                "\r\n\r\nabc",
                "GET /b/k HTTP/1.1\r\nRange: bytes=0-0\r\n\r\n" + "PUT /b/new HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"
                        + "GET /b/new HTTP/1.1\r\n\r\n");
        assertThat(all.text()).containsSubsequence("HTTP/1.1 206", "HTTP/1.1 200", "HTTP/1.1 200", "abc");
        assertThat(store.log().records().size()).isEqualTo(3);
    }

    @Test
    void absoluteTargetsAndVirtualHostsNameTheSameObject() throws Exception {
        assertThat(exchangeUpTo(CONTENT, "GET http://any:1/b/k HTTP/1.1\r\n\r\n")
                        .body())
                .isEqualTo("0123456789");
        assertThat(exchangeUpTo(CONTENT, "GET /k HTTP/1.1\r\nHost: b.s3.localhost:99\r\n\r\n")
                        .body())
                .isEqualTo("0123456789");
    }

    @Test
    void clientsThatAskFirstAreToldToContinue() throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.send("PUT /b/new HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
            assertThat(connection.receiveUpTo("\r\n\r\n").text()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            connection.send("abc");
            assertThat(connection.receiveUpTo("\r\n\r\n").text()).startsWith("HTTP/1.1 200 OK");
        }
        HttpRequest put = HttpRequest.newBuilder(store.uri().resolve("/b/large"))
                .expectContinue(true)
                .PUT(HttpRequest.BodyPublishers.ofByteArray(new byte[3_000_000]))
                .build();
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        assertThat(client.send(put, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(200);
        assertThat(store.bucket("b").current("large").orElseThrow().length()).isEqualTo(3_000_000);
    }

    @Test
    void uploadsThatEndEarlyChangeNothing() throws Exception {
        try (RawConnection connection = new RawConnection(store)) {
            connection.send("PUT /b/k HTTP/1.1\r\nContent-Length: 1000\r\n\r\nabc");
            assertThat(store.log().awaitInFlight(1, SOON)).isTrue();
        }
        assertThat(store.log().awaitIdle(SOON)).isTrue();
        assertThat(store.log().records().list().get(0).outcome()).isEqualTo(Outcome.ABORTED_BY_CLIENT);
        assertThat(store.bucket("b").current("k").orElseThrow().length()).isEqualTo(10);
    }

    @Test
    void whatIsNoHttpIsRefused() throws Exception {
        assertThat(exchangeToEnd("nonsense\r\n\r\n").text()).startsWith("HTTP/1.1 400");
        assertThat(store.log().records().size()).isZero();
    }

    @Test
    void closingEndsAllThreads() {
        Set<Thread> before = storeThreads();
        SimulatedStore other = SimulatedStore.start(StoreSettings.defaults());
        assertThat(storeThreads()).allMatch(Thread::isDaemon).hasSizeGreaterThan(before.size());
        Set<Thread> own = storeThreads();
        own.removeAll(before);
        other.close();
        other.close();
        for (Thread thread : own) {
            assertThat(join(thread)).as(thread.getName()).isTrue();
        }
    }

    private static Set<Thread> storeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("simulated-store"))
                .collect(Collectors.toSet());
    }

    private static boolean join(Thread thread) {
        try {
            thread.join(SOON.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
