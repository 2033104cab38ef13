package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage.BlobTargetOption;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs/backends.md} says of GCS and the contract does not ask: on the simulated store in every build, on the
 * service with {@code -Plive}.
 */
abstract class ServiceRows {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    /** How to reach the store. */
    abstract GcsOptions options();

    /** The same, for a backend that is given credentials of its own. */
    abstract GcsOptions withoutCredentials();

    /** Google's own client on a bucket of it. */
    abstract GoogleWriter writer();

    abstract String bucket();

    /** What names of this run begin with. */
    abstract String prefix();

    private GetRequest get(String name, Optional<ObjectVersion> version) {
        ObjectLocation location = new ObjectLocation("gs", bucket(), prefix() + name);
        return new GetRequest(location, GetRange.of(ByteRange.of(2, 3)), version);
    }

    private ObjectReadException refused(GcsOptions options, String name, Kind kind) {
        try (GcsBackend backend = GcsBackend.create(options)) {
            return Fetch.start(backend, get(name, Optional.empty())).requireFailure(kind);
        }
    }

    @Test
    void refusedHeadHasACodeAndARefusedDownloadALineOfText() {
        ObjectReadException ofGet = refused(options(), "missing", Kind.NOT_FOUND);
        assertThat(ofGet.answer().requestId()).isPresent();
        try (GcsBackend backend = GcsBackend.create(options())) {
            backend.head(get("missing", Optional.empty()).location())
                    .toCompletableFuture()
                    .join();
            throw new AssertionError("a missing object has a head");
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOfSatisfying(ObjectReadException.class, ofHead -> {
                assertThat(ofHead.kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(ofHead.answer().code()).contains("notFound");
            });
        }
    }

    @Test
    void generationThatIsNamedAndGoneIsAChange() {
        writer().put(prefix() + "generation", new byte[10]);
        try (GcsBackend backend = GcsBackend.create(options())) {
            Fetch.start(backend, get("generation", Optional.of(new ObjectVersion(ObjectVersion.Kind.VERSION_ID, "1"))))
                    .requireFailure(Kind.OBJECT_CHANGED);
        } finally {
            writer().delete(prefix() + "generation");
        }
    }

    @Test
    void tokenThatTheStoreDoesNotKnowIsDenied() {
        AccessToken none =
                new AccessToken("ya29.not-a-token", Date.from(Instant.now().plusSeconds(3_600)));
        try (GcsBackend backend = GcsBackend.create(withoutCredentials(), GoogleCredentials.create(none))) {
            ObjectReadException failure =
                    Fetch.start(backend, get("any", Optional.empty())).requireFailure(Kind.ACCESS_DENIED);
            assertThat(failure.answer().status()).isEqualTo(401);
            assertThat(failure).hasMessageNotContaining("not-a-token");
        }
    }

    @Test
    void customersKeyIsNeededToRead() {
        BlobInfo info = BlobInfo.newBuilder(bucket(), prefix() + "encrypted").build();
        var unused = writer().client().create(info, new byte[10], BlobTargetOption.encryptionKey(KEY));
        try (GcsBackend backend = GcsBackend.create(options().withCustomerKey(KEY))) {
            assertThat(Fetch.start(backend, get("encrypted", Optional.empty())).requireBytes())
                    .hasSize(3);
            assertThat(refused(options(), "encrypted", Kind.UNSUPPORTED)).hasMessageContaining("encrypted");
        } finally {
            writer().delete(prefix() + "encrypted");
        }
    }

    @Test
    void projectThatPaysReads() {
        GcsOptions paying = options().withUserProject(payingProject());
        writer().put(prefix() + "paid", new byte[10]);
        try (GcsBackend backend = GcsBackend.create(paying)) {
            assertThat(Fetch.start(backend, get("paid", Optional.empty())).requireBytes())
                    .hasSize(3);
        } finally {
            writer().delete(prefix() + "paid");
        }
    }

    /** A project that requests may be billed to. */
    abstract String payingProject();
}
