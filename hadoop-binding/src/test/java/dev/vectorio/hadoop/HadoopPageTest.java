package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.spi.BackendOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HadoopPageTest {
    @Test
    void thePageHasOneRowPerOption() throws IOException {
        Path page = Stream.of("../docs/configuration-hadoop.md", "docs/configuration-hadoop.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `vectorio."))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        HadoopOptions.ALL.stream().map(BackendOption::row).toList());
    }

    @Test
    void releasesFromTheOldestSupportedOneOnAreSupported() {
        assertThat(Stream.of("3.4.1", "3.4.2", "3.5.0", "4.0.0", "3.4.1-vendor-7", "3.10.0-SNAPSHOT"))
                .allMatch(text -> HadoopRelease.of(text).isSupported());
        assertThat(Stream.of("3.4.0", "3.3.6", "2.10.2", "Unknown", "", "3.4"))
                .noneMatch(text -> HadoopRelease.of(text).isSupported());
    }
}
