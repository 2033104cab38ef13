package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SecretCases;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Secret keys, session tokens, customer keys and signed addresses are in no text. */
class S3SecretsTest extends SecretCases {
    private static final String SECRET_KEY = "planted/secret+access0key";
    private static final String SESSION_TOKEN = "planted//session+token==";
    private static final String CUSTOMER_KEY = "cGxhbnRlZC1jdXN0b21lci1rZXktb2YtMzItYnl0ZXM=";
    private static final String SIGNATURE = "plantedsignature0123456789abcdef";

    S3SecretsTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected Map<String, String> properties(URI endpoint) {
        return Map.of(
                "vectorio.s3.endpoint",
                endpoint.toString(),
                "vectorio.s3.path-style",
                "true",
                "vectorio.s3.access-key-id",
                "AKIDPLANTED",
                "vectorio.s3.secret-access-key",
                SECRET_KEY,
                "vectorio.s3.session-token",
                SESSION_TOKEN,
                "vectorio.s3.connect-timeout",
                "2s");
    }

    @Override
    protected Map<String, String> malformed() {
        return Map.of(
                "vectorio.s3.sse-c-key", CUSTOMER_KEY + "-too-long",
                "vectorio.s3.secret-acces-key", SECRET_KEY,
                "vectorio.s3.session-tokens", SESSION_TOKEN,
                "vectorio.secret-key", SECRET_KEY);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("s3", BUCKET, key);
    }

    @Override
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        return List.of(new ObjectLocation("https", "bucket.example", "key?X-Amz-Signature=" + SIGNATURE));
    }

    @Override
    protected List<String> secrets() {
        return List.of(SECRET_KEY, SESSION_TOKEN, CUSTOMER_KEY, SIGNATURE);
    }

    @Test
    void requestsGoOverTlsUnlessAnEndpointSaysOtherwise() {
        S3Clients clients =
                S3Clients.of(S3Options.defaults().withRegion("eu-central-1").withAnonymous(true));
        try (S3AsyncClient client = clients.builder(clients.source()).build()) {
            assertThat(client.utilities()
                            .getUrl(url -> url.bucket("bucket").key("key"))
                            .getProtocol())
                    .isEqualTo("https");
        }
        assertThat(S3Options.defaults().endpoint()).isEmpty();
    }
}
