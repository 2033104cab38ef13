package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.spi.BackendOption;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdlsOptionsTest {
    private static final String KEY = "dmVyeXNlY3JldA==";
    private static final String SAS = "sv=2025-01-05&sig=verytoken";

    /** A key and a value for each component, other than its default. */
    private static final Map<String, String> OTHERS = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("endpoint", "http://127.0.0.1:10000"),
            Map.entry("anonymous", "true"),
            Map.entry("account-key", KEY),
            Map.entry("account-key.<account>", KEY),
            Map.entry("sas-token", SAS),
            Map.entry("sas-token.<account>", SAS),
            Map.entry("max-connections", "7"),
            Map.entry("connect-timeout", "1500ms"),
            Map.entry("max-idle-time", "PT1M")));

    private static AdlsOptions from(String... keysAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put("vectorio.adls." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return AdlsOptions.from(properties);
    }

    @Test
    void defaultsAreAzureWithCredentialsFromTheUsualPlaces() {
        AdlsOptions options = AdlsOptions.defaults();
        assertThat(options.endpoint()).isEmpty();
        assertThat(options.anonymous()).isFalse();
        assertThat(options.accountKey()).isEmpty();
        assertThat(options.accountKeys()).isEmpty();
        assertThat(options.sasTokens()).isEmpty();
        assertThat(options.maxConnections()).isEmpty();
        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void everyComponentHasOneKeyAndEveryKeySetsIt() throws ReflectiveOperationException {
        assertThat(OTHERS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        AdlsOption.ALL.stream().map(BackendOption::name).toList());
        RecordComponent[] components = AdlsOptions.class.getRecordComponents();
        assertThat(AdlsOption.ALL).hasSameSizeAs(components);
        for (int i = 0; i < components.length; i++) {
            String name = AdlsOption.ALL.get(i).name();
            AdlsOptions set = from(name.replace("<account>", "acct"), String.valueOf(OTHERS.get(name)));
            assertThat(components[i].getAccessor().invoke(set))
                    .as(name + " sets " + components[i].getName())
                    .isNotEqualTo(components[i].getAccessor().invoke(AdlsOptions.defaults()));
        }
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (AdlsOptions options : List.of(
                AdlsOptions.defaults(),
                from("endpoint", "https://files.example", "account-key", KEY, "sas-token.acct", SAS),
                from("sas-token", SAS, "account-key.one", KEY, "account-key.two", KEY, "max-connections", "3"),
                from("anonymous", "true"))) {
            assertThat(AdlsOptions.from(AdlsOptionReader.write(options))).isEqualTo(options);
        }
    }

    @Test
    void withMethodsChangeOneThing() {
        AdlsOptions options = AdlsOptions.defaults()
                .withEndpoint(URI.create("http://127.0.0.1:1"))
                .withAccountKey("one", KEY)
                .withSasToken("two", "?" + SAS)
                .withMaxConnections(9);
        assertThat(options)
                .isEqualTo(from(
                        "endpoint",
                        "http://127.0.0.1:1",
                        "account-key.one",
                        KEY,
                        "sas-token.two",
                        SAS,
                        "max-connections",
                        "9"));
        assertThat(AdlsOptions.defaults().withAnonymous(true).anonymous()).isTrue();
    }

    @Test
    void malformedValuesAreNamedWithTheirKey() {
        for (String[] bad : new String[][] {
            {"endpoint", "files.example"},
            {"endpoint", "ftp://files.example"},
            {"anonymous", "yes"},
            {"max-connections", "0"},
            {"max-connections", "many"},
            {"connect-timeout", "5"},
            {"max-idle-time", "-PT1S"},
        }) {
            assertThatThrownBy(() -> from(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.adls." + bad[0] + "=" + bad[1])
                    .hasMessageContaining("must be");
        }
    }

    @Test
    void unknownKeysAreRefusedAndForeignOnesLeftAlone() {
        for (String unknown :
                List.of("acount-key", "account-key.", "account-key.UPPER", "account-key.a.b", "endpoint.x")) {
            assertThatThrownBy(() -> from(unknown, KEY))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.adls." + unknown)
                    .hasMessageContaining("the nearest is vectorio.adls.")
                    .hasMessageNotContaining(KEY);
        }
        assertThat(AdlsOptions.from(Map.of("vectorio.max-gap-bytes", "1", "fs.azure.account.key", "x")))
                .isEqualTo(AdlsOptions.defaults());
    }

    @Test
    void contradictionsAreRefused() {
        for (String[] bad : new String[][] {
            {"account-key", KEY, "sas-token", SAS},
            {"account-key.acct", KEY, "sas-token.acct", SAS},
            {"anonymous", "true", "account-key", KEY},
            {"anonymous", "true", "sas-token.acct", SAS},
        }) {
            assertThatThrownBy(() -> from(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.adls.");
        }
    }

    @Test
    void secretsAreInNoText() {
        AdlsOptions options = from("account-key", KEY, "sas-token.acct", SAS);
        assertThat(options.toString())
                .doesNotContain(KEY, "verytoken")
                .contains("account-key=(secret)", "sas-token.acct=(secret)");
        assertThatThrownBy(() -> from("account-key.acct", "not Base64!"))
                .hasMessageContaining("vectorio.adls.account-key.acct: must be")
                .hasMessageNotContaining("not Base64!");
        assertThatThrownBy(() -> from("sas-token", "sv=2025&st=half"))
                .hasMessageContaining("vectorio.adls.sas-token: must be")
                .hasMessageNotContaining("half");
        assertThatThrownBy(() -> from("endpoint", "https://me:hunter2@files.example"))
                .hasMessageContaining("vectorio.adls.endpoint")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aSignatureThatNoAddressCanHoldIsRefusedWithoutBeingPrinted() {
        for (String sas : List.of("sv=1&sig=hunter2\nx", "sv=1&sig=hunter2 x", "sv=1&sig=hunter2%Z", "sig=hunter2#x")) {
            assertThatThrownBy(() -> from("sas-token", sas))
                    .hasMessageContaining("vectorio.adls.sas-token")
                    .hasMessageNotContaining("hunter2");
        }
    }

    @Test
    void thePageHasOneRowPerOption() throws IOException {
        Path page = Stream.of("../docs/configuration-adls.md", "docs/configuration-adls.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        AdlsOption.ALL.stream().map(BackendOption::row).toList());
    }
}
