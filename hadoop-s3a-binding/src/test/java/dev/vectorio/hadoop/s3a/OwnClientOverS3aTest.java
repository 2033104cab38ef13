package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.hadoop.VectorIoFileSystem;
import dev.vectorio.parquet.EngineLease;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code VectorIoFileSystem} in front of S3A: writes are S3A's, reads are those of this library's own S3 client. */
@Timeout(120)
class OwnClientOverS3aTest {
    private static final int MIB = 1 << 20;
    private static final Path FILE = S3aStore.path("written/object");

    private final S3aStore s3 = new S3aStore();
    private final byte[] content = S3aStore.content(6 * MIB);

    @AfterEach
    void close() {
        s3.close();
    }

    private FileSystem files(Map<String, String> properties) throws IOException {
        Configuration conf = s3.configuration();
        conf.set("mapreduce.outputcommitter.factory.scheme.s3a", "");
        properties.forEach(conf::set);
        VectorIoFileSystem files = new VectorIoFileSystem();
        files.initialize(URI.create("s3a://" + S3aStore.BUCKET), conf);
        return files;
    }

    private void writeAndRead(FileSystem files) throws Exception {
        try (FSDataOutputStream out = files.create(FILE, true)) {
            out.write(content);
        }
        FileStatus status = files.getFileStatus(FILE);
        assertThat(files.listStatus(FILE.getParent())).hasSize(1);
        s3.store.log().clear();
        List<FileRange> wanted = IntStream.range(0, 10)
                .mapToObj(i -> FileRange.createFileRange(i * 600_000L, 5_000))
                .toList();
        try (FSDataInputStream in =
                FutureIO.awaitFuture(files.openFile(FILE).withFileStatus(status).build())) {
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                byte[] bytes = new byte[range.getLength()];
                range.getData().get(20, TimeUnit.SECONDS).get(bytes);
                assertThat(bytes)
                        .isEqualTo(Arrays.copyOfRange(
                                content, (int) range.getOffset(), (int) range.getOffset() + bytes.length));
            }
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(s3.store.log().heads()).isZero();
    }

    @Test
    void readsGoThroughTheOwnClientWithTheKeysOfS3a() throws Exception {
        try (FileSystem files = files(Map.of())) {
            writeAndRead(files);
            assertThat(s3.store.log().records().stream()
                            .map(record -> record.facts().userAgent()))
                    .isNotEmpty()
                    .allMatch(agent -> agent.contains("vector-io"));
            assertThat(s3.store.log().records().stream()
                            .map(record -> record.facts().accessKeyId()))
                    .allMatch("key"::equals);
        }
    }

    @Test
    void whatIsNotUnderstoodIsReadByS3aItself() throws Exception {
        Map<String, String> wrapped = Map.of("vectorio.hadoop.client", "wrapped");
        Map<String, String> unknown =
                Map.of("fs.s3a.custom.signers", "Plain:org.apache.hadoop.fs.s3a.auth.SignerManager");
        for (Map<String, String> properties : List.of(wrapped, unknown)) {
            try (FileSystem files = files(properties)) {
                writeAndRead(files);
                assertThat(s3.store.log().records().stream()
                                .map(record -> record.facts().userAgent()))
                        .isNotEmpty()
                        .noneMatch(agent -> agent.contains("vector-io"));
            }
        }
    }

    private void openAndClose(FileSystem files, FileStatus status, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            try (FSDataInputStream in = FutureIO.awaitFuture(
                    files.openFile(FILE).withFileStatus(status).build())) {
                in.readFully(i * 1000L, new byte[100]);
            }
        }
        assertThat(s3.store.log().awaitIdle(Duration.ofSeconds(20))).isTrue();
        s3.store.log().clear();
    }

    @Test
    void aThousandOpensAndClosesLeaveNothingBehind() throws Exception {
        try (FileSystem files = files(Map.of())) {
            try (FSDataOutputStream out = files.create(FILE, true)) {
                out.write(content);
            }
            FileStatus status = files.getFileStatus(FILE);
            openAndClose(files, status, 1_000);
            int threadsBefore = Settled.threads();
            long heapBefore = Settled.heap();
            openAndClose(files, status, 1_000);
            int threadsAfter = Settled.threads();
            long heapAfter = Settled.heap();
            System.out.println("1,000 opens and closes, own client: threads " + threadsBefore + " -> " + threadsAfter
                    + ", engines " + EngineLease.engines() + ", heap " + heapBefore / 1024 + " -> " + heapAfter / 1024
                    + " KiB");
            assertThat(EngineLease.engines()).isEqualTo(1);
            assertThat(threadsAfter).isLessThanOrEqualTo(threadsBefore + 4);
            assertThat(heapAfter).isLessThan(heapBefore + 4 * MIB);
        }
        assertThat(EngineLease.engines()).isZero();
    }
}
