package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.parquet.EngineLease;
import dev.vectorio.testkit.LedgerAllocator;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VectorIoFileSystemTest {
    private static final int MIB = 1 << 20;
    private static final Path FILE = new Path("mem://box/data");

    private final byte[] content = new byte[8 * MIB];

    @BeforeEach
    void putFile() {
        new Random(5).nextBytes(content);
        MemoryFileSystem.FILES.put("/data", content);
        MemoryFileSystem.FILES.put("/secret", content);
        MemoryFileSystem.gate = new CountDownLatch(0);
        MemoryFileSystem.STATUS_CALLS.set(0);
        MemoryFileSystem.OPEN_STREAMS.set(0);
    }

    @AfterEach
    void openTheGate() {
        MemoryFileSystem.gate.countDown();
    }

    private static FileSystem files(Map<String, String> properties) throws IOException {
        return files("mem://box", properties);
    }

    private static FileSystem files(String uri, Map<String, String> properties) throws IOException {
        Configuration conf = new Configuration();
        conf.set("fs.vectorio.wrapped.mem.impl", MemoryFileSystem.class.getName());
        properties.forEach(conf::set);
        VectorIoFileSystem files = new VectorIoFileSystem();
        files.initialize(URI.create(uri), conf);
        return files;
    }

    private FileStatus status() {
        return new FileStatus(content.length, false, 1, 1, 7, FILE);
    }

    private static List<FileRange> ranges(int count, int length, int gap) {
        return IntStream.range(0, count)
                .mapToObj(i -> FileRange.createFileRange((long) i * (length + gap), length))
                .toList();
    }

    @Test
    void aStatusOrALengthAsksTheFileSystemForNothing() throws Exception {
        try (FileSystem files = files(Map.of())) {
            try (FSDataInputStream in = FutureIO.awaitFuture(
                    files.openFile(FILE).withFileStatus(status()).build())) {
                in.readFully(100, new byte[1000]);
            }
            try (FSDataInputStream in = FutureIO.awaitFuture(files.openFile(FILE)
                    .optLong("fs.option.openfile.length", content.length)
                    .build())) {
                byte[] all = in.readAllBytes();
                assertThat(all).isEqualTo(content);
            }
        }
        assertThat(MemoryFileSystem.STATUS_CALLS).hasValue(0);
        assertThat(MemoryFileSystem.OPEN_STREAMS).hasValue(0);
    }

    @Test
    void theStreamTellsWhatItCan() throws Exception {
        try (FileSystem files = files(Map.of());
                FSDataInputStream in = files.open(FILE)) {
            for (String capability : List.of(
                    StreamCapabilities.VECTOREDIO,
                    StreamCapabilities.READBYTEBUFFER,
                    StreamCapabilities.PREADBYTEBUFFER,
                    StreamCapabilities.UNBUFFER,
                    StreamCapabilities.IOSTATISTICS,
                    "IN:READVECTORED")) {
                assertThat(in.hasCapability(capability)).as(capability).isTrue();
            }
            assertThat(in.hasCapability("fs.capability.vectoredio.sliced")).isFalse();
            assertThat(files.hasPathCapability(FILE, "fs.capability.vectoredio.sliced"))
                    .isFalse();
        }
    }

    // as Spark counts the bytes of a task
    @SuppressWarnings("deprecation")
    private static long bytesReadByThisThread() {
        return FileSystem.getAllStatistics().stream()
                .mapToLong(statistics -> statistics.getThreadStatistics().getBytesRead())
                .sum();
    }

    @Test
    void bytesAreChargedToTheThreadThatReads() throws Exception {
        try (FileSystem files = files(Map.of());
                FSDataInputStream in = files.open(FILE)) {
            long before = bytesReadByThisThread();
            List<FileRange> wanted = ranges(10, 1000, 500_000);
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                FutureIO.awaitFuture(range.getData());
            }
            in.readFully(0, new byte[500]);
            assertThat(bytesReadByThisThread() - before).isEqualTo(10_500);
            IOStatistics own = in.getIOStatistics();
            assertThat(own.counters())
                    .containsEntry(StreamStatisticNames.STREAM_READ_BYTES, 10_500L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_INCOMING_RANGES, 10L)
                    .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, 1L);
        }
    }

    @Test
    void closingWithFiftyRangesInFlightGivesEveryBufferBackAndWritesIntoNoneLater() throws Exception {
        MemoryFileSystem.gate = new CountDownLatch(1);
        LedgerAllocator ledger = LedgerAllocator.direct();
        Queue<ByteBuffer> given = new ConcurrentLinkedQueue<>();
        List<FileRange> wanted = ranges(50, 4_000, 150_000);
        try (FileSystem files = files(Map.of())) {
            FSDataInputStream in = files.open(FILE);
            in.readVectored(
                    wanted,
                    length -> {
                        ByteBuffer buffer = ledger.allocate(length);
                        given.add(buffer);
                        return buffer;
                    },
                    ledger::release);
            assertThat(wanted).noneMatch(range -> range.getData().isDone());
            in.close();
            for (FileRange range : wanted) {
                assertThatThrownBy(() -> range.getData().get(20, TimeUnit.SECONDS))
                        .isInstanceOf(ExecutionException.class)
                        .hasCauseInstanceOf(InterruptedIOException.class);
            }
            ledger.assertEmpty();
            given.forEach(buffer -> fill(buffer, (byte) 0x55)); // as whoever gets them next does
            MemoryFileSystem.gate.countDown();
            try (FSDataInputStream again = files.open(FILE)) {
                again.readFully(5 * MIB, new byte[100]);
            }
        }
        assertThat(given).allMatch(buffer -> holdsOnly(buffer, (byte) 0x55));
    }

    private static void fill(ByteBuffer buffer, byte value) {
        for (int i = 0; i < buffer.limit(); i++) {
            buffer.put(i, value);
        }
    }

    private static boolean holdsOnly(ByteBuffer buffer, byte value) {
        return IntStream.range(0, buffer.limit()).allMatch(i -> buffer.get(i) == value);
    }

    @Test
    void anInterruptedReaderGetsInterruptedIoExceptionAndKeepsItsFlag() throws Exception {
        MemoryFileSystem.gate = new CountDownLatch(1);
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        try (FileSystem files = files(Map.of());
                FSDataInputStream in = FutureIO.awaitFuture(
                        files.openFile(FILE).withFileStatus(status()).build())) {
            Thread reader = new Thread(() -> {
                try {
                    in.readFully(1_000_000, new byte[1000]);
                    flag.completeExceptionally(new IllegalStateException("it read"));
                } catch (InterruptedIOException e) {
                    flag.complete(Thread.currentThread().isInterrupted());
                } catch (IOException e) {
                    flag.completeExceptionally(e);
                }
            });
            reader.start();
            reader.interrupt();
            assertThat(flag.get(20, TimeUnit.SECONDS)).isTrue();
            MemoryFileSystem.gate.countDown();
            byte[] some = new byte[100];
            in.readFully(5 * MIB, some); // the stream is as good as before
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, 5 * MIB, 5 * MIB + 100));
        }
    }

    @Test
    void aClosedStreamRefusesEverything() throws Exception {
        try (FileSystem files = files(Map.of())) {
            FSDataInputStream in = files.open(FILE);
            in.close();
            in.close();
            assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
            assertThatThrownBy(() -> in.seek(1)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> in.readVectored(ranges(1, 1, 0), ByteBuffer::allocate))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void unbufferFailsWhatIsPendingAndReadingGoesOn() throws Exception {
        MemoryFileSystem.gate = new CountDownLatch(1);
        List<FileRange> wanted = ranges(5, 4_000, 900_000);
        try (FileSystem files = files(Map.of());
                FSDataInputStream in = files.open(FILE)) {
            in.readVectored(wanted, ByteBuffer::allocate);
            in.unbuffer();
            assertThat(wanted).allMatch(range -> range.getData().isCompletedExceptionally());
            MemoryFileSystem.gate.countDown();
            byte[] some = new byte[100];
            in.readFully(some);
            assertThat(some).isEqualTo(Arrays.copyOf(content, 100));
        }
    }

    @Test
    void closingTheFileSystemStopsNoReader() throws Exception {
        FileSystem files = files(Map.of());
        try (FSDataInputStream in = files.open(FILE)) {
            files.close();
            byte[] some = new byte[100];
            in.readFully(5 * MIB, some);
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, 5 * MIB, 5 * MIB + 100));
            assertThat(EngineLease.engines()).isEqualTo(1);
        }
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void fileSystemsOfEqualKeysShareAnEngineAndOthersDoNot() throws Exception {
        try (FileSystem one = files(Map.of());
                FileSystem two = files("mem://other", Map.of());
                FileSystem three = files(Map.of("vectorio.max-gap-bytes", "1M"))) {
            assertThat(EngineLease.engines()).isEqualTo(2);
            assertThat(one.getUri()).isNotEqualTo(two.getUri());
            assertThat(three.getUri()).isEqualTo(one.getUri());
        }
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void aThousandOpensAndClosesLeaveNoStreamAndNoThread() throws Exception {
        try (FileSystem files = files(Map.of())) {
            for (int i = 0; i < 100; i++) {
                readSome(files, i);
            }
            int threads = Thread.getAllStackTraces().size();
            for (int i = 0; i < 1_000; i++) {
                readSome(files, i);
            }
            assertThat(Thread.getAllStackTraces().size()).isLessThanOrEqualTo(threads + 4);
            assertThat(MemoryFileSystem.OPEN_STREAMS).hasValue(0);
        }
    }

    private void readSome(FileSystem files, int at) throws IOException {
        try (FSDataInputStream in = FutureIO.awaitFuture(
                files.openFile(FILE).withFileStatus(status()).build())) {
            in.readFully(at * 1000L, new byte[100]);
        }
    }

    @Test
    void missingFilesFoldersAndForbiddenFilesHaveHadoopsExceptions() throws Exception {
        try (FileSystem files = files(Map.of())) {
            assertThatThrownBy(() -> files.open(new Path("mem://box/none")).close())
                    .isInstanceOf(FileNotFoundException.class);
            assertThatThrownBy(() -> files.open(new Path("mem://box/folder")).close())
                    .isInstanceOf(FileNotFoundException.class);
            FileStatus secret = new FileStatus(content.length, false, 1, 1, 7, new Path("mem://box/secret"));
            try (FSDataInputStream in = FutureIO.awaitFuture(
                    files.openFile(secret.getPath()).withFileStatus(secret).build())) {
                assertThatThrownBy(() -> in.read()).isInstanceOf(AccessDeniedException.class);
            }
        }
    }

    @Test
    void switchedOffTheStreamIsTheWrappedOne() throws Exception {
        try (FileSystem files = files(Map.of("vectorio.enabled", "false"));
                FSDataInputStream in = files.open(FILE)) {
            assertThat(in.getWrappedStream().getClass().getName()).startsWith(MemoryFileSystem.class.getName());
        }
    }

    @Test
    void wrongKeysAreRefusedWithKeyAndValueWhenTheFileSystemIsSetUp() {
        assertThatThrownBy(() -> files(Map.of("vectorio.max-gpa-bytes", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.max-gpa-bytes");
        assertThatThrownBy(() -> files(Map.of("vectorio.tail-bytes", "much")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.tail-bytes=much");
        assertThatThrownBy(() -> files(Map.of("vectorio.hadoop.none", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.hadoop.none=1");
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void aWrappedClassThatIsMissingOrCannotBeWrappedIsNamed() {
        assertThatThrownBy(() -> files(Map.of("fs.vectorio.wrapped.mem.impl", "no.such.Class")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.vectorio.wrapped.mem.impl=no.such.Class");
        assertThatThrownBy(() -> files(Map.of("fs.vectorio.wrapped.mem.impl", "java.lang.String")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> files("box://box", Map.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.vectorio.wrapped.box.impl is not set");
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void fileAndHdfsAreNeverReplaced() {
        for (String uri : List.of("file:///", "hdfs://name")) {
            assertThatThrownBy(() -> files(uri, Map.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("remove the key")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void committersThatNeedTheOriginalClassAreRefused() {
        Map<String, String> s3a = Map.of(
                "mapreduce.outputcommitter.factory.scheme.s3a",
                "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory",
                "fs.vectorio.wrapped.s3a.impl",
                MemoryFileSystem.class.getName());
        assertThatThrownBy(() -> files("s3a://box", s3a))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("fs.s3a.input.stream.type=custom")
                .hasMessageContaining("mapreduce.outputcommitter.factory.scheme.s3a");
        Map<String, String> abfs = Map.of(
                "mapreduce.outputcommitter.factory.scheme.abfs",
                "org.apache.hadoop.fs.azurebfs.commit.AzureManifestCommitterFactory",
                "fs.vectorio.wrapped.abfs.impl",
                MemoryFileSystem.class.getName());
        assertThatThrownBy(() -> files("abfs://box", abfs))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("AzureManifestCommitterFactory");
    }

    @Test
    void committersThatHadoopNamesByDefaultAreNotRefused() throws Exception {
        Configuration.addDefaultResource("mapred-default.xml");
        Map<String, String> abfs = Map.of("fs.vectorio.wrapped.abfs.impl", MemoryFileSystem.class.getName());
        assertThat(new Configuration().get("mapreduce.outputcommitter.factory.scheme.abfs"))
                .contains("AzureManifestCommitterFactory");
        files("abfs://box", abfs).close();
    }

    @Test
    void unknownMandatoryKeysAreRefusedByBuild() throws Exception {
        try (FileSystem files = files(Map.of())) {
            assertThatThrownBy(() ->
                            files.openFile(FILE).must("fs.no.such.key", true).build())
                    .isInstanceOf(IllegalArgumentException.class);
            files.openFile(FILE)
                    .must("fs.option.openfile.footer.cache", true)
                    .withFileStatus(status())
                    .build()
                    .get()
                    .close();
        }
    }

    @Test
    void theStatusOfAnotherNameIsRefused() throws Exception {
        try (FileSystem files = files(Map.of())) {
            assertThatThrownBy(() -> files.openFile(new Path("mem://box/other"))
                            .withFileStatus(status())
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another name");
        }
    }
}
