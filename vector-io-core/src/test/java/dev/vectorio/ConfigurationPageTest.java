package dev.vectorio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The page that users read and the table that the code obeys say the same. */
class ConfigurationPageTest {
    private static final String HEAD = "| key | default | legal values | meaning |";

    @Test
    @DisplayName("B39 B68 the documented defaults are those in force")
    void hasOneRowPerKeyWithTheDefaultInForce() throws IOException {
        List<String> expected =
                OptionTable.ALL.stream().map(ConfigurationPageTest::row).toList();
        assertThat(rows())
                .as("the table should read\n%s", String.join("\n", expected))
                .isEqualTo(expected);
    }

    @Test
    void statesDefaultsThatAreLegalValues() {
        OptionTable.ALL.forEach(ConfigurationPageTest::requireRoundTrip);
    }

    private static <T> void requireRoundTrip(Option<T> option) {
        assertThat(option.parse(option.print(option.initial())))
                .as(option.key())
                .isEqualTo(option.initial());
        assertThat(option.component().apply(VectorIoOptions.defaults()))
                .as(option.key())
                .isEqualTo(option.initial());
    }

    private static <T> String row(Option<T> option) {
        return "| `%s` | `%s` | %s | %s |"
                .formatted(
                        option.fullKey(),
                        option.print(option.initial()),
                        option.legal().words(),
                        option.meaning());
    }

    private static List<String> rows() throws IOException {
        Path page = Path.of(System.getProperty("basedir", ".")).resolve("../docs/configuration.md");
        List<String> lines = Files.readAllLines(page);
        return lines.stream()
                .skip(lines.indexOf(HEAD) + 2L)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }
}
