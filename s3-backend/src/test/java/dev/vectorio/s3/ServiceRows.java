package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.async.AsyncRequestBody;

/**
 * What {@code docs/backends.md} says of S3 and the contract does not ask: on the simulated store in every build, on the
 * service with {@code -Plive}.
 */
abstract class ServiceRows {
    private static final byte[] KEY = new byte[32];

    /** How to reach the store. */
    abstract S3Options options();

    /** A bucket on it. */
    abstract TestBucket bucket();

    /** What keys of this run begin with. */
    abstract String prefix();

    private GetRequest get(String key, Optional<ObjectVersion> version) {
        ObjectLocation location = new ObjectLocation("s3", bucket().name(), prefix() + key);
        return new GetRequest(location, GetRange.of(ByteRange.of(2, 3)), version);
    }

    private GetRequest get(String key) {
        return get(key, Optional.empty());
    }

    private static ObjectReadException refused(S3Options options, GetRequest request, Kind kind) {
        try (S3Backend backend = S3Backend.create(options)) {
            return Fetch.start(backend, request).requireFailure(kind);
        }
    }

    @Test
    void refusedGetSaysWhatIsMissingAndARefusedHeadDoesNot() {
        GetRequest request = get("missing");
        ObjectReadException ofGet = refused(options(), request, Kind.NOT_FOUND);
        assertThat(ofGet.answer().code()).contains("NoSuchKey");
        assertThat(ofGet).hasMessageContaining("there is no such object");
        assertThat(ofGet.answer().requestId()).isPresent();
        try (S3Backend backend = S3Backend.create(options())) {
            backend.head(request.location()).toCompletableFuture().join();
            throw new AssertionError("a missing object has a head");
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOfSatisfying(ObjectReadException.class, ofHead -> {
                assertThat(ofHead.kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(ofHead).hasMessageNotContaining("there is no such");
            });
        }
    }

    @Test
    void versionThatIsNamedAndGoneIsNotFound() {
        String key = prefix() + "version";
        bucket().put(key, "0123456789");
        Optional<ObjectVersion> never =
                Optional.of(new ObjectVersion(ObjectVersion.Kind.VERSION_ID, "3HL4kqtJvjVBH40Nrjfkd3sdlZQ5YjJw"));
        try {
            refused(options(), get("version", never), Kind.NOT_FOUND);
        } finally {
            bucket().delete(key);
        }
    }

    @Test
    void keyThatTheStoreDoesNotKnowIsDeniedWithItsCode() {
        S3Options wrong = S3Options.defaults().withKeys("AKIAIOSFODNN7EXAMPLE", "not-the-secret");
        ObjectReadException failure = refused(reachedAs(wrong), get("any"), Kind.ACCESS_DENIED);
        assertThat(failure.answer().code()).contains("InvalidAccessKeyId");
        assertThat(failure).hasMessageNotContaining("not-the-secret");
    }

    private S3Options reachedAs(S3Options keys) {
        S3Options same = options()
                .region()
                .map(keys::withRegion)
                .orElse(keys)
                .withPathStyle(options().pathStyle());
        return options().endpoint().map(same::withEndpoint).orElse(same);
    }

    @Test
    void customersKeyIsNeededToRead() {
        String key = prefix() + "encrypted";
        String base64 = Base64.getEncoder().encodeToString(KEY);
        SseCustomerKey sse = SseCustomerKey.of(base64);
        bucket().client()
                .putObject(
                        put -> put.bucket(bucket().name())
                                .key(key)
                                .sseCustomerAlgorithm("AES256")
                                .sseCustomerKey(sse.base64())
                                .sseCustomerKeyMD5(sse.md5()),
                        AsyncRequestBody.fromString("0123456789"))
                .join();
        try (S3Backend backend = S3Backend.create(options().with("vectorio.s3.sse-c-key", base64))) {
            assertThat(Fetch.start(backend, get("encrypted")).requireBytes()).containsExactly('2', '3', '4');
            refused(options(), get("encrypted"), Kind.UNSUPPORTED);
        } finally {
            bucket().delete(key);
        }
    }

    @Test
    void whoAgreesToPayReads() {
        String key = prefix() + "paid";
        bucket().put(key, "0123456789");
        try (S3Backend backend = S3Backend.create(options().with("vectorio.s3.requester-pays", "true"))) {
            assertThat(Fetch.start(backend, get("paid")).requireBytes()).hasSize(3);
        } finally {
            bucket().delete(key);
        }
    }
}
