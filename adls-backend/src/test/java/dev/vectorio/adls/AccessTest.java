package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.storage.blob.BlobServiceAsyncClient;
import dev.vectorio.VectorIo;
import dev.vectorio.model.KnownObject;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.store.log.RequestRecord;
import dev.vectorio.testkit.Fetch;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/** With what requests are authorized, and that nothing of it is printed. */
class AccessTest {
    private static final String SAS = "sv=2025-01-05&sp=r&se=2999-01-01T00%3A00%3A00Z&sig=verysecret%3D";
    private static final String EXPIRED = "sv=2025-01-05&sp=r&se=2001-01-01T00%3A00%3A00Z&sig=verysecret%3D";

    private final SimulatedAccount account = new SimulatedAccount(false);
    private final ObjectLocation location = SimulatedAccount.location("k");

    @BeforeEach
    void putBlob() {
        account.store().put(SimulatedAccount.CONTAINER, "k", SimulatedAccount.content(1_000));
    }

    @AfterEach
    void closeStore() {
        account.close();
    }

    private Fetch fetch(ObjectStoreBackend backend, ObjectLocation at) {
        return Fetch.start(backend, SimulatedAccount.get(at, 0, 10)).await();
    }

    private ObjectReadException refused(AdlsOptions options) {
        try (AdlsBackend backend = AdlsBackend.create(options)) {
            ObjectReadException failure = fetch(backend, location).requireFailure(Kind.ACCESS_DENIED);
            assertThat(text(failure)).doesNotContain("verysecret", SimulatedAccount.KEY);
            return failure;
        }
    }

    private static String text(Throwable failure) {
        java.io.StringWriter all = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(all));
        return all.toString();
    }

    private List<RequestRecord> requests() {
        return account.store().log().records().ofKey("k").list();
    }

    @Test
    void keysOfOneAccountAndOfAllAccountsWork() {
        for (AdlsOptions options : List.of(
                account.withKey(),
                account.options().with("vectorio.adls.account-key", SimulatedAccount.KEY),
                account.withKey().with("vectorio.adls.account-key", "b3RoZXI="),
                account.withKey().with("vectorio.adls.sas-token", EXPIRED))) {
            try (AdlsBackend backend = AdlsBackend.create(options)) {
                assertThat(fetch(backend, location).requireBytes()).hasSize(10);
            }
        }
        assertThat(requests()).allMatch(r -> r.facts().accessKeyId().equals(TestContainer.ACCOUNT));
    }

    @Test
    void accountsBehindOneEndpointKeepTheirOwnCredentials() {
        AdlsOptions both = account.withKey()
                .withEndpoint(URI.create(account.store().uri() + "/" + TestContainer.ACCOUNT))
                .withAccountKey("other", "b3RoZXI=")
                .withSasToken("third", SAS);
        try (AdlsBackend backend = AdlsBackend.create(both)) {
            assertThat(fetch(backend, location).requireBytes()).hasSize(10);
            fetch(backend, new ObjectLocation("abfs", "data@other.dfs.core.windows.net", "k"))
                    .requireFailure(Kind.ACCESS_DENIED);
            fetch(backend, new ObjectLocation("abfs", "data@third.dfs.core.windows.net", "k"))
                    .requireBytes();
            assertThat(fetch(backend, location).requireBytes()).hasSize(10);
        }
        assertThat(requests().stream().map(r -> r.facts().accessKeyId()).toList())
                .startsWith(TestContainer.ACCOUNT, "other")
                .endsWith(TestContainer.ACCOUNT);
        assertThat(requests().get(2).facts().query()).contains("sp=r");
    }

    @Test
    void wrongKeysAreDeniedInWordsThatNameNoKey() {
        ObjectReadException failure = refused(account.options().withAccountKey(TestContainer.ACCOUNT, "b3RoZXI="));
        assertThat(failure).hasMessageContaining("AuthenticationFailed").hasMessageContaining("a shared key");
        assertThat(failure.answer().status()).isEqualTo(403);
        assertThat(failure.answer().requestId()).isPresent();
    }

    @Test
    void signaturesGoIntoTheQueryAndNowhereElse() {
        try (AdlsBackend backend =
                AdlsBackend.create(account.options().withSasToken(TestContainer.ACCOUNT, "?" + SAS))) {
            assertThat(fetch(backend, location).requireBytes()).hasSize(10);
            assertThat(backend.head(location).toCompletableFuture().join().length())
                    .isEqualTo(1_000);
        }
        assertThat(requests())
                .hasSize(2)
                .allMatch(r -> r.facts().accessKeyId().equals("sas")
                        && r.facts().query().contains("sp=r"));
    }

    @Test
    void expiredSignaturesSaySo() {
        assertThat(refused(account.options().withSasToken(TestContainer.ACCOUNT, EXPIRED)))
                .hasMessageContaining("expired")
                .hasMessageContaining("a shared access signature");
    }

    private ObjectLocation url(String query) {
        return ObjectLocation.parse(
                account.store().uri() + "/devstoreaccount1/" + SimulatedAccount.CONTAINER + "/k" + query);
    }

    @Test
    void aLocationsOwnSignatureGoesBeforeEverythingElse() {
        try (AdlsBackend backend = AdlsBackend.create(account.withKey())) {
            assertThat(fetch(backend, url("?" + SAS)).requireBytes()).hasSize(10);
            assertThat(fetch(backend, url("")).requireBytes()).hasSize(10);
            ObjectReadException expired = fetch(backend, url("?" + EXPIRED)).requireFailure(Kind.ACCESS_DENIED);
            assertThat(text(expired)).doesNotContain("verysecret").contains("the signature of the location");
            assertThat(backend.head(url("?" + SAS)).toCompletableFuture().join().length())
                    .isEqualTo(1_000);
        }
        assertThat(requests().stream().map(r -> r.facts().accessKeyId()))
                .containsExactly("sas", TestContainer.ACCOUNT, "sas", "sas");
    }

    @Test
    void publicContainersAreReadWithoutAuthorization() {
        try (SimulatedAccount open = new SimulatedAccount(true)) {
            open.store().put(SimulatedAccount.CONTAINER, "k", new byte[10]);
            try (AdlsBackend backend = AdlsBackend.create(open.options().withAnonymous(true))) {
                assertThat(fetch(backend, location).requireBytes()).hasSize(10);
            }
            assertThat(open.store().log().records().list().get(0).facts().accessKeyId())
                    .isEmpty();
        }
        assertThat(refused(account.options().withAnonymous(true)))
                .hasMessageContaining("HTTP 401 NoAuthenticationInformation")
                .hasMessageContaining("anonymous");
    }

    @Test
    void tokensAreNotSentWithoutTls() {
        TokenCredential credential = request -> Mono.just(new AccessToken("verysecret", OffsetDateTime.MAX));
        try (ObjectStoreBackend backend = create(Map.of(), Map.of(TokenCredential.class, credential))) {
            ObjectReadException failure = fetch(backend, location).requireFailure(Kind.UNSUPPORTED);
            assertThat(failure).hasMessageContaining("over https only");
        }
        assertThat(requests()).isEmpty();
    }

    @Test
    void locationsThatAreNoneFailThroughTheirStages() {
        try (AdlsBackend backend = AdlsBackend.create(account.withKey())) {
            ObjectLocation wrong = new ObjectLocation("abfs", "container-without-account", "k");
            assertThat(fetch(backend, wrong).requireFailure(Kind.UNSUPPORTED))
                    .hasMessageContaining("no container and account in abfs://container-without-account/k")
                    .hasMessageNotContaining("Exception");
            assertThatThrownBy(() -> backend.head(wrong).toCompletableFuture().join())
                    .hasCauseInstanceOf(ObjectReadException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "abfs://container/key, write abfs://container@account.dfs.core.windows.net/path",
        "abfs://@account/key, no container and account",
        "abfs://c@/key, no container and account",
        "abfs://c@account:1/key, not the host name of an account",
        "abfss://c@files.example.com/key, give an emulator's address as vectorio.adls.endpoint",
        "https://account.blob.core.windows.net/key, no container and blob",
        "https://account.blob.core.windows.net/c/k?versionid=verysecret, no shared access signature",
    })
    void locationsThatAreNoneAreRefusedWhenAReaderIsOpened(String location, String why) {
        ObjectLocation none = ObjectLocation.parse(location);
        try (VectorIo io = VectorIo.builder().build()) {
            assertThatThrownBy(() -> io.open(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(why)
                    .hasMessageNotContaining("verysecret");
            assertThatThrownBy(() -> io.lookAhead(List.of(KnownObject.at(none))))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void addressOfAnEmulatorFreesTheAccountOfItsHost() {
        Map<String, String> emulator = Map.of("vectorio.adls.endpoint", "http://127.0.0.1:10000");
        try (VectorIo io = VectorIo.builder().properties(emulator).build()) {
            io.open(ObjectLocation.parse("abfs://c@account/key")).close();
            io.open(ObjectLocation.parse("abfs://c@files.example.com/key")).close();
        }
    }

    private ObjectStoreBackend create(Map<String, String> properties, Map<Class<?>, Object> attachments) {
        Map<String, String> all = new HashMap<>(properties);
        if (!attachments.containsKey(BlobServiceAsyncClient.class)) {
            all.put("vectorio.adls.endpoint", account.store().uri().toString());
        }
        return new AdlsBackendProvider().create(new BackendContext(all, attachments, 16, "vector-io/1 tag"));
    }

    @Test
    void aGivenClientServesItsOwnAccountAndTakesNoOtherOption() {
        BlobServiceAsyncClient client = new TestContainer(
                        account.store().uri(), SimulatedAccount.KEY, SimulatedAccount.CONTAINER)
                .asyncClient();
        Map<Class<?>, Object> attachments = Map.of(BlobServiceAsyncClient.class, client);
        try (ObjectStoreBackend backend = create(Map.of("vectorio.adls.max-connections", "3"), attachments)) {
            assertThat(backend.capabilities().maxConcurrentRequests()).isEqualTo(3);
            assertThat(fetch(backend, location).requireBytes()).hasSize(10);
            ObjectLocation other = new ObjectLocation("abfs", "data@other.dfs.core.windows.net", "k");
            fetch(backend, other).requireFailure(Kind.UNSUPPORTED);
        }
        for (String key : List.of("account-key", "sas-token.acct", "endpoint", "connect-timeout")) {
            String value = key.equals("endpoint")
                    ? "http://127.0.0.1:1"
                    : key.startsWith("sas") ? SAS : key.startsWith("account") ? SimulatedAccount.KEY : "5s";
            assertThatThrownBy(() -> create(Map.of("vectorio.adls." + key, value), attachments))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.adls." + key)
                    .hasMessageNotContaining("verysecret");
        }
    }

    @Test
    void theProviderServesItsSchemesWithThePoolOfTheRequestLimit() {
        assertThat(new AdlsBackendProvider().schemes())
                .containsExactlyInAnyOrder("abfs", "abfss", "wasb", "wasbs", "https");
        try (ObjectStoreBackend backend = create(Map.of(), Map.of())) {
            assertThat(backend.capabilities().maxConcurrentRequests()).isEqualTo(16);
            assertThat(backend.capabilities().suffixRange()).isFalse();
            assertThat(backend.capabilities().versionCondition()).isTrue();
        }
        assertThatThrownBy(() -> create(Map.of("vectorio.adls.unknown", "x"), Map.of()))
                .hasMessageContaining("vectorio.adls.unknown");
        TokenCredential credential = request -> Mono.empty();
        assertThatThrownBy(() ->
                        create(Map.of("vectorio.adls.anonymous", "true"), Map.of(TokenCredential.class, credential)))
                .hasMessageContaining("vectorio.adls.anonymous");
    }
}
