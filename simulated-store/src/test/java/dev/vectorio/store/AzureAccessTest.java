package dev.vectorio.store;

import static dev.vectorio.store.Http.header;
import static dev.vectorio.store.Http.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.azure.AzureSettings;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AzureAccessTest {
    private static final String KEY =
            Base64.getEncoder().encodeToString("a key of an account".getBytes(StandardCharsets.UTF_8));
    private static final String AT = "/devstoreaccount1/c/k";
    private static final String DATE = "Mon, 01 Jan 2024 00:00:00 GMT";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withAzure(AzureSettings.defaults()
                    .withKeys(Map.of("devstoreaccount1", KEY))
                    .withAnonymousAllowed(false)));
    private final Http http = new Http(store);

    AzureAccessTest() {
        store.put("c", "k", "content".getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private static String signed(String key) throws Exception {
        String text = "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:" + DATE
                + "\nx-ms-range:bytes=0-1\nx-ms-version:2025-01-05\n" + "/devstoreaccount1" + AT + "\ncomp:\ntimeout:5";
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
        byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        return "SharedKey devstoreaccount1:" + Base64.getEncoder().encodeToString(signature);
    }

    private HttpResponse<byte[]> get(String authorization) throws Exception {
        return http.get(
                AT + "?timeout=5&comp=",
                "x-ms-date",
                DATE,
                "x-ms-version",
                "2025-01-05",
                "x-ms-range",
                "bytes=0-1",
                "Authorization",
                authorization);
    }

    @Test
    void signaturesWithTheAccountsKeyAreAccepted() throws Exception {
        assertThat(get(signed(KEY)).statusCode()).isEqualTo(206);
        assertThat(store.log().records().list().get(0).facts().accessKeyId()).isEqualTo("devstoreaccount1");
        HttpResponse<byte[]> wrong = get(signed(Base64.getEncoder().encodeToString(new byte[32])));
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(header(wrong, "x-ms-error-code")).isEqualTo("AuthenticationFailed");
        assertThat(get(signed(KEY).replace("SharedKey devstoreaccount1", "SharedKey other"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void bearerTokensAreTakenAsTheyAreAndNothingIsRefused() throws Exception {
        assertThat(get("Bearer token").statusCode()).isEqualTo(206);
        HttpResponse<byte[]> nobody = http.get(AT);
        assertThat(nobody.statusCode()).isEqualTo(401);
        assertThat(header(nobody, "x-ms-error-code")).isEqualTo("NoAuthenticationInformation");
    }

    @Test
    void sharedAccessSignaturesHoldUntilTheyExpire() throws Exception {
        for (String expiry : List.of("2999-01-01", "2999-01-01T00:00Z", "2999-01-01T00:00:00Z")) {
            assertThat(http.get(AT + "?sv=2025-01-05&sp=r&se=" + expiry + "&sig=secret")
                            .statusCode())
                    .isEqualTo(200);
        }
        HttpResponse<byte[]> expired = http.get(AT + "?sv=2025-01-05&sp=r&se=2001-01-01T00:00:00Z&sig=secret");
        assertThat(expired.statusCode()).isEqualTo(403);
        assertThat(header(expired, "x-ms-error-code")).isEqualTo("AuthenticationFailed");
        assertThat(text(expired)).contains("Signature not valid in the specified time frame");
        HttpResponse<byte[]> writeOnly = http.get(AT + "?sv=2025-01-05&sp=w&se=2999-01-01&sig=secret");
        assertThat(header(writeOnly, "x-ms-error-code")).isEqualTo("AuthorizationPermissionMismatch");
        assertThat(store.log().records().stream().map(r -> r.facts().query()))
                .allMatch(query -> query.contains("sv=") && !query.contains("secret"));
    }
}
