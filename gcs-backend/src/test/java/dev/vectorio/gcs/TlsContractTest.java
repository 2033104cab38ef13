package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.ContractFeatures;
import dev.vectorio.testkit.RecordingSink;
import dev.vectorio.testkit.SelfSignedCertificate;
import dev.vectorio.testkit.SimulatedStoreContract;
import dev.vectorio.testkit.StoreFeature;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The contract over TLS with a certificate that only the JVM's trust store knows. */
class TlsContractTest extends SimulatedStoreContract {
    private static final int POOL = 16;
    private static final SelfSignedCertificate CERTIFICATE = SelfSignedCertificate.generate();

    TlsContractTest() {
        super(StoreSettings.defaults().withTls(CERTIFICATE.ofServer()));
        CERTIFICATE.trust();
    }

    @AfterAll
    static void forgetCertificate() {
        CERTIFICATE.close();
    }

    @Override
    protected ObjectStoreBackend openBackend() {
        return GcsBackend.create(GcsOptions.defaults()
                .withEndpoint(simulatedStore().uri())
                .withAnonymous(true)
                .withMaxConnections(POOL));
    }

    @Override
    protected ContractFeatures features() {
        return super.features().without(StoreFeature.CODE_IN_ERRORS);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }

    @Test
    void aCertificateThatIsNotTrustedIsRefusedWithoutARequest() throws Exception {
        put("untrusted", new byte[10]);
        simulatedStore().log().clear();
        SelfSignedCertificate.distrust();
        GetRequest request = new GetRequest(location("untrusted"), GetRange.of(ByteRange.of(0, 10)), Optional.empty());
        try (ObjectStoreBackend stranger = openBackend()) {
            RecordingSink sink = new RecordingSink();
            assertThatThrownBy(() -> stranger.get(request, sink)
                            .done()
                            .toCompletableFuture()
                            .get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ObjectReadException.class)
                    .cause()
                    .hasMessageContaining("the store's certificate is not trusted")
                    .extracting(failure -> ((ObjectReadException) failure).kind())
                    .isEqualTo(Kind.UNSUPPORTED);
        }
        assertThat(simulatedStore().log().records().size()).isZero();
    }
}
