package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.perf.store.StoreLog;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.PlannedGets;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.perf.workload.StagedFile;
import dev.vectorio.perf.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table of workloads on a {@code Path} of {@code s3a} with this library's stream, from the store's log. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkloadsOnPathTest {
    private final S3aStore s3 = new S3aStore();
    private final Configuration conf = s3.configuration();
    private final List<Workload> workloads;

    WorkloadsOnPathTest() throws IOException {
        workloads = new Catalog(Path.of("..", "perf", "target", "files"))
                .all().stream()
                        .filter(workload -> workload.selections().get(0).lengthKnown())
                        .toList();
    }

    @BeforeAll
    void stage() {
        for (StagedFile file : Catalog.files(workloads)) {
            s3.store.putFile(S3aStore.BUCKET, file.key(), file.path());
        }
        conf.set("fs.s3a.input.stream.type", "custom");
        conf.set("fs.s3a.input.stream.custom.factory", VectorIoStreamFactory.class.getName());
    }

    /** With it goes what it keeps of files: two rows read the same one. */
    @AfterEach
    void closeFiles() throws IOException {
        S3aStore.path("").getFileSystem(conf).close();
    }

    @AfterAll
    void close() {
        s3.close();
    }

    Stream<Workload> workloads() {
        return workloads.stream();
    }

    private HadoopInputFile onPath(Selection selection) throws IOException {
        StagedFile file = selection.file();
        FileStatus status = new FileStatus(file.length(), false, 1, 1, 7, S3aStore.path(file.key()));
        return HadoopInputFile.fromStatus(status, conf);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("workloads")
    void valuesTakeTheRequestsOfAPlainInputFile(Workload workload) throws Exception {
        S3aStore.path("").getFileSystem(conf);
        s3.store.log().clear();
        assertThat(workload.each(selection -> Reading.decode(onPath(selection), selection)))
                .as("values")
                .isEqualTo(workload.decodeLocally());
        assertThat(s3.store.log().awaitIdle(Duration.ofSeconds(10))).isTrue();
        StoreLog log = StoreLog.of(s3.store.log().records());
        assertThat(workload.goal().counts().violations(log)).isEmpty();
        assertThat(log.gets()).as("GETs").isEqualTo(PlannedGets.of(workload));
    }
}
