package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.OAuth2Credentials;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage.BlobTargetOption;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.gcs.GcsSettings;
import dev.vectorio.store.log.RequestRecords;
import dev.vectorio.store.object.ObjectAttributes;
import dev.vectorio.store.object.StoredBytes;
import dev.vectorio.store.request.Answer;
import dev.vectorio.store.request.Operation;
import dev.vectorio.testkit.Fetch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes over the wire for one read, and what becomes of the answers. */
class RequestsOnTheWireTest {
    private static final String BUCKET = "wire";
    private static final String KEY =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withGcs(GcsSettings.defaults().withTokens(Set.of("new")).withAnonymousAllowed(true)));
    private final GcsOptions options =
            GcsOptions.defaults().withEndpoint(store.uri()).withAnonymous(true).withMaxConnections(4);

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static GetRequest request(String key, Optional<ObjectVersion> version) {
        ObjectLocation location = new ObjectLocation("gs", BUCKET, key);
        return new GetRequest(location, GetRange.of(ByteRange.of(2, 4)), version);
    }

    private static Fetch read(ObjectStoreBackend backend, String key) {
        return Fetch.start(backend, request(key, Optional.empty())).await();
    }

    private Fetch read(GcsOptions with, String key) {
        try (GcsBackend backend = GcsBackend.create(with)) {
            return read(backend, key);
        }
    }

    private RequestRecords reads() {
        return store.log().records().of(Operation.READ);
    }

    private void spoil(Fault fault) {
        store.faults().add(FaultRule.when(RequestMatch.reads(), fault).once());
    }

    @Test
    void readIsOneRequestForMediaThatAcceptsGzip() {
        store.put(BUCKET, "k", new byte[10]);
        assertThat(read(options, "k").requireBytes()).isEqualTo(new byte[4]);
        assertThat(store.log().records().list()).hasSize(1).allSatisfy(record -> {
            assertThat(record.facts().query()).isEqualTo("alt=media");
            assertThat(record.facts().rangeHeader()).isEqualTo(Optional.of("bytes=2-5"));
            assertThat(record.facts().userAgent()).startsWith("vector-io/").contains("(gzip)");
        });
    }

    @Test
    void gzipObjectIsReadInRangesOfItsStoredBytes() throws IOException {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(new byte[10_000]);
        }
        store.put(BUCKET, "k", gzip.toByteArray(), ObjectAttributes.none().withSystem("content-encoding", "gzip"));
        byte[] expected = Arrays.copyOfRange(gzip.toByteArray(), 2, 6);
        assertThat(read(options, "k").requireBytes()).isEqualTo(expected);
    }

    @Test
    void decompressedAnswerIsRefusedBeforeAnyByte() {
        store.put(BUCKET, "k", new byte[10]);
        for (Fault fault : new Fault[] {
            Fault.header("x-guploader-response-body-transformations", "gunzipped"),
            Fault.header("x-goog-stored-content-encoding", "gzip")
        }) {
            spoil(fault);
            Fetch fetch = read(options, "k");
            assertThat(fetch.requireFailure(Kind.UNSUPPORTED)).hasMessageContaining("decompressed on the way");
            assertThat(fetch.sink().head()).isEmpty();
        }
    }

    @Test
    void whatARefusalQuotesOfTheRequestIsNotPrinted() {
        store.put(BUCKET, "k", new byte[10]);
        for (String text :
                List.of("denied for sig=planted", "Authorization: Bearer planted", "no token ya29.planted")) {
            spoil(Fault.answer(Answer.text(403, "text/plain", text)));
            assertThat(read(options, "k").requireFailure(Kind.ACCESS_DENIED))
                    .hasMessageNotContaining("planted")
                    .hasMessageContaining("HTTP 403");
        }
        spoil(Fault.answer(Answer.text(403, "text/plain", "\u001b[31mred")));
        assertThat(read(options, "k").requireFailure(Kind.ACCESS_DENIED))
                .hasMessageContaining("HTTP 403")
                .hasMessageNotContaining("\u001b");
        spoil(Fault.answer(Answer.text(403, "text/plain", "the billing account is closed")));
        assertThat(read(options, "k").requireFailure(Kind.ACCESS_DENIED)).hasMessageContaining("the billing account");
    }

    /** What is not HTTP may be the rest of a body that was too long, left on a connection: the next one may do. */
    @Test
    void lostConnectionsAndAnswersThatAreNotHttpMayPass() {
        store.put(BUCKET, "k", new byte[10]);
        spoil(Fault.garbage());
        assertThat(read(options, "k").requireFailure(Kind.TRANSIENT))
                .hasMessageContaining("connection to " + store.uri().getAuthority() + " failed");
        spoil(Fault.closeBeforeHead());
        assertThat(read(options, "k").requireFailure(Kind.TRANSIENT))
                .hasMessageContaining("connection to " + store.uri().getAuthority() + " failed");
        assertThat(store.log().gets()).isEqualTo(2);
    }

    @Test
    void customerKeyGoesWithReadsAndIsNeverNamed() {
        try (GoogleWriter writer = GoogleWriter.on(store.uri(), BUCKET)) {
            store.bucket(BUCKET);
            BlobInfo info = BlobInfo.newBuilder(BUCKET, "secret").build();
            writer.client().create(info, new byte[10], BlobTargetOption.encryptionKey(KEY));
        }
        GcsOptions withKey = options.withCustomerKey(KEY);
        assertThat(read(withKey, "secret").requireBytes()).isEqualTo(new byte[4]);
        assertThat(read(options, "secret").requireFailure(Kind.UNSUPPORTED))
                .hasMessageContaining("encrypted by a customer-supplied encryption key");
        store.put(BUCKET, "open", new byte[10]);
        assertThat(read(withKey, "open").requireFailure(Kind.UNSUPPORTED))
                .hasMessageContaining("not encrypted")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void userProjectPaysForReadsAndHeads() {
        store.put(BUCKET, "k", new byte[10]);
        store.bucket(BUCKET).settings(store.bucket(BUCKET).settings().withRequesterPays(true));
        assertThat(read(options, "k").requireFailure(Kind.UNSUPPORTED)).hasMessageContaining("no user project");
        GcsOptions paying = options.withUserProject("mine");
        assertThat(read(paying, "k").requireBytes()).hasSize(4);
        try (GcsBackend backend = GcsBackend.create(paying)) {
            assertThat(backend.head(new ObjectLocation("gs", BUCKET, "k"))
                            .toCompletableFuture()
                            .join()
                            .length())
                    .isEqualTo(10);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "429, rateLimitExceeded, THROTTLED",
        "503, backendError, THROTTLED",
        "403, userRateLimitExceeded, THROTTLED",
        "403, forbidden, ACCESS_DENIED",
        "401, authError, ACCESS_DENIED",
        "404, notFound, NOT_FOUND",
        "412, conditionNotMet, OBJECT_CHANGED",
        "416, requestedRangeNotSatisfiable, OUT_OF_BOUNDS",
        "408, uploadBrokenConnection, TRANSIENT",
        "500, internalError, TRANSIENT",
        "502, badGateway, TRANSIENT",
        "504, gatewayTimeout, TRANSIENT",
        "400, invalid, UNSUPPORTED",
        "307, temporaryRedirect, UNSUPPORTED"
    })
    void refusalsBecomeKindsAndAreSentOnce(int status, String reason, Kind kind) {
        store.put(BUCKET, "k", new byte[10]);
        spoil(Fault.error(status, reason, Map.of("Retry-After", "7")));
        ObjectReadException failure = read(options, "k").requireFailure(kind);
        assertThat(failure.answer().status()).isEqualTo(status);
        assertThat(failure.answer().code()).isEqualTo(Optional.of(reason));
        assertThat(failure.answer().retryAfter()).isEqualTo(Optional.of(Duration.ofSeconds(7)));
        assertThat(failure.answer().requestId()).isPresent();
        assertThat(reads().size()).isEqualTo(1);
    }

    @Test
    void refusalIsReadAlsoWhereItComesCompressedOrIsNoDocument() throws IOException {
        store.put(BUCKET, "k", new byte[10]);
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write("{\"error\":{\"code\":429,\"errors\":[{\"reason\":\"slow\"}]}}".getBytes(StandardCharsets.UTF_8));
        }
        spoil(Fault.answer(Answer.text(429, "application/json", "")
                .withHeader("Content-Encoding", "gzip")
                .withBody(StoredBytes.copyOf(gzip.toByteArray()))));
        assertThat(read(options, "k").requireFailure(Kind.THROTTLED).answer().code())
                .isEqualTo(Optional.of("slow"));
        spoil(Fault.answer(Answer.text(503, "application/json", "{broken")));
        assertThat(read(options, "k").requireFailure(Kind.THROTTLED).answer().code())
                .isEmpty();
        spoil(Fault.answer(Answer.text(400, "text/html", "<html>of a proxy</html>")));
        assertThat(read(options, "k").requireFailure(Kind.UNSUPPORTED)).hasMessageNotContaining("proxy");
    }

    @Test
    void namedGenerationIsReadAndItsEndIsAChange() {
        String old =
                Long.toString(store.put(BUCKET, "k", new byte[10]).identity().generation());
        Optional<ObjectVersion> named = Optional.of(new ObjectVersion(ObjectVersion.Kind.VERSION_ID, old));
        try (GcsBackend backend = GcsBackend.create(options)) {
            assertThat(Fetch.start(backend, request("k", named)).requireBytes()).hasSize(4);
            assertThat(store.log().records().list().get(0).facts().query()).contains("generation=" + old);
            store.put(BUCKET, "k", new byte[11]);
            Fetch.start(backend, request("k", named)).requireFailure(Kind.OBJECT_CHANGED);
            for (ObjectVersion none : new ObjectVersion[] {
                ObjectVersion.etag("\"x\""), new ObjectVersion(ObjectVersion.Kind.GENERATION, "x")
            }) {
                Fetch.start(backend, request("k", Optional.of(none))).requireFailure(Kind.UNSUPPORTED);
            }
        }
    }

    /** Has a token that the store no longer takes, and gets this one when asked for another. */
    private static final class Renewed extends OAuth2Credentials {
        private static final long serialVersionUID = 1;

        private final String next;

        Renewed(String next) {
            super(new AccessToken("old", inAnHour()));
            this.next = next;
        }

        private static Date inAnHour() {
            return Date.from(Instant.now().plusSeconds(3_600));
        }

        @Override
        public AccessToken refreshAccessToken() throws IOException {
            if (next.isEmpty()) {
                throw new IOException("no token server");
            }
            return new AccessToken(next, inAnHour());
        }
    }

    @Test
    void expiredTokenIsRenewedOnce() {
        store.put(BUCKET, "k", new byte[10]);
        GcsOptions open = GcsOptions.defaults().withEndpoint(store.uri());
        try (GcsBackend backend = GcsBackend.create(open, new Renewed("new"))) {
            assertThat(read(backend, "k").requireBytes()).hasSize(4);
            assertThat(reads()).extracting(r -> r.status()).containsExactly(401, 206);
            assertThat(read(backend, "k").requireBytes()).hasSize(4);
            assertThat(reads().size()).isEqualTo(3);
        }
        try (GcsBackend backend = GcsBackend.create(open, new Renewed("refused"))) {
            ObjectReadException failure = read(backend, "k").requireFailure(Kind.ACCESS_DENIED);
            assertThat(failure).hasMessageContaining("the credentials given").hasMessageNotContaining("refused");
            assertThat(reads().size()).isEqualTo(5);
        }
    }

    @Test
    void withoutATokenNothingIsSent() {
        store.put(BUCKET, "k", new byte[10]);
        OAuth2Credentials none = new OAuth2Credentials() {
            private static final long serialVersionUID = 1;

            @Override
            public AccessToken refreshAccessToken() throws IOException {
                throw new IOException("no token server");
            }
        };
        try (GcsBackend backend = GcsBackend.create(GcsOptions.defaults().withEndpoint(store.uri()), none)) {
            assertThat(read(backend, "k").requireFailure(Kind.ACCESS_DENIED))
                    .hasMessageContaining("no token from the credentials given: no token server");
        }
        assertThat(reads().size()).isZero();
    }

    @Test
    void unreadableKeyFileIsNamedAndNotQuoted() {
        GcsOptions missing = GcsOptions.defaults().withServiceAccountFile("no/such/key.json");
        assertThatThrownBy(() -> GcsBackend.create(missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.gcs.service-account-file=no/such/key.json");
    }

    @Test
    void unreachableStoreIsTransient() {
        int port = store.uri().getPort();
        store.close();
        assertThat(port).isPositive();
        read(options, "k").requireFailure(Kind.TRANSIENT);
    }
}
