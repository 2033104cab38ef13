package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.perf.store.StoreKind;
import dev.vectorio.perf.store.StoreLog;
import dev.vectorio.perf.store.StoreProcess;
import dev.vectorio.perf.workload.Catalog;
import dev.vectorio.perf.workload.PlannedGets;
import dev.vectorio.perf.workload.Reading;
import dev.vectorio.perf.workload.Selection;
import dev.vectorio.perf.workload.StagedFile;
import dev.vectorio.perf.workload.Workload;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.timing.TimingModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every row of the table of workloads through parquet-java on a {@code Path} of each scheme, over this library's own clients:
 * the requests and bytes of a plain input file, from the store's own log. A {@code Path} comes with its file's length. Rounds
 * are not asserted here: what the store sees of them depends on how fast a busy machine sends the GETs of one.
 */
final class WorkloadsOnPathTest {
    @Nested
    final class OnS3a extends OnPath {
        OnS3a() {
            super(StoreKind.S3, "s3a://lake/");
        }
    }

    @Nested
    final class OnGs extends OnPath {
        OnGs() {
            super(StoreKind.GCS, "gs://lake/");
        }
    }

    @Nested
    final class OnAbfs extends OnPath {
        OnAbfs() {
            super(StoreKind.ADLS, "abfs://lake@devstoreaccount1.dfs.core.windows.net/");
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class OnPath {
        private static final Path FILES = Path.of("..", "perf", "target", "files");
        private static final Duration FIRST_BYTE = Duration.ofMillis(10);
        private static final String KEY =
                Base64.getEncoder().encodeToString("a key of the account".getBytes(StandardCharsets.US_ASCII));

        private final String root;
        private final List<Workload> workloads;
        private final SimulatedStore store;
        private final Configuration conf = new Configuration();

        OnPath(StoreKind kind, String root) {
            this.root = root;
            try {
                workloads = new Catalog(FILES, kind)
                        .all().stream()
                                .filter(workload -> workload.selections().get(0).lengthKnown())
                                .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            store = SimulatedStore.start(
                    StoreSettings.defaults().withTiming(TimingModel.none().withFirstByte(FIRST_BYTE, 0)));
        }

        @BeforeAll
        void stage() {
            for (StagedFile file : Catalog.files(workloads)) {
                store.putFile(StoreProcess.BUCKET, file.key(), file.path());
            }
            String scheme = root.substring(0, root.indexOf(':'));
            conf.set("fs." + scheme + ".impl", VectorIoFileSystem.class.getName());
            conf.set("fs.vectorio.wrapped." + scheme + ".impl", MemoryFileSystem.class.getName());
            conf.set("fs.azure.account.key", KEY);
            conf.set("vectorio.adls.endpoint", store.uri().toString());
            conf.set("fs.gs.auth.type", "UNAUTHENTICATED");
            conf.set("fs.gs.storage.root.url", store.uri().toString());
            conf.set("fs.s3a.endpoint", store.uri().toString());
            conf.set("fs.s3a.endpoint.region", "us-east-1");
            conf.set("fs.s3a.path.style.access", "true");
            conf.set("fs.s3a.access.key", "key");
            conf.set("fs.s3a.secret.key", "secret");
            conf.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        }

        /** With it goes what it keeps of files: two rows read the same one. */
        @AfterEach
        void closeFiles() throws IOException {
            new org.apache.hadoop.fs.Path(root).getFileSystem(conf).close();
        }

        @AfterAll
        void close() {
            store.close();
        }

        Stream<Workload> workloads() {
            return workloads.stream();
        }

        private HadoopInputFile onPath(Selection selection) throws IOException {
            StagedFile file = selection.file();
            org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(root + file.key());
            return HadoopInputFile.fromStatus(new FileStatus(file.length(), false, 1, 1, 7, path), conf);
        }

        @ParameterizedTest(name = "{0}")
        @MethodSource("workloads")
        void valuesTakeTheRequestsOfAPlainInputFile(Workload workload) throws Exception {
            store.log().clear();
            assertThat(workload.each(selection -> Reading.decode(onPath(selection), selection)))
                    .as("values")
                    .isEqualTo(workload.decodeLocally());
            assertThat(store.log().awaitIdle(Duration.ofSeconds(10))).isTrue();
            StoreLog log = StoreLog.of(store.log().records());
            assertThat(workload.goal().counts().violations(log)).isEmpty();
            assertThat(log.gets()).as("GETs").isEqualTo(PlannedGets.of(workload));
        }
    }
}
