package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.store.fault.ActiveFault;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.log.RequestRecords;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.RecordingSink;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One request per read, of the bytes asked for; what refusals and faults become; and that all of it is silent. */
@Isolated("one test swaps the standard error stream, where the log goes")
class RequestsOnTheWireTest {
    private static final int LENGTH = 6_000_000;

    private final SimulatedAccount account = new SimulatedAccount(false);
    private final byte[] content = SimulatedAccount.content(LENGTH);
    private final ObjectLocation location = SimulatedAccount.location("k");
    private final AdlsBackend backend = AdlsBackend.create(account.withKey());

    @BeforeEach
    void putBlob() {
        account.store().put(SimulatedAccount.CONTAINER, "k", content);
    }

    @AfterEach
    void closeAll() {
        backend.close();
        account.close();
    }

    private Fetch fetch(long offset, long length) {
        return Fetch.start(backend, SimulatedAccount.get(location, offset, length))
                .await();
    }

    private RequestRecords requests() throws InterruptedException {
        assertThat(account.store().log().awaitIdle(Duration.ofSeconds(5))).isTrue();
        return account.store().log().records().ofKey("k");
    }

    @Test
    void hundredBytesMoveHundredBytesInOneRequest() throws Exception {
        assertThat(fetch(5_000_000, 100).requireBytes()).isEqualTo(Arrays.copyOfRange(content, 5_000_000, 5_000_100));
        assertThat(requests().size()).isEqualTo(1);
        assertThat(requests().bytesSent()).isEqualTo(100);
        assertThat(requests().list().get(0).facts().rangeHeader()).contains("bytes=5000000-5000099");
    }

    /** The simulated store, as Azure, would refuse to make a hash of more than 4 MiB. */
    @Test
    @DisplayName("B33 a range of more than 4 MiB is one request, and no hash is asked for")
    void moreThanFourMebibytesComeInOneRequestWithoutAHash() throws Exception {
        assertThat(fetch(0, LENGTH).requireBytes()).isEqualTo(content);
        assertThat(requests().size()).isEqualTo(1);
        assertThat(requests().bytesSent()).isEqualTo(LENGTH);
    }

    @ParameterizedTest
    @CsvSource({
        "400, InvalidHeaderValue, UNSUPPORTED",
        "401, NoAuthenticationInformation, ACCESS_DENIED",
        "403, AuthorizationFailure, ACCESS_DENIED",
        "404, ContainerNotFound, NOT_FOUND",
        "404, ResourceNotFound, NOT_FOUND",
        "408, RequestTimeout, TRANSIENT",
        "409, BlobArchived, UNSUPPORTED",
        "409, BlobBeingRehydrated, UNSUPPORTED",
        "409, PublicAccessNotPermitted, ACCESS_DENIED",
        "412, ConditionNotMet, OBJECT_CHANGED",
        "429, TooManyRequests, THROTTLED",
        "500, InternalError, TRANSIENT",
        "500, OperationTimedOut, TRANSIENT",
        "502, BadGateway, TRANSIENT",
        "503, ServerBusy, THROTTLED",
        "504, GatewayTimeout, TRANSIENT",
    })
    void refusalsBecomeKindsAndAreSentOnce(int status, String code, Kind kind) throws Exception {
        account.store()
                .faults()
                .add(FaultRule.when(
                        RequestMatch.reads().key("k"), Fault.error(status, code, Map.of("Retry-After", "7"))));
        ObjectReadException failure = fetch(0, 10).requireFailure(kind);
        assertThat(failure.answer().status()).isEqualTo(status);
        assertThat(failure.answer().code()).contains(code);
        assertThat(failure.answer().requestId()).isPresent();
        assertThat(failure.answer().retryAfter()).contains(Duration.ofSeconds(7));
        assertThat(failure)
                .hasMessageContaining("abfs://data@devstoreaccount1.dfs.core.windows.net/k")
                .hasMessageContaining("[0, 10)")
                .hasMessageContaining(code);
        assertThat(requests().size()).isEqualTo(1);
    }

    @Test
    void rangesBehindTheEndBringTheLength() {
        ObjectReadException failure = fetch(LENGTH, 10).requireFailure(Kind.OUT_OF_BOUNDS);
        assertThat(failure.answer().objectLength()).isEqualTo(OptionalLong.of(LENGTH));
        assertThat(failure.answer().code()).contains("InvalidRange");
    }

    @Test
    void resetsAndSilentEndsAreTransientAndNotResumed() throws Exception {
        for (Fault fault : new Fault[] {
            Fault.resetAfter(100_000), Fault.closeAfter(100_000), Fault.closeBeforeHead(), Fault.resetBeforeHead()
        }) {
            account.store().log().clear();
            ActiveFault active = account.store()
                    .faults()
                    .add(FaultRule.when(RequestMatch.reads().key("k"), fault));
            Fetch fetch = fetch(0, 1_000_000);
            fetch.requireFailure(Kind.TRANSIENT);
            assertThat(requests().size()).as("requests under %s", fault.name()).isEqualTo(1);
            active.remove();
        }
        assertThat(fetch(0, 10).requireBytes()).hasSize(10);
    }

    @Test
    @DisplayName("B70 a blob encrypted by its writer is refused before its bytes")
    void blobsEncryptedByTheirWriterAreRefusedBeforeTheirBytes() {
        var unused = account.store()
                .put(
                        SimulatedAccount.CONTAINER,
                        "k",
                        dev.vectorio.store.object.StoredBytes.copyOf(content),
                        dev.vectorio.store.object.ObjectAttributes.none().withUser("encryptiondata", "{}"));
        Fetch fetch = fetch(0, 10);
        fetch.requireFailure(Kind.UNSUPPORTED);
        assertThat(fetch.sink().received()).isZero();
    }

    @Test
    void readsThatEndEarlyLogNothing() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream captured = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setErr(captured);
            GetRequest get = SimulatedAccount.get(location, 0, 100_000);
            for (int i = 0; i < 400; i++) {
                Fetch fetch = Fetch.start(backend, get, sink(i % 2 == 0));
                if (i % 4 == 1) {
                    fetch.cancel();
                }
                fetch.await();
            }
            for (Fault fault : new Fault[] {
                Fault.error(412, "ConditionNotMet"), Fault.closeAfter(1_000), Fault.error(503, "ServerBusy")
            }) {
                ActiveFault active = account.store()
                        .faults()
                        .add(FaultRule.when(RequestMatch.reads().key("k"), fault));
                for (int i = 0; i < 20; i++) {
                    Fetch.start(backend, get).await();
                }
                active.remove();
            }
            assertThat(fetch(0, 10).requireBytes()).hasSize(10);
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    private static RecordingSink sink(boolean refuses) {
        return new RecordingSink() {
            @Override
            protected boolean headArrived(ResponseHead head) {
                return !refuses;
            }
        };
    }
}
