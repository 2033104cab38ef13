package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.iceberg.Lake.Pair;
import dev.vectorio.parquet.EngineLease;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import dev.vectorio.store.gcs.GcsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.iceberg.data.IcebergGenerics.ScanBuilder;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tables on Google's and Microsoft's stores, written by Iceberg's own {@code FileIO}s and read through vector-io. */
@Timeout(120)
class OtherStoresTest {
    private static final int FILES = 3;
    private static final String ACCOUNT = AzureSettings.EMULATOR_ACCOUNT;
    private static final String HOST = ACCOUNT + ".dfs.core.windows.net";
    private static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));

    @AfterEach
    void noEngineIsLeft() {
        assertThat(EngineLease.engines()).isZero();
    }

    private static void assertReads(Lake lake) {
        Pair pair = lake.create("small", Rows.NESTED, Map.of());
        for (int i = 0; i < FILES; i++) {
            Rows.append(pair, Rows.nested(i * 500L, 500, i));
        }
        lake.store.log().clear();
        for (UnaryOperator<ScanBuilder> how : List.<UnaryOperator<ScanBuilder>>of(
                UnaryOperator.identity(),
                scan -> scan.where(Expressions.greaterThan("id", 900L)).select("id", "tags"))) {
            assertThat(Rows.read(pair.table(), how)).isEqualTo(Rows.read(pair.oracle(), how));
        }
        assertThat(lake.ofDataFiles().gets()).isEqualTo(FILES + 2);
        assertThat(lake.store.log().heads()).isZero();
    }

    private static Map<String, String> gcs(SimulatedStore store, String... more) {
        return Map.of("gcs.service.host", store.uri().toString(), "gcs.project-id", "p", more[0], more[1]);
    }

    @Test
    void tablesOnGoogleCloudStorageAreRead(@TempDir Path folder) {
        try (Lake lake = new Lake(
                folder,
                SimulatedStore.start(StoreSettings.defaults()),
                "gs://" + Lake.BUCKET,
                store -> gcs(store, "gcs.no-auth", "true"))) {
            assertReads(lake);
        }
    }

    @Test
    void tokensThatAreVendedForAPrefixReadGoogleCloudStorage() throws IOException {
        GcsSettings checked = GcsSettings.defaults().withTokens(Set.of("good")).withAnonymousAllowed(false);
        try (SimulatedStore store =
                        SimulatedStore.start(StoreSettings.defaults().withGcs(checked));
                VectorIoFileIO io = new VectorIoFileIO()) {
            byte[] content = {1, 2, 3};
            store.put(Lake.BUCKET, "t/a", content);
            store.put(Lake.BUCKET, "other/b", content);
            io.initialize(gcs(store, "gcs.oauth2.token", "bad"));
            io.setCredentials(List.of(StorageCredential.create("gs://lake/t", Map.of("gcs.oauth2.token", "good"))));
            try (SeekableInputStream in = io.newInputFile("gs://lake/t/a").newStream()) {
                assertThat(in.readAllBytes()).isEqualTo(content);
            }
            try (SeekableInputStream in = io.newInputFile("gs://lake/other/b").newStream()) {
                assertThatThrownBy(in::read).isInstanceOf(AccessDeniedException.class);
            }
        }
    }

    @Test
    void tablesOnAzureAreRead(@TempDir Path folder) {
        AzureSettings checked =
                AzureSettings.defaults().withKeys(Map.of(ACCOUNT, KEY)).withAnonymousAllowed(false);
        try (Lake lake = new Lake(
                folder,
                SimulatedStore.start(StoreSettings.defaults().withAzure(checked)),
                "abfs://" + Lake.BUCKET + "@" + HOST,
                store -> Map.of(
                        "adls.connection-string." + HOST,
                        store.uri() + "/" + ACCOUNT,
                        "adls.auth.shared-key.account.name",
                        ACCOUNT,
                        "adls.auth.shared-key.account.key",
                        KEY))) {
            assertReads(lake);
        }
    }
}
