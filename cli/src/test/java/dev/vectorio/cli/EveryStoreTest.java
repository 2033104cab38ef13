package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vectorio.cli.files.WorkloadFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands do the same with the same object on every store, and find each by the scheme alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryStoreTest {
    private static final String S3 = "s3://lake/small.parquet";
    private static final String GCS = "gs://lake/small.parquet";
    private static final String ADLS = "abfs://lake@devstoreaccount1.dfs.core.windows.net/small.parquet";
    private static final String ADLS_OVER_TLS = "abfss://lake@devstoreaccount1.dfs.core.windows.net/small.parquet";

    private final TestStore store = new TestStore();

    @BeforeAll
    void write(@TempDir Path folder) throws Exception {
        Path small = folder.resolve("small.parquet");
        WorkloadFiles.small().write(small);
        store.put("small.parquet", Files.readAllBytes(small));
    }

    @AfterAll
    void close() {
        store.close();
    }

    private JsonNode run(String command, String uri, String... arguments) throws Exception {
        store.log().clear();
        List<String> all = new ArrayList<>(List.of(command, uri));
        all.addAll(List.of(arguments));
        all.addAll(List.of(
                "--json", "--anonymous", "--endpoint", store.store().uri().toString()));
        if (uri.startsWith("s3:")) {
            all.add("--path-style");
        }
        JsonNode json = Outcome.of(all).json();
        assertThat(store.log().awaitIdle(Duration.ofSeconds(20))).isTrue();
        return json;
    }

    @ParameterizedTest
    @ValueSource(strings = {GCS, ADLS, ADLS_OVER_TLS})
    void readGivesTheValuesOfS3WithOneGet(String uri) throws Exception {
        JsonNode onS3 = run("read", S3);
        JsonNode json = run("read", uri);
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(store.log().records().size()).isEqualTo(1);
        for (String name : List.of("rows", "checksum", "requests.get", "requests.head", "bytes.fetched", "rounds")) {
            assertThat(json.get(name)).as(name).isEqualTo(onS3.get(name));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {GCS, ADLS})
    void rangesAndPlansAreThoseOfS3(String uri) throws Exception {
        assertThat(run("ranges", uri, "0+100,70000+4096").get("ranges"))
                .isEqualTo(run("ranges", S3, "0+100,70000+4096").get("ranges"));
        JsonNode plan = run("explain", uri);
        JsonNode onS3 = run("explain", S3);
        for (String name : List.of("requests.get", "bytes.fetched", "rounds")) {
            assertThat(plan.get(name)).as(name).isNotNull().isEqualTo(onS3.get(name));
        }
        assertThat(plan.get("profile").asText()).isEqualTo(uri.equals(GCS) ? "gcs" : "adls");
        assertThat(onS3.get("profile").asText()).isEqualTo("s3");
    }

    @ParameterizedTest
    @ValueSource(strings = {S3, GCS, ADLS})
    void missingObjectsAreOneLineAndTheSameCode(String uri) {
        List<String> all = new ArrayList<>(List.of("read", uri.replace("small", "absent"), "--anonymous"));
        all.addAll(List.of("--endpoint", store.store().uri().toString()));
        if (uri.equals(S3)) {
            all.add("--path-style");
        }
        Outcome outcome = Outcome.of(all);
        outcome.assertFails(Outcome.of(withScheme(all)).code(), "absent.parquet", "HTTP 404");
    }

    /** The same command on S3. */
    private static List<String> withScheme(List<String> arguments) {
        List<String> onS3 = new ArrayList<>(arguments);
        onS3.set(1, "s3://lake/absent.parquet");
        onS3.add("--path-style");
        return onS3.stream().distinct().toList();
    }
}
