package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SecretCases;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Key files, customer keys and signed addresses are in no text. */
class GcsSecretsTest extends SecretCases {
    private static final String CUSTOMER_KEY = "cGxhbnRlZC1jdXN0b21lci1rZXktb2YtMzItYnl0ZXM=";
    private static final String PRIVATE_KEY = "plantedprivatekeyofaserviceaccount";
    private static final String SIGNATURE = "plantedsignature0123456789abcdef";

    private Path keyFile = Path.of("key.json");

    GcsSecretsTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected Map<String, String> properties(URI endpoint) throws IOException {
        keyFile = Files.writeString(folder.resolve("key.json"), """
                {"type": "service_account", "private_key": "%s", "private_key_id": "1", "client_email": "a@b", "client_id": "2"}
                """.formatted(PRIVATE_KEY));
        return Map.of(
                "vectorio.gcs.endpoint",
                endpoint.toString(),
                "vectorio.gcs.anonymous",
                "true",
                "vectorio.gcs.customer-key",
                CUSTOMER_KEY);
    }

    @Override
    protected Map<String, String> malformed() {
        return Map.of(
                "vectorio.gcs.customer-key",
                CUSTOMER_KEY + "-too-long",
                "vectorio.gcs.customer-keys",
                CUSTOMER_KEY,
                "vectorio.gcs.service-account-file",
                folder.resolve("key.json").toString());
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("gs", BUCKET, key);
    }

    @Override
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        return List.of(new ObjectLocation("https", "storage.example", "b/k?X-Goog-Signature=" + SIGNATURE));
    }

    @Override
    protected List<String> secrets() {
        return List.of(CUSTOMER_KEY, PRIVATE_KEY, SIGNATURE);
    }

    /** An object that was stored without a customer's key is refused to a request that brings one. */
    @Override
    protected List<String> expected() {
        return List.of("NOT_FOUND", "TRANSIENT", "THROTTLED", "RequestFailed");
    }

    @Test
    void aBrokenKeyFileIsNamedAndNotQuoted() throws IOException {
        assertThat(properties(URI.create("http://127.0.0.1:1"))).isNotEmpty();
        GcsOptions options = GcsOptions.defaults().withServiceAccountFile(keyFile.toString());
        try {
            GcsBackend.create(options).close();
            throw new AssertionError("a key file without a key was accepted");
        } catch (IllegalArgumentException refused) {
            for (Throwable t = refused; t != null; t = t.getCause()) {
                assertThat(t.toString()).doesNotContain(PRIVATE_KEY);
            }
            assertThat(refused).hasMessageContaining(keyFile.toString());
        }
    }

    @Test
    void requestsGoOverTlsUnlessAnEndpointSaysOtherwise() {
        assertThat(GcsOptions.defaults().endpoint()).isEmpty();
        assertThat(com.google.cloud.storage.StorageOptions.newBuilder()
                        .setProjectId("none")
                        .build()
                        .getHost())
                .startsWith("https://");
    }
}
