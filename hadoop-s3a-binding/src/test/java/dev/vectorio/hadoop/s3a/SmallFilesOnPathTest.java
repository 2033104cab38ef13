package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.hadoop.VectorIoFileSystem;
import dev.vectorio.store.request.RangeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small files, many of them, and long footers, on a {@code Path} of {@code s3a} both ways; all counts are the store's own. */
@Timeout(120)
class SmallFilesOnPathTest {
    private static final int FILES = 200;
    private static final int READERS = 16;
    private static final int SMALL_ROWS = 5_000;
    private static final int MORE_ROWS = 50_000;

    /** Who reads. */
    private enum Route {
        STREAM,
        FILE_SYSTEM
    }

    private final S3aStore s3 = new S3aStore();
    private final Configuration conf = s3.configuration();
    private final Path local;

    SmallFilesOnPathTest(@TempDir Path folder) {
        this.local = folder.resolve("rows.parquet");
    }

    private void prepare(Route route, int rows) throws IOException {
        if (route == Route.STREAM) {
            conf.set("fs.s3a.input.stream.type", "custom");
            conf.set("fs.s3a.input.stream.custom.factory", VectorIoStreamFactory.class.getName());
        } else {
            conf.set("fs.s3a.impl", VectorIoFileSystem.class.getName());
            conf.set("mapreduce.outputcommitter.factory.scheme.s3a", "");
        }
        ParquetOnPathTest.write(local, rows);
        s3.store.putFile(S3aStore.BUCKET, key(0), local);
    }

    private static String key(int file) {
        return "rows-" + file + ".parquet";
    }

    @AfterEach
    void close() throws IOException {
        S3aStore.path("").getFileSystem(conf).close();
        s3.close();
    }

    private FileStatus status(int file) throws IOException {
        return S3aStore.path(key(file)).getFileSystem(conf).getFileStatus(S3aStore.path(key(file)));
    }

    private InputFile withStatus(FileStatus status) throws IOException {
        return HadoopInputFile.fromStatus(status, conf);
    }

    private double sum(InputFile file) throws IOException {
        return ParquetOnPathTest.sum(file, ParquetOnPathTest.options(conf, true), ParquetOnPathTest.schema());
    }

    @ParameterizedTest
    @EnumSource(Route.class)
    void aSmallFileOfKnownLengthIsOneGetAndNoHead(Route route) throws Exception {
        prepare(route, SMALL_ROWS);
        assertThat(Files.size(local)).isBetween(512L << 10, 1L << 20);
        FileStatus status = status(0);
        s3.store.log().clear();
        assertThat(sum(withStatus(status))).isEqualTo(sum(new LocalInputFile(local)));
        assertThat(s3.store.log().gets()).isEqualTo(1);
        assertThat(s3.store.log().heads()).isZero();
        assertThat(s3.store.log().bytesSent()).isEqualTo(Files.size(local));
    }

    @ParameterizedTest
    @EnumSource(Route.class)
    void aSmallFileOfUnknownLengthIsOneGetBesideTheHeadOfParquetsStatusCall(Route route) throws Exception {
        prepare(route, SMALL_ROWS);
        S3aStore.path("").getFileSystem(conf);
        s3.store.log().clear();
        assertThat(sum(HadoopInputFile.fromPath(S3aStore.path(key(0)), conf)))
                .isEqualTo(sum(new LocalInputFile(local)));
        assertThat(s3.store.log().gets()).isEqualTo(1);
        assertThat(s3.store.log().heads()).isEqualTo(1);
        assertThat(s3.store.log().bytesSent()).isEqualTo(Files.size(local));
    }

    @ParameterizedTest
    @EnumSource(Route.class)
    void twoHundredSmallFilesAreTwoHundredGetsAndNoHead(Route route) throws Exception {
        prepare(route, SMALL_ROWS);
        List<FileStatus> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            s3.store.putFile(S3aStore.BUCKET, key(i), local);
            files.add(status(i));
        }
        double expected = sum(new LocalInputFile(local));
        s3.store.log().clear();
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<Double>> sums = new ArrayList<>();
            files.forEach(file -> sums.add(readers.submit(() -> sum(withStatus(file)))));
            for (Future<Double> sum : sums) {
                assertThat(sum.get(60, TimeUnit.SECONDS)).isEqualTo(expected);
            }
        } finally {
            readers.shutdownNow();
        }
        assertThat(s3.store.log().gets()).isEqualTo(FILES);
        assertThat(s3.store.log().heads()).isZero();
        assertThat(s3.store.log().bytesSent()).isEqualTo(FILES * Files.size(local));
    }

    @ParameterizedTest
    @EnumSource(Route.class)
    void aFooterLongerThanTheTailTakesOneGetMoreForItsMissingHeadOnly(Route route) throws Exception {
        conf.set("vectorio.tail-bytes", "1024");
        prepare(route, MORE_ROWS);
        FileStatus status = status(0);
        s3.store.log().clear();
        try (ParquetFileReader reader =
                ParquetFileReader.open(withStatus(status), ParquetOnPathTest.options(conf, true))) {
            assertThat(reader.getRowGroups().size()).isGreaterThan(3);
        }
        List<RangeSpec.Span> ranges = s3.store.log().records().stream()
                .map(record -> record.facts().range().orElseThrow())
                .map(range -> range.resolve(status.getLen()).orElseThrow())
                .toList();
        assertThat(ranges).hasSize(2);
        assertThat(ranges.get(1).end()).isEqualTo(ranges.get(0).offset());
        assertThat(ranges.get(0).end()).isEqualTo(status.getLen());
        assertThat(s3.store.log().heads()).isZero();
    }
}
