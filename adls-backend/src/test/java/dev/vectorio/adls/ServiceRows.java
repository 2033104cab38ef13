package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs/backends.md} says of ADLS and the contract does not ask: on the simulated store in every build, on the
 * service with {@code -Plive}.
 */
abstract class ServiceRows {
    private static final String EXPIRED = "sv=2021-10-04&sr=b&sp=r&se=2001-01-01T00%3A00%3A00Z&sig=d3Jvbmcga2V5";

    /** How to reach the account, with its key. */
    abstract AdlsOptions options();

    /** How to reach it, without credentials. */
    abstract AdlsOptions withoutKey();

    abstract String account();

    /** The SDK's own client of a container. */
    abstract BlobContainerClient container();

    /** What names of this run begin with. */
    abstract String prefix();

    private GetRequest get(String name, Optional<ObjectVersion> version) {
        String authority = container().getBlobContainerName() + "@" + account() + ".dfs.core.windows.net";
        return new GetRequest(
                new ObjectLocation("abfss", authority, prefix() + name), GetRange.of(ByteRange.of(2, 3)), version);
    }

    private Fetch fetch(AdlsBackend backend, String name, Optional<ObjectVersion> version) {
        return Fetch.start(backend, get(name, version)).await();
    }

    @Test
    void refusedGetAndHeadHaveACode() {
        try (AdlsBackend backend = AdlsBackend.create(options())) {
            ObjectReadException ofGet =
                    fetch(backend, "missing", Optional.empty()).requireFailure(Kind.NOT_FOUND);
            assertThat(ofGet.answer().code()).contains("BlobNotFound");
            assertThat(ofGet.answer().requestId()).isPresent();
            backend.head(get("missing", Optional.empty()).location())
                    .toCompletableFuture()
                    .join();
            throw new AssertionError("a missing blob has a head");
        } catch (CompletionException e) {
            assertThat(e.getCause()).isInstanceOfSatisfying(ObjectReadException.class, ofHead -> {
                assertThat(ofHead.kind()).isEqualTo(Kind.NOT_FOUND);
                assertThat(ofHead.answer().code()).contains("BlobNotFound");
            });
        }
    }

    @Test
    void changeOfMetadataAloneIsAnotherVersion() {
        var blob = container().getBlobClient(prefix() + "metadata");
        blob.upload(BinaryData.fromBytes(new byte[10]), true);
        try (AdlsBackend backend = AdlsBackend.create(options())) {
            Optional<ObjectVersion> version =
                    fetch(backend, "metadata", Optional.empty()).requireHead().version();
            assertThat(fetch(backend, "metadata", version).requireBytes()).hasSize(3);
            blob.setMetadata(Map.of("colour", "green"));
            fetch(backend, "metadata", version).requireFailure(Kind.OBJECT_CHANGED);
        } finally {
            blob.deleteIfExists();
        }
    }

    @Test
    void signatureThatHasExpiredIsDenied() {
        try (AdlsBackend backend = AdlsBackend.create(withoutKey().withSasToken(account(), EXPIRED))) {
            ObjectReadException failure =
                    fetch(backend, "any", Optional.empty()).requireFailure(Kind.ACCESS_DENIED);
            assertThat(failure.answer().status()).isEqualTo(403);
            assertThat(failure)
                    .hasMessageContaining("a shared access signature")
                    .hasMessageNotContaining("d3Jvbmcga2V5");
        }
    }

    @Test
    void keyOfAnotherAccountIsDenied() {
        try (AdlsBackend backend = AdlsBackend.create(withoutKey().withAccountKey(account(), "d3Jvbmcga2V5"))) {
            ObjectReadException failure =
                    fetch(backend, "any", Optional.empty()).requireFailure(Kind.ACCESS_DENIED);
            assertThat(failure.answer().code()).contains("AuthenticationFailed");
        }
    }
}
