package dev.vectorio.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.StoreSettings;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The contract over TLS, with a certificate that only the JVM's trust store knows. The trust store is a property of the whole
 * JVM, so two such classes must not run at the same time.
 */
public abstract class TlsContract extends SimulatedStoreContract {
    private static @Nullable SelfSignedCertificate certificate;

    /** Starts a store that speaks TLS; clients that are built from now on trust it. */
    protected TlsContract() {
        super(StoreSettings.defaults().withTls(certificate().ofServer()));
        certificate().trust();
    }

    private static SelfSignedCertificate certificate() {
        return Objects.requireNonNull(certificate, "there is a certificate while the class is tested");
    }

    @BeforeAll
    static void makeCertificate() {
        certificate = SelfSignedCertificate.generate();
    }

    @AfterAll
    static void forgetCertificate() {
        certificate().close();
    }

    /** A backend that trusts the certificates that its platform knows, as it does by default. */
    protected ObjectStoreBackend openStranger() throws Exception {
        return openBackend();
    }

    @Test
    void aCertificateThatIsNotTrustedIsRefusedWithoutARequest() throws Exception {
        put("untrusted", new byte[10]);
        simulatedStore().log().clear();
        SelfSignedCertificate.distrust();
        GetRequest request = new GetRequest(location("untrusted"), GetRange.of(ByteRange.of(0, 10)), Optional.empty());
        try (ObjectStoreBackend stranger = openStranger()) {
            RecordingSink sink = new RecordingSink();
            // s2n, which the native client of S3 is built on, holds a failure back for 10 to 30 s, against timing
            // attacks
            assertThatThrownBy(() -> stranger.get(request, sink)
                            .done()
                            .toCompletableFuture()
                            .get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ObjectReadException.class)
                    .cause()
                    .hasMessageContaining("the store's certificate is not trusted")
                    .extracting(failure -> ((ObjectReadException) failure).kind())
                    .isEqualTo(Kind.UNSUPPORTED);
        }
        assertThat(simulatedStore().log().records().size()).isZero();
    }
}
