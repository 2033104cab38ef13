package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.testkit.cases.SecretCases;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Account keys and shared access signatures, also those of a location, are in no text. */
class AdlsSecretsTest extends SecretCases {
    private static final String KEY = "cGxhbnRlZCBhY2NvdW50IGtleSBvZiAzMiBieXRlcyEh";
    private static final String SIGNATURE = "planted+signature/0123456789=";
    private static final String SIGNED = "plantedsignatureofalocation";

    AdlsSecretsTest() {
        super(StoreSettings.defaults());
    }

    @Override
    protected Map<String, String> properties(URI endpoint) {
        return Map.of(
                "vectorio.adls.endpoint",
                endpoint.toString(),
                "vectorio.adls.account-key",
                KEY,
                "vectorio.adls.sas-token.otheraccount",
                "sv=2024-01-01&sig=" + SIGNATURE,
                "vectorio.adls.connect-timeout",
                "2s");
    }

    @Override
    protected Map<String, String> malformed() {
        return Map.of(
                "vectorio.adls.account-key",
                KEY + "-not-base64",
                "vectorio.adls.sas-token",
                "signature=" + SIGNATURE,
                "vectorio.adls.acount-key",
                KEY,
                "vectorio.adls.sas-tokens",
                SIGNATURE);
    }

    @Override
    protected ObjectLocation location(String key) {
        return new ObjectLocation("abfss", BUCKET + "@devstoreaccount1.dfs.core.windows.net", key);
    }

    @Override
    protected List<ObjectLocation> signedLocations(URI endpoint) {
        String authority = endpoint.getAuthority();
        return List.of(
                new ObjectLocation("https", authority, "devstoreaccount1/" + BUCKET + "/fine?sv=1&sig=" + SIGNED),
                new ObjectLocation("abfss", BUCKET + "@otheraccount.dfs.core.windows.net", "fine"));
    }

    @Override
    protected List<String> secrets() {
        return List.of(KEY, SIGNATURE, SIGNED);
    }

    @Test
    void requestsGoOverTlsUnlessAnEndpointSaysOtherwise() {
        assertThat(BlobAddress.of(location("key"), Optional.empty()).endpoint()).startsWith("https://");
        assertThat(AdlsOptions.defaults().endpoint()).isEmpty();
    }
}
