package dev.vectorio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectReadException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page for people whose read failed has a section for every kind of failure, and names only options that exist. */
class TroubleshootingPageTest {
    private static final Pattern CORE_KEY = Pattern.compile("`(vectorio\\.[a-z0-9-]+(?:\\.[a-z0-9-]+)*)");

    private static String page() throws IOException {
        return Files.readString(Path.of(System.getProperty("basedir", ".")).resolve("../docs/troubleshooting.md"));
    }

    private static Map<String, String> sections() throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String part : page().split("\n## ", -1)) {
            String[] headAndText = part.split("\n", 2);
            if (headAndText[0].matches("[A-Z_]+")) {
                sections.put(headAndText[0], headAndText.length == 2 ? headAndText[1] : "");
            }
        }
        return sections;
    }

    @Test
    void hasOneSectionPerKindInTheirOrder() throws IOException {
        List<String> kinds = Arrays.stream(Kind.values()).map(Kind::name).toList();
        assertThat(sections().keySet()).containsExactlyElementsOf(kinds);
    }

    @Test
    void saysOfEachKindWhatItMeansWhatToTryAndWhetherItIsRetried() throws IOException {
        sections().forEach((kind, text) -> {
            assertThat(text).as(kind).contains("**What it means.** ", "**What to try.** ");
            assertThat(text.startsWith("*Retried"))
                    .as("%s is retried", kind)
                    .isEqualTo(Kind.valueOf(kind).isRetryable());
        });
    }

    @Test
    void namesOnlyOptionsThatExist() throws IOException {
        Matcher named = CORE_KEY.matcher(page());
        List<String> known = OptionTable.ALL.stream().map(Option::fullKey).toList();
        while (named.find()) {
            String key = named.group(1);
            assertThat(known.contains(key) || key.matches("vectorio\\.(s3|gcs|adls)\\..*"))
                    .as(key)
                    .isTrue();
        }
    }
}
