package dev.vectorio.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.store.timing.TimingModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreServerTest {

    @Test
    void servesFilesAndSyntheticObjectsUnderTheTimingAskedFor(@TempDir Path root) throws Exception {
        byte[] content = ObjectReadsTest.randomBytes(10_000, 1);
        Files.createDirectories(root.resolve("a/b"));
        Files.write(root.resolve("a/b/c.parquet"), content);
        Files.write(root.resolve("empty"), new byte[0]);
        try (SimulatedStore store = StoreServer.start(
                "--root",
                root.toString(),
                "--bucket",
                "files",
                "--synthetic",
                "x=123,y=4",
                "--ttfb-ms",
                "1.5",
                "--sigma",
                "0.1",
                "--connection-mbps",
                "60",
                "--total-mbps",
                "400",
                "--seed",
                "7")) {
            assertThat(store.timing())
                    .isEqualTo(new TimingModel(Duration.ofNanos(1_500_000), 0.1, 60_000_000, 400_000_000, 7));
            Http http = new Http(store);
            assertThat(http.get("/files/a/b/c.parquet").body()).isEqualTo(content);
            assertThat(http.get("/files/empty").body()).isEmpty();
            assertThat(http.get("/files/x").body()).hasSize(123);
            assertThat(http.get("/files/y").body()).hasSize(4);
        }
    }

    @Test
    void unknownFlagsAndMissingValuesAreRefused() {
        assertThatThrownBy(() -> StoreServer.start("--prot", "1")).hasMessageContaining("--prot");
        assertThatThrownBy(() -> StoreServer.start("--port")).hasMessageContaining("no value");
        assertThatThrownBy(() -> StoreServer.start("--total-mbps", "0")).hasMessageContaining("positive");
    }
}
