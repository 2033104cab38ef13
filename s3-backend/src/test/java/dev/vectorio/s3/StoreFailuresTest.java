package dev.vectorio.s3;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static dev.vectorio.s3.ScriptedS3.GET;
import static dev.vectorio.s3.ScriptedS3.LOCATION;
import static dev.vectorio.s3.ScriptedS3.refused;
import static dev.vectorio.s3.ScriptedS3.served;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.RecordingSink;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreFailuresTest {
    private static final ScriptedS3 STORE = new ScriptedS3();
    private static final S3Backend BACKEND = S3Backend.create(STORE.options());

    @AfterAll
    static void close() {
        BACKEND.close();
        STORE.close();
    }

    private static ObjectReadException failure(Kind kind, ResponseDefinitionBuilder answer) {
        STORE.answers(answer);
        ObjectReadException failure = Fetch.start(BACKEND, GET).requireFailure(kind);
        assertThat(STORE.requests()).as("sent once").hasSize(1);
        assertThat(failure)
                .hasMessageContaining("GET s3://bucket/folder/key [10, 14)")
                .hasMessageNotContaining("scripted-secret");
        return failure;
    }

    @ParameterizedTest
    @CsvSource({
        "404, NoSuchKey, NOT_FOUND",
        "404, NoSuchBucket, NOT_FOUND",
        "404, NoSuchVersion, NOT_FOUND",
        "403, AccessDenied, ACCESS_DENIED",
        "403, InvalidAccessKeyId, ACCESS_DENIED",
        "403, SignatureDoesNotMatch, ACCESS_DENIED",
        "400, InvalidToken, ACCESS_DENIED",
        "401, Unauthorized, ACCESS_DENIED",
        "412, PreconditionFailed, OBJECT_CHANGED",
        "429, TooManyRequests, THROTTLED",
        "503, SlowDown, THROTTLED",
        "503, ServiceUnavailable, THROTTLED",
        "400, RequestTimeout, TRANSIENT",
        "500, InternalError, TRANSIENT",
        "502, BadGateway, TRANSIENT",
        "504, GatewayTimeout, TRANSIENT",
        "408, RequestTimeout, TRANSIENT",
        "403, InvalidObjectState, UNSUPPORTED",
        "400, InvalidRequest, UNSUPPORTED",
        "405, MethodNotAllowed, UNSUPPORTED",
        "501, NotImplemented, UNSUPPORTED"
    })
    void statusAndCodeDecideTheKind(int status, String code, Kind kind) {
        ObjectReadException failure = failure(kind, refused(status, code));
        assertThat(failure.answer().status()).isEqualTo(status);
        assertThat(failure.answer().code()).isEqualTo(Optional.of(code));
        assertThat(failure.answer().requestId()).isEqualTo(Optional.of("R2"));
        assertThat(failure).hasMessageContaining("HTTP " + status + " " + code + " (request id R2)");
        assertThat(failure).hasCauseInstanceOf(Exception.class);
    }

    @Test
    void deniedNamesWhereTheCredentialsCameFrom() {
        assertThat(failure(Kind.ACCESS_DENIED, refused(403, "AccessDenied")))
                .hasMessageContaining("credentials from vectorio.s3.access-key-id");
    }

    @Test
    void deleteMarkerIsNotFound() {
        failure(Kind.NOT_FOUND, refused(405, "MethodNotAllowed").withHeader("x-amz-delete-marker", "true"));
    }

    @Test
    void outOfBoundsCarriesTheLengthOfTheHeader() {
        ObjectReadException failure =
                failure(Kind.OUT_OF_BOUNDS, refused(416, "InvalidRange").withHeader("Content-Range", "bytes */9"));
        assertThat(failure.answer().objectLength()).isEqualTo(OptionalLong.of(9));
    }

    @Test
    void outOfBoundsCarriesTheLengthOfTheBody() {
        ObjectReadException failure =
                failure(Kind.OUT_OF_BOUNDS, refused(416, "InvalidRange", "<ActualObjectSize>0</ActualObjectSize>"));
        assertThat(failure.answer().objectLength()).isEqualTo(OptionalLong.of(0));
        assertThat(failure(Kind.OUT_OF_BOUNDS, refused(416, "InvalidRange"))
                        .answer()
                        .objectLength())
                .isEmpty();
    }

    @Test
    void pauseThatTheStoreAsksForIsPassedOn() {
        assertThat(failure(Kind.THROTTLED, refused(503, "SlowDown").withHeader("Retry-After", "7"))
                        .answer()
                        .retryAfter())
                .isEqualTo(Optional.of(Duration.ofSeconds(7)));
    }

    @Test
    void pauseThatTheStoreAsksForIsNamed() {
        assertThat(failure(Kind.THROTTLED, refused(503, "SlowDown").withHeader("Retry-After", "86400")))
                .hasMessageContaining("HTTP 503 SlowDown (request id R2), asks for a pause of 86400 s");
    }

    @Test
    void wrongRegionNamesTheRightOne() {
        for (int status : new int[] {301, 307}) {
            assertThat(failure(
                            Kind.UNSUPPORTED,
                            refused(status, "PermanentRedirect").withHeader("x-amz-bucket-region", "eu-west-1")))
                    .hasMessageContaining("vectorio.s3.region=eu-west-1");
        }
        assertThat(failure(
                        Kind.UNSUPPORTED, refused(400, "AuthorizationHeaderMalformed", "<Region>ap-south-1</Region>")))
                .hasMessageContaining("vectorio.s3.region=ap-south-1");
        assertThat(failure(Kind.UNSUPPORTED, refused(301, "PermanentRedirect"))).hasMessageContaining("another region");
    }

    @Test
    void headOfABucketElsewhereNamesTheRegion() {
        STORE.answers(aResponse().withStatus(400).withHeader("x-amz-bucket-region", "eu-west-1"));
        Throwable failure = catchThrowable(
                () -> BACKEND.head(LOCATION).toCompletableFuture().join());
        assertThat(failure.getCause())
                .isInstanceOf(ObjectReadException.class)
                .hasMessageContaining("HEAD s3://bucket/folder/key")
                .hasMessageContaining("vectorio.s3.region=eu-west-1");
        assertThat(STORE.requests()).hasSize(1);
    }

    @Test
    void answerThatIsNoXmlKeepsItsStatus() {
        ObjectReadException failure =
                failure(Kind.THROTTLED, aResponse().withStatus(503).withBody("<html>busy</html>"));
        assertThat(failure.answer().status()).isEqualTo(503);
        failure(Kind.TRANSIENT, aResponse().withStatus(500));
    }

    @Test
    void brokenConnectionsAreTransient() {
        for (Fault fault :
                new Fault[] {Fault.CONNECTION_RESET_BY_PEER, Fault.EMPTY_RESPONSE, Fault.RANDOM_DATA_THEN_CLOSE}) {
            failure(Kind.TRANSIENT, aResponse().withFault(fault));
        }
        assertThat(failure(Kind.TRANSIENT, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)))
                .hasMessageContaining("connection to 127.0.0.1:");
    }

    @ParameterizedTest
    @CsvSource({"CRT", "NETTY"})
    void whatIsNotHttpIsAForeignAnswer(S3HttpClient http) throws Exception {
        for (String answer : List.of(
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "line 1\r\nline 2\r\n\r\n",
                "HTTP/1.1 206 Partial\r\nContent-Length: abc\r\n\r\nxx")) {
            try (ForeignServer server = ForeignServer.saying(answer);
                    S3Backend backend = S3Backend.create(
                            STORE.options().withEndpoint(server.uri()).withHttpClient(http))) {
                assertThat(Fetch.start(backend, GET).requireFailure(Kind.TRANSIENT))
                        .hasMessageContaining("GET s3://bucket/folder/key [10, 14): the answer is not HTTP")
                        .hasMessageNotContaining("software.amazon");
            }
        }
    }

    @Test
    void nobodyThereIsTransient() {
        try (S3Backend nowhere = S3Backend.create(STORE.options().withEndpoint(URI.create("http://127.0.0.1:1")))) {
            assertThat(Fetch.start(nowhere, GET).requireFailure(Kind.TRANSIENT))
                    .hasMessageContaining("connection to 127.0.0.1:");
        }
    }

    @Test
    @DisplayName("B70 an object encrypted by its writer is refused before any byte, without a HEAD")
    void clientSideEncryptionIsRefusedBeforeAnyByte() {
        for (String mark : new String[] {
            "x-amz-key-v2", "x-amz-key", "x-amz-cek-alg", "x-amz-iv", "x-amz-unencrypted-content-length", "X-Amz-3"
        }) {
            STORE.answers(served().withHeader("x-amz-meta-" + mark, "255"));
            RecordingSink sink = new RecordingSink();
            ObjectReadException failure = Fetch.start(BACKEND, GET, sink).requireFailure(Kind.UNSUPPORTED);
            assertThat(failure).hasMessageContaining("encrypted by the client");
            assertThat(sink.head()).isEmpty();
            assertThat(sink.received()).isZero();
            assertThat(STORE.requests()).as("no HEAD for this").hasSize(1);
        }
        STORE.answers(aResponse().withStatus(200).withHeader("x-amz-meta-x-amz-iv", "abc"));
        assertThat(catchThrowable(() ->
                                BACKEND.head(LOCATION).toCompletableFuture().join())
                        .getCause())
                .hasMessageContaining("encrypted by the client");
    }

    @Test
    void versionThatS3DoesNotKnowIsAnErrorOfThisSide() {
        GetRequest fingerprint = new GetRequest(
                LOCATION, GET.range(), Optional.of(new ObjectVersion(ObjectVersion.Kind.FINGERPRINT, "5/1")));
        STORE.answers(served());
        Fetch.start(BACKEND, fingerprint).requireFailure(Kind.INTERNAL);
        assertThat(STORE.requests()).isEmpty();
    }
}
