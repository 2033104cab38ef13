package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.timing.TimingModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Over all public files: what {@code explain} says of a read is what the read does, and what it cannot read it refuses alike. */
class CorpusPlanTest {
    private static final List<String> NAMES =
            List.of("requests.get", "requests.head", "bytes.need", "bytes.fetched", "bytes.wasted", "rounds");

    private static List<Path> files() throws Exception {
        String folder = System.getProperty("vectorio.corpus", "");
        Assumptions.assumeTrue(!folder.isEmpty() && Files.isDirectory(Path.of(folder)), "no corpus");
        try (Stream<Path> found = Files.list(Path.of(folder))) {
            return found.filter(file -> file.getFileName().toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        }
    }

    private static void compare(TestStore store, Path file, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        String key = file.getFileName().toString();
        Outcome plan = store.run("explain", key, all.toArray(new String[0]));
        Outcome read = store.run("read", key, all.toArray(new String[0]));
        if (plan.code() != 0) {
            plan.assertFails(1, key);
            read.assertFails(1, key);
            assertThat(plan.err()).isEqualTo(read.err());
        } else if (read.code() == 0) {
            JsonNode planned = plan.json();
            JsonNode done = read.json();
            assertThat(planned.get("exact").asBoolean()).as(key).isTrue();
            for (String name : NAMES) {
                assertThat(planned.get(name)).as("%s %s %s", name, key, all).isEqualTo(done.get(name));
            }
            assertThat(store.log().gets())
                    .as(key)
                    .isEqualTo(planned.get("requests.get").asInt());
            assertThat(store.log().bytesSent())
                    .as(key)
                    .isEqualTo(planned.get("bytes.fetched").asLong());
        } else {
            read.assertFails(1, key);
        }
    }

    @Test
    void planIsWhatTheReadDoes() throws Exception {
        List<Path> files = files();
        try (TestStore store = new TestStore()) {
            for (Path file : files) {
                store.put(file);
                compare(store, file);
                // as if all were large: nothing whole, a short tail
                compare(
                        store,
                        file,
                        "--set",
                        "vectorio.whole-object-bytes=0",
                        "--set",
                        "vectorio.unknown-length-first-bytes=1K",
                        "--set",
                        "vectorio.max-gap-bytes=1K");
                compare(
                        store,
                        file,
                        "--set",
                        "vectorio.enabled=false",
                        "--set",
                        "vectorio.unknown-length-first-bytes=1K");
                compare(
                        store,
                        file,
                        "--set",
                        "vectorio.enabled=false",
                        "--set",
                        "vectorio.whole-object-bytes=0",
                        "--set",
                        "vectorio.unknown-length-first-bytes=1K");
            }
        }
    }

    @Test
    void noReadHasMoreInFlightThanItsPlanSays() throws Exception {
        List<Path> files = files();
        TimingModel slow =
                TimingModel.none().withFirstByte(Duration.ofMillis(60), 0).withSeed(3);
        try (TestStore store = new TestStore(StoreSettings.defaults().withTiming(slow))) {
            for (Path file : files.subList(0, 12)) {
                store.put(file);
                String key = file.getFileName().toString();
                String[] arguments = {
                    "--json",
                    "--set",
                    "vectorio.whole-object-bytes=0",
                    "--set",
                    "vectorio.unknown-length-first-bytes=1K",
                    "--set",
                    "vectorio.max-gap-bytes=0"
                };
                Outcome plan = store.run("explain", key, arguments);
                Outcome read = store.run("read", key, arguments);
                if (plan.code() == 0 && read.code() == 0) {
                    // how many meet at the store depends on the machine; that no more meet than planned does not
                    assertThat(read.json().get("maxInFlight").asInt())
                            .as(key)
                            .isBetween(1, plan.json().get("maxInFlight").asInt());
                }
            }
        }
    }
}
