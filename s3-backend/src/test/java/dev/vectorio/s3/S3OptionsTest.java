package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.spi.BackendOption;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class S3OptionsTest {
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    /** A value for each key, other than its default. */
    private static final Map<String, String> OTHERS = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("endpoint", "http://127.0.0.1:9000"),
            Map.entry("region", "eu-west-1"),
            Map.entry("path-style", "true"),
            Map.entry("anonymous", "true"),
            Map.entry("access-key-id", "AKIA"),
            Map.entry("secret-access-key", "verysecret"),
            Map.entry("session-token", "verytoken"),
            Map.entry("profile", "work"),
            Map.entry("credentials-refresh-ahead", "90s"),
            Map.entry("requester-pays", "true"),
            Map.entry("sse-c-key", KEY),
            Map.entry("http-client", "netty"),
            Map.entry("max-connections", "7"),
            Map.entry("connect-timeout", "1500ms"),
            Map.entry("max-idle-time", "PT1M")));

    private static S3Options from(String... keysAndValues) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.put("vectorio.s3." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return S3Options.from(properties);
    }

    @Test
    void defaultsAreAwsWithTheUsualCredentials() {
        S3Options options = S3Options.defaults();
        assertThat(options.endpoint()).isEmpty();
        assertThat(options.region()).isEmpty();
        assertThat(options.pathStyle()).isFalse();
        assertThat(options.anonymous()).isFalse();
        assertThat(options.maxConnections()).isEqualTo(OptionalInt.empty());
        assertThat(options.credentialsRefreshAhead()).isEqualTo(Duration.ofMinutes(5));
        assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void everyComponentHasOneKeyAndEveryKeySetsIt() throws ReflectiveOperationException {
        assertThat(OTHERS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        S3Option.ALL.stream().map(BackendOption::name).toList());
        RecordComponent[] components = S3Options.class.getRecordComponents();
        assertThat(S3Option.ALL).hasSameSizeAs(components);
        for (int i = 0; i < components.length; i++) {
            String name = S3Option.ALL.get(i).name();
            S3Options set = switch (name) {
                case "access-key-id", "secret-access-key" ->
                    from("access-key-id", "AKIA", "secret-access-key", "verysecret");
                case "session-token" -> from("access-key-id", "A", "secret-access-key", "s", name, "verytoken");
                default -> from(name, String.valueOf(OTHERS.get(name)));
            };
            assertThat(components[i].getAccessor().invoke(set))
                    .as(name + " sets " + components[i].getName())
                    .isNotEqualTo(components[i].getAccessor().invoke(S3Options.defaults()));
        }
    }

    @Test
    void whatIsWrittenIsReadBack() {
        for (S3Options options : List.of(
                S3Options.defaults(),
                from("endpoint", "https://store.example", "path-style", "true", "profile", "work"),
                from("access-key-id", "A", "secret-access-key", "s", "session-token", "t", "sse-c-key", KEY),
                from("anonymous", "true", "region", "eu-west-1", "max-connections", "3", "http-client", "netty"))) {
            assertThat(S3Options.from(S3OptionReader.write(options))).isEqualTo(options);
        }
    }

    @Test
    void withMethodsChangeOneThing() {
        S3Options options = S3Options.defaults()
                .withEndpoint(URI.create("http://127.0.0.1:1"))
                .withRegion("eu-west-1")
                .withPathStyle(true)
                .withKeys("A", "s")
                .withHttpClient(S3HttpClient.NETTY)
                .withMaxConnections(9);
        assertThat(options)
                .isEqualTo(from(
                        "endpoint",
                        "http://127.0.0.1:1",
                        "region",
                        "eu-west-1",
                        "path-style",
                        "true",
                        "access-key-id",
                        "A",
                        "secret-access-key",
                        "s",
                        "http-client",
                        "netty",
                        "max-connections",
                        "9"));
        assertThat(S3Options.defaults().withAnonymous(true).anonymous()).isTrue();
        assertThat(S3Options.defaults().withProfile("p").profile()).isEqualTo(Optional.of("p"));
    }

    @Test
    void malformedValuesAreNamedWithTheirKey() {
        for (String[] bad : new String[][] {
            {"endpoint", "store.example"},
            {"endpoint", "ftp://store.example"},
            {"region", ""},
            {"path-style", "yes"},
            {"http-client", "Netty"},
            {"http-client", "apache"},
            {"max-connections", "0"},
            {"max-connections", "many"},
            {"connect-timeout", "5"},
            {"connect-timeout", "0s"},
            {"max-idle-time", "-PT1S"},
            {"credentials-refresh-ahead", "soon"}
        }) {
            assertThatThrownBy(() -> from(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.s3." + bad[0] + "=" + bad[1])
                    .hasMessageContaining("must be");
        }
    }

    @Test
    void unknownKeysAreRefusedAndForeignOnesLeftAlone() {
        assertThatThrownBy(() -> from("secret-acess-key", "verysecret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.s3.secret-acess-key")
                .hasMessageContaining("the nearest is vectorio.s3.secret-access-key")
                .hasMessageNotContaining("verysecret");
        assertThat(S3Options.from(Map.of("vectorio.max-gap-bytes", "1", "fs.s3a.endpoint", "x")))
                .isEqualTo(S3Options.defaults());
    }

    @Test
    void contradictionsAreRefused() {
        for (String[] bad : new String[][] {
            {"access-key-id", "A"},
            {"secret-access-key", "s"},
            {"session-token", "t"},
            {"anonymous", "true", "access-key-id", "A", "secret-access-key", "s"},
            {"anonymous", "true", "profile", "p"},
            {"profile", "p", "access-key-id", "A", "secret-access-key", "s"}
        }) {
            assertThatThrownBy(() -> from(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.s3.");
        }
    }

    @Test
    void secretsAreInNoText() {
        S3Options options = from(
                "access-key-id",
                "A",
                "secret-access-key",
                "verysecret",
                "session-token",
                "verytoken",
                "sse-c-key",
                KEY);
        assertThat(options.toString())
                .doesNotContain("verysecret", "verytoken", KEY)
                .contains("access-key-id=A");
        assertThat(SseCustomerKey.of(KEY).toString()).doesNotContain(KEY);
        assertThatThrownBy(() -> from("sse-c-key", "c2hvcnQ="))
                .hasMessageContaining("vectorio.s3.sse-c-key: must be")
                .hasMessageNotContaining("c2hvcnQ=");
        assertThatThrownBy(() -> from("endpoint", "https://me:hunter2@store.example"))
                .hasMessageContaining("vectorio.s3.endpoint")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void thePageHasOneRowPerOption() throws IOException {
        Path page = Stream.of("../docs/configuration-s3.md", "docs/configuration-s3.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        S3Option.ALL.stream().map(BackendOption::row).toList());
    }
}
