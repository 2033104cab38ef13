package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.model.ObjectLocation;
import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlobAddressTest {
    private static BlobAddress of(String location) {
        return BlobAddress.of(ObjectLocation.parse(location), Optional.empty());
    }

    private static BlobAddress of(String location, String override) {
        return BlobAddress.of(ObjectLocation.parse(location), Optional.of(URI.create(override)));
    }

    @ParameterizedTest
    @CsvSource({
        "abfs://c@acct.dfs.core.windows.net/a/b, https://acct.blob.core.windows.net, acct, c, a/b",
        "abfss://c@acct.dfs.core.windows.net/a%20b, https://acct.blob.core.windows.net, acct, c, a%20b",
        "abfss://c@acct.dfs.core.chinacloudapi.cn/k, https://acct.blob.core.chinacloudapi.cn, acct, c, k",
        "abfss://c@acct.z01.dfs.storage.azure.net/k, https://acct.z01.blob.storage.azure.net, acct, c, k",
        "abfss://w@onelake.dfs.fabric.microsoft.com/k, https://onelake.blob.fabric.microsoft.com, onelake, w, k",
        "abfs://c@acct/k, https://acct.blob.core.windows.net, acct, c, k",
        "wasb://c@acct.blob.core.windows.net/k, https://acct.blob.core.windows.net, acct, c, k",
        "wasbs://c@acct.blob.core.windows.net/k, https://acct.blob.core.windows.net, acct, c, k",
        "https://acct.blob.core.windows.net/c/a/b, https://acct.blob.core.windows.net, acct, c, a/b",
        "https://acct.dfs.core.windows.net/c/a, https://acct.blob.core.windows.net, acct, c, a",
        "https://acct.blob.core.windows.net/c/a%20b%2Fc+d, https://acct.blob.core.windows.net, acct, c, a b/c+d",
        "https://acct.blob.core.windows.net/c/50%, https://acct.blob.core.windows.net, acct, c, 50%",
        "http://127.0.0.1:10000/acct/c/a/b, http://127.0.0.1:10000/acct, acct, c, a/b",
    })
    void locationsOfEveryFormAreUnderstood(
            String location, String endpoint, String account, String container, String blob) {
        assertThat(of(location)).isEqualTo(new BlobAddress(endpoint, account, container, blob, Optional.empty()));
    }

    @Test
    void signaturesOfAUrlAreTakenAndNotPrinted() {
        ObjectLocation location =
                ObjectLocation.parse("https://acct.blob.core.windows.net/c/k?sv=2025-01-05&sp=r&sig=secret%3D");
        BlobAddress address = BlobAddress.of(location, Optional.empty());
        assertThat(address.blob()).isEqualTo("k");
        assertThat(address.sas()).contains("sv=2025-01-05&sp=r&sig=secret%3D");
        assertThat(address.toString()).doesNotContain("secret");
        assertThat(location.toString()).doesNotContain("secret");
    }

    @Test
    void otherAddressesReplaceTheAccounts() {
        assertThat(of("abfs://c@acct.dfs.core.windows.net/k", "http://127.0.0.1:10000")
                        .endpoint())
                .isEqualTo("http://127.0.0.1:10000/acct");
        assertThat(of("abfs://c@acct.dfs.core.windows.net/k", "http://127.0.0.1:10000/")
                        .endpoint())
                .isEqualTo("http://127.0.0.1:10000/acct");
        assertThat(of("abfs://c@acct/k", "http://127.0.0.1:10000/other").endpoint())
                .isEqualTo("http://127.0.0.1:10000/other");
        assertThat(of("abfs://c@acct/k", "https://files.example").endpoint()).isEqualTo("https://files.example");
        assertThat(of("https://acct.blob.core.windows.net/c/k", "http://127.0.0.1:10000")
                        .endpoint())
                .isEqualTo("https://acct.blob.core.windows.net");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abfs://container/key",
                "abfs://@acct.dfs.core.windows.net/key",
                "abfs://c@files.example.com/key",
                "https://files.example.com/c/key",
                "https://acct.blob.core.windows.net/key",
                "https://acct.blob.core.windows.net/c/",
                "https://acct.blob.core.windows.net/c/k?versionid=secret",
                "http://127.0.0.1:10000/acct/c",
            })
    void whatIsNoBlobIsRefusedWithoutItsQuery(String location) {
        assertThatThrownBy(() -> of(location))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }
}
