package dev.vectorio.hadoop.s3a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.http.AnswerGate;
import dev.vectorio.testkit.LedgerAllocator;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class S3aStreamTest {
    private static final int MIB = 1 << 20;
    private static final Duration SOON = Duration.ofSeconds(20);

    private final S3aStore s3 = new S3aStore();
    private final byte[] content = S3aStore.content(8 * MIB);
    private FileSystem files;

    S3aStreamTest() throws IOException {
        files = s3.vectorIo(Map.of());
    }

    @BeforeEach
    void putObject() {
        s3.store.put(S3aStore.BUCKET, "object", content);
        s3.store.log().clear();
    }

    @AfterEach
    void close() throws IOException {
        files.close();
        s3.close();
    }

    private FSDataInputStream open(FileStatus status) throws IOException {
        return FutureIO.awaitFuture(
                files.openFile(status.getPath()).withFileStatus(status).build());
    }

    private static List<FileRange> ranges(int count, int length, int gap) {
        return IntStream.range(0, count)
                .mapToObj(i -> FileRange.createFileRange((long) i * (length + gap), length))
                .toList();
    }

    private void assertContent(FileRange range) throws Exception {
        ByteBuffer data = range.getData().get(20, TimeUnit.SECONDS);
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        assertThat(bytes)
                .isEqualTo(Arrays.copyOfRange(
                        content, (int) range.getOffset(), (int) range.getOffset() + range.getLength()));
    }

    @Test
    void everyWayToReadGivesTheBytesOfTheObject() throws Exception {
        try (FSDataInputStream in = files.open(S3aStore.path("object"))) {
            assertThat(in.readAllBytes()).isEqualTo(content);
            byte[] some = new byte[1000];
            in.readFully(4_000_000, some);
            assertThat(some).isEqualTo(Arrays.copyOfRange(content, 4_000_000, 4_001_000));
            assertThat(in.getPos()).isEqualTo(content.length);
            in.seek(77);
            assertThat(in.read()).isEqualTo(content[77] & 0xFF);
            ByteBuffer direct = ByteBuffer.allocateDirect(300_000);
            in.seek(5_000_000);
            assertThat(in.read(direct)).isEqualTo(300_000);
            List<FileRange> wanted = ranges(20, 10_000, 300_000);
            in.readVectored(wanted, ByteBuffer::allocateDirect);
            assertThat(in.getPos()).isEqualTo(5_300_000);
            for (FileRange range : wanted) {
                assertContent(range);
            }
        }
    }

    @Test
    void aStatusMakesOpeningFreeOfRequests() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        s3.store.log().clear();
        try (FSDataInputStream in = open(status)) {
            assertThat(s3.store.log().arrived()).isLessThanOrEqualTo(2); // the status and the creation of the client
            in.readFully(5 * MIB, new byte[1000]);
        }
        assertThat(s3.store.log().heads()).isZero();
        assertThat(s3.store.log().gets()).isEqualTo(1);
    }

    @Test
    void vectoredReadReturnsWhileTheStoreAnswersNothing() throws Exception {
        s3.store.putSynthetic(S3aStore.BUCKET, "big", 64L * MIB, 7);
        FileStatus status = files.getFileStatus(S3aStore.path("big"));
        s3.store.log().clear();
        List<FileRange> wanted = ranges(100, 4_000, 660_000);
        AnswerGate.Hold hold = s3.store.holdAnswers();
        try (FSDataInputStream in = open(status)) {
            in.readVectored(wanted, ByteBuffer::allocate);
            assertThat(wanted).noneMatch(range -> range.getData().isDone());
            assertThat(s3.store.log().awaitInFlight(32, SOON)).isTrue();
            hold.release();
            for (FileRange range : wanted) {
                assertThat(range.getData().get(20, TimeUnit.SECONDS).remaining())
                        .isEqualTo(4_000);
            }
        }
        assertThat(s3.store.log().gets()).isEqualTo(100);
        assertThat(s3.store.log().heads()).isZero();
    }

    @Test
    void closingWithFiftyRangesInFlightGivesEveryBufferBackAndWritesIntoNoneLater() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        List<FileRange> wanted = ranges(50, 4_000, 150_000);
        LedgerAllocator ledger = LedgerAllocator.heap();
        List<ByteBuffer> given = new ArrayList<>();
        AnswerGate.Hold hold = s3.store.holdAnswers();
        FSDataInputStream in = open(status);
        in.readVectored(
                wanted,
                length -> {
                    ByteBuffer buffer = ledger.allocate(length);
                    synchronized (given) {
                        given.add(buffer);
                    }
                    return buffer;
                },
                ledger::release);
        assertThat(s3.store.log().awaitInFlight(10, SOON)).isTrue();
        in.close();
        for (FileRange range : wanted) {
            assertThatThrownBy(() -> range.getData().get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedIOException.class);
        }
        ledger.assertEmpty();
        synchronized (given) {
            given.forEach(S3aStreamTest::reuse);
        }
        hold.release();
        assertThat(s3.store.log().awaitIdle(SOON)).isTrue();
        synchronized (given) {
            assertThat(given).allMatch(S3aStreamTest::isUnchanged);
        }
    }

    private static void reuse(ByteBuffer buffer) {
        for (int i = 0; i < buffer.capacity(); i++) {
            buffer.clear().put(i, (byte) 0x55);
        }
    }

    private static boolean isUnchanged(ByteBuffer buffer) {
        return IntStream.range(0, buffer.capacity())
                .allMatch(i -> buffer.clear().get(i) == 0x55);
    }

    @Test
    void anInterruptedReaderGetsInterruptedIoExceptionAndKeepsItsFlag() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        AnswerGate.Hold hold = s3.store.holdAnswers();
        AtomicReference<Throwable> thrown = new AtomicReference<>(new IllegalStateException("nothing was thrown"));
        AtomicReference<Boolean> flag = new AtomicReference<>(false);
        try (FSDataInputStream in = open(status)) {
            s3.store.log().clear();
            Thread reader = new Thread(() -> {
                try {
                    in.readFully(1_000_000, new byte[1000]);
                } catch (IOException e) {
                    thrown.set(e);
                    flag.set(Thread.currentThread().isInterrupted());
                }
            });
            reader.start();
            assertThat(s3.store.log().awaitInFlight(1, SOON)).isTrue();
            reader.interrupt();
            reader.join(SOON.toMillis());
        }
        hold.release();
        assertThat(thrown.get()).isInstanceOf(InterruptedIOException.class);
        assertThat(flag.get()).isTrue();
    }

    @Test
    void aClosedStreamRefusesEverything() throws Exception {
        FSDataInputStream in = files.open(S3aStore.path("object"));
        in.close();
        in.close();
        assertThatThrownBy(in::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
        assertThatThrownBy(() -> in.seek(1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> in.readVectored(ranges(1, 1, 0), ByteBuffer::allocate))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aMissingObjectIsNotFound() {
        assertThatThrownBy(() -> files.open(S3aStore.path("none"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void aFolderIsRefused() {
        s3.store.put(S3aStore.BUCKET, "folder/object", content);
        assertThatThrownBy(() -> files.open(S3aStore.path("folder"))).isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void anObjectThatIsForbiddenIsAccessDenied() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        s3.store.faults().add(FaultRule.when(RequestMatch.any(), Fault.error(403, "AccessDenied")));
        try (FSDataInputStream in = open(status)) {
            assertThatThrownBy(() -> in.read()).isInstanceOf(AccessDeniedException.class);
            List<FileRange> wanted = ranges(3, 1_000, 2 * MIB);
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                assertThatThrownBy(() -> range.getData().get(20, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(AccessDeniedException.class);
            }
        }
    }

    @Test
    void aDeclaredLengthThatIsTooLongStillGivesTheRealBytes() throws Exception {
        try (FSDataInputStream in = FutureIO.awaitFuture(files.openFile(S3aStore.path("object"))
                .optLong("fs.option.openfile.length", 100L * MIB)
                .build())) {
            s3.store.log().clear();
            assertThat(in.readAllBytes()).isEqualTo(content);
            assertThat(s3.store.log().heads()).isZero();
        }
    }

    @Test
    void aReplacedObjectIsNeverMixed() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        try (FSDataInputStream in = open(status)) {
            in.readFully(0, new byte[1000]);
            s3.store.put(S3aStore.BUCKET, "object", S3aStore.content(8 * MIB + 1));
            assertThatThrownBy(() -> in.readFully(5 * MIB, new byte[1000])).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aRangeBehindTheEndIsRefusedBeforeAnyRequest() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        s3.store.log().clear();
        try (FSDataInputStream in = open(status)) {
            List<FileRange> behind = List.of(FileRange.createFileRange(content.length - 1, 2));
            assertThatThrownBy(() -> in.readVectored(behind, ByteBuffer::allocate))
                    .isInstanceOf(EOFException.class);
        }
        assertThat(s3.store.log().gets()).isZero();
    }

    @Test
    void unknownAndMalformedKeysAreRefusedWhenTheFileSystemIsSetUp() {
        assertThatThrownBy(() -> s3.vectorIo(Map.of("vectorio.max-gap", "1")).close())
                .hasStackTraceContaining("vectorio.max-gap");
        assertThatThrownBy(() ->
                        s3.vectorIo(Map.of("vectorio.max-gap-bytes", "wide")).close())
                .hasStackTraceContaining("vectorio.max-gap-bytes=wide");
        assertThatThrownBy(() ->
                        s3.vectorIo(Map.of("vectorio.hadoop.nothing", "1")).close())
                .hasStackTraceContaining("vectorio.hadoop.nothing");
    }

    @Test
    void switchedOffItIsTheClassicStream() throws Exception {
        try (FileSystem plain = s3.vectorIo(Map.of("vectorio.enabled", "false"));
                FSDataInputStream in = plain.open(S3aStore.path("object"))) {
            assertThat(in.getWrappedStream().getClass().getSimpleName()).isEqualTo("S3AInputStream");
        }
    }

    @Test
    void aThousandOpensAndClosesLeaveNothingBehind() throws Exception {
        FileStatus status = files.getFileStatus(S3aStore.path("object"));
        openAndClose(status, 1_000); // what S3A, its client and the JVM keep once, whatever comes after
        forgetRequests();
        int threadsBefore = Settled.threads();
        long heapBefore = Settled.heap();
        openAndClose(status, 1_000);
        forgetRequests();
        int threadsAfter = Settled.threads();
        long heapAfter = Settled.heap();
        System.out.println("1,000 opens and closes: threads " + threadsBefore + " -> " + threadsAfter + ", heap "
                + heapBefore / 1024 + " -> " + heapAfter / 1024 + " KiB");
        assertThat(threadsAfter).isLessThanOrEqualTo(threadsBefore + 4);
        assertThat(heapAfter).isLessThan(heapBefore + 4 * MIB);
    }

    /** The store is in this process, notes every request, and holds what it still sends to those who have hung up. */
    private void forgetRequests() throws InterruptedException {
        assertThat(s3.store.log().awaitIdle(Duration.ofSeconds(20))).isTrue();
        s3.store.log().clear();
    }

    private void openAndClose(FileStatus status, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            try (FSDataInputStream in = open(status)) {
                in.readFully(i * 1000L, new byte[100]);
            }
        }
    }
}
