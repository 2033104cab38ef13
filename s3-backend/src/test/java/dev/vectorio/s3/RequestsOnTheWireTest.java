package dev.vectorio.s3;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.vectorio.s3.ScriptedS3.BODY;
import static dev.vectorio.s3.ScriptedS3.GET;
import static dev.vectorio.s3.ScriptedS3.LOCATION;
import static dev.vectorio.s3.ScriptedS3.refused;
import static dev.vectorio.s3.ScriptedS3.served;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.RecordingSink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

class RequestsOnTheWireTest {
    private static final ScriptedS3 STORE = new ScriptedS3();
    private static final String SSE_KEY =
            Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

    @AfterAll
    static void close() {
        STORE.close();
    }

    private static LoggedRequest sent(S3Options options, GetRequest request) {
        STORE.answers(served());
        try (S3Backend backend = S3Backend.create(options)) {
            assertThat(Fetch.start(backend, request).requireBytes()).isEqualTo(bytes(BODY));
        }
        assertThat(STORE.requests()).hasSize(1);
        return STORE.requests().get(0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void getAsksForTheRangeAndNothingElse() {
        LoggedRequest request = sent(STORE.options(), GET);
        assertThat(request.getMethod().getName()).isEqualTo("GET");
        assertThat(request.getUrl()).isEqualTo("/bucket/folder/key");
        assertThat(request.getHeader("Range")).isEqualTo("bytes=10-13");
        assertThat(request.getHeader("Authorization"))
                .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
                .contains("/us-east-1/s3/aws4_request");
        for (String absent :
                List.of("x-amz-checksum-mode", "Accept-Encoding", "If-Match", "x-amz-request-payer", "Expect")) {
            assertThat(request.getHeader(absent)).as(absent).isNull();
        }
        assertThat(request.getHeader("amz-sdk-request")).startsWith("attempt=1");
    }

    @Test
    void suffixVersionAndEtagGoOutUnchanged() {
        assertThat(sent(STORE.options(), new GetRequest(LOCATION, GetRange.suffix(8), Optional.empty()))
                        .getHeader("Range"))
                .isEqualTo("bytes=-8");
        assertThat(sent(STORE.options(), pinned(ObjectVersion.etag("\"a-1\""))).getHeader("If-Match"))
                .isEqualTo("\"a-1\"");
        LoggedRequest byId = sent(STORE.options(), pinned(new ObjectVersion(ObjectVersion.Kind.VERSION_ID, "v/+1")));
        assertThat(byId.queryParameter("versionId").firstValue()).isEqualTo("v/+1");
        assertThat(byId.getHeader("If-Match")).isNull();
    }

    @Test
    void objectsWithoutAnETagAreKnownByLengthAndTimeOfChange() {
        ResponseDefinitionBuilder answer = aResponse()
                .withStatus(206)
                .withHeader("Content-Range", "bytes 10-13/20")
                .withHeader("Last-Modified", "Wed, 02 Jan 2030 03:04:05 GMT")
                .withBody(BODY);
        STORE.answers(answer);
        Optional<ObjectVersion> known =
                Optional.of(new ObjectVersion(ObjectVersion.Kind.FINGERPRINT, "20/2030-01-02T03:04:05Z"));
        try (S3Backend backend = S3Backend.create(STORE.options())) {
            RecordingSink sink = new RecordingSink();
            Fetch.start(backend, GET, sink).await();
            assertThat(sink.head().orElseThrow().version()).isEqualTo(known);
            STORE.answers(aResponse()
                    .withStatus(200)
                    .withHeader("Content-Length", "20")
                    .withHeader("Last-Modified", "Wed, 02 Jan 2030 03:04:05 GMT"));
            Optional<ObjectVersion> head =
                    backend.head(LOCATION).toCompletableFuture().join().version();
            assertThat(head).as("head and get agree").isEqualTo(known);
            STORE.answers(aResponse()
                    .withStatus(206)
                    .withHeader("Content-Range", "bytes 10-13/20")
                    .withBody(BODY));
            RecordingSink nothing = new RecordingSink();
            Fetch.start(backend, GET, nothing).await();
            assertThat(nothing.head().orElseThrow().version()).isEmpty();
        }
    }

    private static GetRequest pinned(ObjectVersion version) {
        return new GetRequest(LOCATION, GET.range(), Optional.of(version));
    }

    @Test
    void bucketIsInTheHostUnlessPathStyleIsAsked() {
        STORE.answers(served());
        S3Options options = STORE.options().withPathStyle(false);
        // An endpoint that is an address has no room for a bucket in its host.
        assertThat(sent(options, GET).getUrl()).isEqualTo("/bucket/folder/key");
    }

    @Test
    void anonymousRequestsAreNotSigned() {
        S3Options options = S3Options.defaults()
                .withEndpoint(STORE.options().endpoint().orElseThrow())
                .withPathStyle(true)
                .withAnonymous(true);
        assertThat(sent(options, GET).getHeader("Authorization")).isNull();
    }

    @Test
    void requesterPaysAndCustomerKeyGoWithEveryRequest() {
        S3Options options =
                STORE.options().with("vectorio.s3.requester-pays", "true").with("vectorio.s3.sse-c-key", SSE_KEY);
        LoggedRequest get = sent(options, GET);
        STORE.answers(aResponse().withStatus(200).withHeader("Content-Length", "0"));
        try (S3Backend backend = S3Backend.create(options)) {
            backend.head(LOCATION).toCompletableFuture().join();
        }
        for (LoggedRequest request : List.of(get, STORE.requests().get(0))) {
            assertThat(request.getHeader("x-amz-request-payer")).isEqualTo("requester");
            assertThat(request.getHeader("x-amz-server-side-encryption-customer-algorithm"))
                    .isEqualTo("AES256");
            assertThat(request.getHeader("x-amz-server-side-encryption-customer-key"))
                    .isEqualTo(SSE_KEY);
            assertThat(request.getHeader("x-amz-server-side-encryption-customer-key-MD5"))
                    .isEqualTo("hRasmdxgYDKV3nvbahU1MA==");
        }
    }

    @Test
    void customerKeyIsInNoMessage() {
        STORE.answers(refused(400, "InvalidArgument"));
        try (S3Backend backend = S3Backend.create(STORE.options().with("vectorio.s3.sse-c-key", SSE_KEY))) {
            ObjectReadException failure = Fetch.start(backend, GET).requireFailure(Kind.UNSUPPORTED);
            for (Throwable t = failure; t != null; t = t.getCause()) {
                assertThat(t.toString())
                        .doesNotContain(SSE_KEY, SseCustomerKey.of(SSE_KEY).md5());
            }
        }
    }

    @Test
    void sessionTokenIsSent() {
        S3Options options = STORE.options().with("vectorio.s3.session-token", "session");
        assertThat(sent(options, GET).getHeader("x-amz-security-token")).isEqualTo("session");
    }

    @Test
    void userAgentBeginsWithProductAndAuditTag() {
        assertThat(sent(STORE.options(), GET).getHeader("User-Agent")).matches("vector-io/\\d\\S* .*aws-sdk-java.*");
        STORE.answers(served());
        BackendContext context =
                new BackendContext(S3OptionReader.write(STORE.options()), Map.of(), 3, "vector-io/9.9 nightly-job");
        try (ObjectStoreBackend backend = provider().create(context)) {
            assertThat(backend.capabilities().maxConcurrentRequests()).isEqualTo(3);
            assertThat(Fetch.start(backend, GET).requireBytes()).isEqualTo(bytes(BODY));
        }
        assertThat(STORE.requests().get(0).getHeader("User-Agent")).startsWith("vector-io/9.9 nightly-job ");
    }

    private static BackendProvider provider() {
        return ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.schemes().contains("s3a"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("B33 checksums of the whole object are not taken for the range's")
    void checksumsOfTheWholeObjectAreNotMistakenForTheRanges() {
        for (String checksum : List.of("AAAAAA==", "AAAAAA==-7")) {
            STORE.answers(served().withHeader("x-amz-checksum-crc32", checksum)
                    .withHeader("x-amz-checksum-type", "FULL_OBJECT"));
            try (S3Backend backend = S3Backend.create(STORE.options());
                    S3AsyncClient client = foreignClient();
                    S3Backend onClient = S3Backend.of(client, 4)) {
                assertThat(Fetch.start(backend, GET).requireBytes()).isEqualTo(bytes(BODY));
                assertThat(Fetch.start(onClient, GET).requireBytes()).isEqualTo(bytes(BODY));
            }
            assertThat(STORE.requests())
                    .hasSize(2)
                    .allSatisfy(request ->
                            assertThat(request.getHeader("x-amz-checksum-mode")).isNull());
        }
    }

    /** As its maker would leave it: retries, checksums, credentials and all. */
    private static S3AsyncClient foreignClient() {
        return S3AsyncClient.builder()
                .endpointOverride(STORE.options().endpoint().orElseThrow())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(keys("AKIDFOREIGN"))
                .build();
    }

    private static AwsCredentialsProvider keys(String id) {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create(id, "secret"));
    }

    @Test
    void foreignClientSendsOnceToo() {
        STORE.answers(refused(503, "SlowDown"));
        try (S3AsyncClient client = foreignClient();
                S3Backend backend = S3Backend.of(client, 4)) {
            Fetch.start(backend, GET).requireFailure(Kind.THROTTLED);
            assertThat(STORE.requests()).hasSize(1);
            assertThat(STORE.requests().get(0).getHeader("Authorization")).contains("AKIDFOREIGN");
            assertThat(backend.capabilities().maxConcurrentRequests()).isEqualTo(4);
        }
    }

    @Test
    void clockThatIsOffIsCorrectedOnce() {
        Instant storeTime = Instant.now().plus(Duration.ofHours(2));
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(storeTime.atOffset(ZoneOffset.UTC));
        STORE.answers(refused(403, "RequestTimeTooSkewed").withHeader("Date", date), served());
        try (S3Backend backend = S3Backend.create(STORE.options())) {
            assertThat(Fetch.start(backend, GET).requireBytes()).isEqualTo(bytes(BODY));
        }
        assertThat(STORE.requests()).hasSize(2);
        LocalDateTime signed = LocalDateTime.parse(
                STORE.requests().get(1).getHeader("x-amz-date"), DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'"));
        assertThat(Duration.between(signed.toInstant(ZoneOffset.UTC), storeTime).abs())
                .isLessThan(Duration.ofMinutes(2));

        STORE.answers(refused(403, "RequestTimeTooSkewed").withHeader("Date", date));
        try (S3Backend backend = S3Backend.create(STORE.options())) {
            Fetch.start(backend, GET).requireFailure(Kind.ACCESS_DENIED);
        }
        assertThat(STORE.requests()).as("once more, and no more").hasSize(2);
    }

    @Test
    void providerTakesAClientOrCredentialsAsAttachments() {
        STORE.answers(served());
        Map<String, String> place = Map.of(
                "vectorio.s3.endpoint",
                STORE.options().endpoint().orElseThrow().toString(),
                "vectorio.s3.path-style",
                "true");
        Map<Class<?>, Object> attached = Map.of(AwsCredentialsProvider.class, keys("AKIDATTACHED"));
        try (ObjectStoreBackend backend = provider().create(new BackendContext(place, attached, 8, "vector-io/1"))) {
            Fetch.start(backend, GET).requireBytes();
        }
        assertThat(STORE.requests().get(0).getHeader("Authorization")).contains("AKIDATTACHED");

        STORE.answers(served());
        try (S3AsyncClient client = foreignClient()) {
            Map<Class<?>, Object> withClient = Map.of(S3AsyncClient.class, client);
            Map<String, String> pays = Map.of("vectorio.s3.requester-pays", "true", "vectorio.s3.max-connections", "5");
            ObjectStoreBackend backend = provider().create(new BackendContext(pays, withClient, 8, "vector-io/1"));
            assertThat(backend.capabilities().maxConcurrentRequests()).isEqualTo(5);
            Fetch.start(backend, GET).requireBytes();
            assertThat(STORE.requests().get(0).getHeader("x-amz-request-payer")).isEqualTo("requester");
            backend.close();
            client.headObject(head -> head.bucket("bucket").key("k")).join();
            assertThatThrownBy(() -> provider().create(new BackendContext(place, withClient, 8, "vector-io/1")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.s3.endpoint is set, but a client was given");
        }
        Map<String, String> anonymous = Map.of("vectorio.s3.anonymous", "true");
        assertThatThrownBy(() -> provider().create(new BackendContext(anonymous, attached, 8, "vector-io/1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.s3.anonymous is set, but a credentials provider was given");
    }

    @Test
    void providerServesTheUsualSchemes() {
        assertThat(provider().schemes()).containsExactlyInAnyOrder("s3", "s3a", "s3n");
    }
}
