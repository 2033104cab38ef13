package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.spi.BackendOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IcebergPageTest {
    @Test
    void thePageHasOneRowPerOption() throws IOException {
        Path page = Stream.of("../docs/configuration-iceberg.md", "docs/configuration-iceberg.md")
                .map(Path::of)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        List<String> rows = Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("| `vectorio."))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(
                        IcebergOptions.ALL.stream().map(BackendOption::row).toList());
    }
}
