package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.spi.BackendOption;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GcsOptionsTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    /** A value for each key, other than its default. */
    private static final Map<String, String> OTHERS = Map.of(
            "endpoint", "http://127.0.0.1:9000",
            "anonymous", "true",
            "service-account-file", "/keys/reader.json",
            "user-project", "mine",
            "customer-key", KEY,
            "max-connections", "7",
            "connect-timeout", "1500ms",
            "max-idle-time", "PT1M");

    private static GcsOptions from(String... keysAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put("vectorio.gcs." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return GcsOptions.from(properties);
    }

    @Test
    void everyComponentHasOneKeyAndEveryKeySetsIt() throws ReflectiveOperationException {
        assertThat(OTHERS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        GcsOption.ALL.stream().map(BackendOption::name).toList());
        RecordComponent[] components = GcsOptions.class.getRecordComponents();
        assertThat(GcsOption.ALL).hasSameSizeAs(components);
        for (int i = 0; i < components.length; i++) {
            String name = GcsOption.ALL.get(i).name();
            GcsOptions set = from(name, Objects.requireNonNull(OTHERS.get(name)));
            assertThat(components[i].getAccessor().invoke(set))
                    .as(name + " sets " + components[i].getName())
                    .isNotEqualTo(components[i].getAccessor().invoke(GcsOptions.defaults()));
        }
    }

    @Test
    void withMethodsChangeOneThingAndKeepTheRest() {
        GcsOptions options = GcsOptions.defaults()
                .withEndpoint(URI.create("http://127.0.0.1:1"))
                .withServiceAccountFile("/k.json")
                .withUserProject("p")
                .withCustomerKey(KEY)
                .withMaxConnections(9);
        assertThat(options)
                .isEqualTo(from(
                        "endpoint",
                        "http://127.0.0.1:1",
                        "service-account-file",
                        "/k.json",
                        "user-project",
                        "p",
                        "customer-key",
                        KEY,
                        "max-connections",
                        "9"));
        assertThat(GcsOptions.defaults().withAnonymous(true).anonymous()).isTrue();
    }

    @Test
    void malformedValuesAreNamedWithTheirKey() {
        for (String[] bad : new String[][] {
            {"endpoint", "store.example"},
            {"endpoint", "gs://store.example"},
            {"anonymous", "yes"},
            {"user-project", ""},
            {"max-connections", "0"},
            {"connect-timeout", "5"},
            {"max-idle-time", "-PT1S"}
        }) {
            assertThatThrownBy(() -> from(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.gcs." + bad[0] + "=" + bad[1])
                    .hasMessageContaining("must be");
        }
    }

    @Test
    void unknownKeysAndContradictionsAreRefusedAndForeignKeysLeftAlone() {
        assertThatThrownBy(() -> from("custmer-key", "verysecret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.gcs.custmer-key")
                .hasMessageContaining("the nearest is vectorio.gcs.customer-key")
                .hasMessageNotContaining("verysecret");
        assertThatThrownBy(() -> from("anonymous", "true", "service-account-file", "k"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.gcs.anonymous");
        assertThat(GcsOptions.from(Map.of("vectorio.max-gap-bytes", "1", "fs.gs.project.id", "x")))
                .isEqualTo(GcsOptions.defaults());
    }

    @Test
    void secretsAreInNoText() {
        assertThat(from("customer-key", KEY).toString()).doesNotContain(KEY).contains("(secret)");
        assertThat(CustomerKey.of(KEY).toString()).doesNotContain(KEY);
        assertThatThrownBy(() -> from("customer-key", "c2hvcnQ="))
                .hasMessageContaining("vectorio.gcs.customer-key: must be")
                .hasMessageNotContaining("c2hvcnQ=");
        assertThatThrownBy(() -> from("endpoint", "https://me:hunter2@store.example"))
                .hasMessageContaining("vectorio.gcs.endpoint")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void thePageHasOneRowPerOption() throws IOException {
        Path page = Stream.of("../docs/configuration-gcs.md", "docs/configuration-gcs.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        GcsOption.ALL.stream().map(BackendOption::row).toList());
    }
}
