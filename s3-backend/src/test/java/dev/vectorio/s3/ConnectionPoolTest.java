package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.timing.TimingModel;
import dev.vectorio.testkit.Fetch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConnectionPoolTest {
    private static final int LENGTH = 65_536;
    /** More than the watchdog's ten seconds: clients do not serve those who wait in the order of their coming. */
    private static final Duration ALL_SERVED = Duration.ofMinutes(1);

    private static final GetRequest GET = new GetRequest(
            new ObjectLocation("s3", "bucket", "key"), GetRange.of(ByteRange.of(0, LENGTH)), Optional.empty());

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());

    @AfterEach
    void stop() {
        store.close();
    }

    private S3Backend backend(S3HttpClient http, int pool) {
        store.putSynthetic("bucket", "key", LENGTH, 1);
        return S3Backend.create(S3Options.defaults()
                .withEndpoint(store.uri())
                .withPathStyle(true)
                .withKeys("AKID", "secret")
                .withHttpClient(http)
                .withMaxConnections(pool));
    }

    private long connections() {
        return store.log().records().stream()
                .map(request -> request.connectionId())
                .distinct()
                .count();
    }

    /** The SDK's own clock for a pool wait is 10 s; the requests here wait up to 12.5 s. */
    @Test
    @DisplayName("B01 waiting for a connection of the client has no clock")
    void waitingForAConnectionHasNoClock() throws InterruptedException {
        store.timing(TimingModel.none().withFirstByte(Duration.ofMillis(1_250), 0));
        try (S3Backend netty = backend(S3HttpClient.NETTY, 4);
                S3Backend crt = backend(S3HttpClient.CRT, 4)) {
            List<Fetch> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                all.add(Fetch.start(netty, GET));
                all.add(Fetch.start(crt, GET));
            }
            all.forEach(
                    fetch -> assertThat(fetch.await(ALL_SERVED).requireBytes()).hasSize(LENGTH));
        }
        assertThat(store.log().maxInFlight()).isEqualTo(8);
        assertThat(connections()).isEqualTo(8);
        assertThat(store.log().awaitIdle(Duration.ofSeconds(5))).isTrue();
    }

    /** With room for one: both clients tell of the end before they have put the connection back, and the next may be quicker. */
    @ParameterizedTest
    @EnumSource
    void oneAfterAnotherUsesOneConnection(S3HttpClient http) {
        try (S3Backend backend = backend(http, 1)) {
            for (int i = 0; i < 100; i++) {
                Fetch.start(backend, GET).requireBytes();
            }
        }
        assertThat(connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void cancelledWhileWaitingForAConnectionIsNeverSent(S3HttpClient http) throws InterruptedException {
        store.faults()
                .add(FaultRule.when(RequestMatch.reads(), Fault.stallBeforeHead())
                        .once());
        try (S3Backend backend = backend(http, 1)) {
            Fetch first = Fetch.start(backend, GET);
            assertThat(store.log().awaitInFlight(1, Duration.ofSeconds(10))).isTrue();
            List<Fetch> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(Fetch.start(backend, GET));
            }
            waiting.forEach(Fetch::cancel);
            waiting.forEach(fetch -> fetch.requireFailure(Kind.CANCELLED));
            first.cancel();
            first.requireFailure(Kind.CANCELLED);
            assertThat(Fetch.start(backend, GET).requireBytes()).hasSize(LENGTH);
        }
        assertThat(store.log().gets()).as("the stalled one and the last one").isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void resetsAreReportedAndTheNextRequestIsFine(S3HttpClient http) {
        try (S3Backend backend = backend(http, 2)) {
            for (Fault fault : List.of(
                    Fault.resetBeforeHead(),
                    Fault.closeBeforeHead(),
                    Fault.resetAfter(1_000),
                    Fault.closeAfter(60_000))) {
                store.faults().add(FaultRule.when(RequestMatch.reads(), fault).once());
                Fetch.start(backend, GET).requireFailure(Kind.TRANSIENT);
                assertThat(Fetch.start(backend, GET).requireBytes()).hasSize(LENGTH);
            }
            store.faults()
                    .add(FaultRule.when(RequestMatch.reads(), Fault.garbage()).once());
            Fetch.start(backend, GET).requireFailure(Kind.TRANSIENT);
            assertThat(Fetch.start(backend, GET).requireBytes()).hasSize(LENGTH);
        }
        assertThat(store.log().gets()).as("each was sent once").isEqualTo(10);
    }

    @Test
    void requesterPaysBucketIsReadWithConsentOnly() {
        try (S3Backend unwilling = backend(S3HttpClient.NETTY, 2);
                S3Backend willing = S3Backend.create(S3Options.defaults()
                        .withEndpoint(store.uri())
                        .withPathStyle(true)
                        .withKeys("AKID", "secret")
                        .with("vectorio.s3.requester-pays", "true"))) {
            store.bucket("bucket").settings(store.bucket("bucket").settings().withRequesterPays(true));
            Fetch.start(unwilling, GET).requireFailure(Kind.ACCESS_DENIED);
            assertThat(Fetch.start(willing, GET).requireBytes()).hasSize(LENGTH);
        }
    }
}
