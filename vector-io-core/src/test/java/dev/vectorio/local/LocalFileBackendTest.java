package dev.vectorio.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.ObjectVersion;
import dev.vectorio.spi.BackendContext;
import dev.vectorio.spi.BackendProvider;
import dev.vectorio.spi.ContentRange;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.spi.ObjectStoreBackend;
import dev.vectorio.spi.ResponseHead;
import dev.vectorio.spi.Transfer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class LocalFileBackendTest {
    private static final byte[] CONTENT = new byte[1_000_003];

    static {
        new Random(7).nextBytes(CONTENT);
    }

    private final LocalFileBackend backend = LocalFileBackend.create();
    private final Path folder;

    LocalFileBackendTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @AfterEach
    void close() {
        backend.close();
    }

    private Path write(String name, byte[] content) {
        try {
            Path file = Files.write(folder.resolve(name), content);
            // so that a later change differs on any clock
            return Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2020-01-01T00:00:00.123456789Z")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static GetRequest request(Path file, GetRange range) {
        return new GetRequest(ObjectLocation.local(file), range, Optional.empty());
    }

    private static GetRange bytes(long offset, long end) {
        return GetRange.of(ByteRange.between(offset, end));
    }

    private CollectingSink fetch(Path file, GetRange range) {
        CollectingSink sink = new CollectingSink();
        backend.get(request(file, range), sink).done().toCompletableFuture().join();
        return sink;
    }

    private ObjectReadException failureOf(Path file, GetRange range, CollectingSink sink) {
        return failureOf(backend.get(request(file, range), sink).done());
    }

    private static ObjectReadException failureOf(CompletionStage<?> stage) {
        try {
            throw new AssertionError(
                    "no failure but " + stage.toCompletableFuture().join());
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(ObjectReadException.class);
            return (ObjectReadException) Optional.ofNullable(e.getCause()).orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "0, 10",
        "500000, 600000",
        "1000002, 1000003",
        "0, 1000003",
        "262143, 262145",
        "0, 262144",
        "0, 262145"
    })
    void deliversExactlyTheBytesOfARange(int offset, int end) {
        CollectingSink sink = fetch(write("f", CONTENT), bytes(offset, end));
        assertThat(sink.bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, offset, end));
        ResponseHead head = sink.head().orElseThrow();
        assertThat(head.status()).isEqualTo(206);
        assertThat(head.contentLength()).hasValue(end - offset);
        assertThat(head.contentRange()).hasValue(ContentRange.of(ByteRange.between(offset, end), CONTENT.length));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "8, 8", "1000003, 1000003", "1000004, 1000003", "9223372036854775807, 1000003"})
    void deliversTheLastBytes(long suffix, int served) {
        CollectingSink sink = fetch(write("f", CONTENT), GetRange.suffix(suffix));
        assertThat(sink.bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, CONTENT.length - served, CONTENT.length));
        assertThat(sink.head().orElseThrow().contentRange())
                .hasValue(ContentRange.of(ByteRange.between(CONTENT.length - served, CONTENT.length), CONTENT.length));
    }

    @Test
    void clipsAtTheEndAndSaysSo() {
        CollectingSink sink = fetch(write("f", CONTENT), bytes(1_000_000, 2_000_000));
        assertThat(sink.bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, 1_000_000, 1_000_003));
        assertThat(sink.head().orElseThrow().contentLength()).hasValue(3);
        assertThat(sink.head().orElseThrow().contentRange())
                .hasValue(ContentRange.of(ByteRange.between(1_000_000, 1_000_003), 1_000_003));
    }

    @Test
    void refusesARangeThatBeginsAtOrAfterTheEndAndTellsTheLength() {
        Path file = write("f", new byte[100]);
        Path empty = write("empty", new byte[0]);
        CollectingSink sink = new CollectingSink();
        assertOutOfBounds(failureOf(file, bytes(100, 101), sink), 100);
        assertOutOfBounds(failureOf(file, bytes(5_000_000_000L, 5_000_000_001L), sink), 100);
        assertOutOfBounds(failureOf(empty, bytes(0, 1), sink), 0);
        assertOutOfBounds(failureOf(empty, GetRange.suffix(8), sink), 0);
        assertThat(sink.head()).isEmpty();
    }

    private static void assertOutOfBounds(ObjectReadException failure, long length) {
        assertThat(failure.kind()).isEqualTo(Kind.OUT_OF_BOUNDS);
        assertThat(failure.answer().objectLength()).isEqualTo(OptionalLong.of(length));
    }

    @Test
    void readsBeyondTwoGibibytes() throws IOException {
        Path file = folder.resolve("sparse");
        long length = 5L << 30;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(length);
            sparse.seek(length - 3);
            sparse.write(new byte[] {1, 2, 3});
        }
        assertThat(fetch(file, bytes(length - 5, length)).bytes()).containsExactly(0, 0, 1, 2, 3);
        assertThat(fetch(file, GetRange.suffix(4)).bytes()).containsExactly(0, 1, 2, 3);
    }

    @Test
    void agreesOnLengthAndVersionInHeadAndGet() {
        Path file = write("f", CONTENT);
        ObjectMetadata metadata =
                backend.head(ObjectLocation.local(file)).toCompletableFuture().join();
        assertThat(metadata.length()).isEqualTo(CONTENT.length);
        ObjectVersion version = metadata.version().orElseThrow();
        assertThat(version.kind()).isEqualTo(ObjectVersion.Kind.FINGERPRINT);
        assertThat(version.token()).startsWith("1000003:1577836800.123456789:");
        assertThat(fetch(file, bytes(0, 1)).head().orElseThrow().version()).hasValue(version);
    }

    @Test
    void givesAReplacedFileAnotherVersion() throws IOException {
        Path file = write("f", CONTENT);
        Optional<ObjectVersion> before =
                fetch(file, bytes(0, 1)).head().orElseThrow().version();
        Path other = write("g", CONTENT); // the same bytes, the same time
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Optional<ObjectVersion> after =
                fetch(file, bytes(0, 1)).head().orElseThrow().version();
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void refusesAVersionThatTheFileDoesNotHave() {
        Path file = write("f", CONTENT);
        ObjectLocation location = ObjectLocation.local(file);
        Optional<ObjectVersion> version =
                fetch(file, bytes(0, 1)).head().orElseThrow().version();
        CollectingSink same = new CollectingSink();
        backend.get(new GetRequest(location, bytes(0, 9), version), same)
                .done()
                .toCompletableFuture()
                .join();
        assertThat(same.bytes()).hasSize(9);
        CollectingSink other = new CollectingSink();
        Optional<ObjectVersion> etag = Optional.of(ObjectVersion.etag("\"1\""));
        assertThat(failureOf(backend.get(new GetRequest(location, bytes(0, 9), etag), other)
                                .done())
                        .kind())
                .isEqualTo(Kind.OBJECT_CHANGED);
        assertThat(other.head()).isEmpty();
    }

    /** Something that is done to the file between two chunks. */
    private interface Change {
        void to(Path file) throws IOException;
    }

    private void assertNoByteOfTwoStates(Change change) {
        Path file = write("victim", CONTENT);
        CollectingSink inBody = new CollectingSink() {
            @Override
            void afterChunk(int number) {
                if (number == 1) {
                    run(change, file);
                }
            }
        };
        ObjectReadException failure = failureOf(file, bytes(0, CONTENT.length), inBody);
        assertThat(failure.kind()).isEqualTo(Kind.OBJECT_CHANGED);
        assertThat(failure).hasMessageContaining(file.toString());
        assertThat(inBody.bytes()).isEqualTo(Arrays.copyOf(CONTENT, inBody.bytes().length));
        assertThat(inBody.bytes().length).isLessThan(CONTENT.length);

        Path again = write("victim", CONTENT);
        CollectingSink atHead = new CollectingSink() {
            @Override
            boolean atHead() {
                run(change, again);
                return true;
            }
        };
        assertThat(failureOf(again, bytes(0, 10), atHead).kind()).isEqualTo(Kind.OBJECT_CHANGED);
        assertThat(atHead.bytes()).isEmpty();
    }

    private static void run(Change change, Path file) {
        try {
            change.to(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void noticesAFileThatIsReplacedWhileItIsRead() {
        assertNoByteOfTwoStates(
                file -> Files.move(write("new", new byte[CONTENT.length]), file, StandardCopyOption.REPLACE_EXISTING));
    }

    @Test
    void noticesAFileThatIsOverwrittenInPlaceWhileItIsRead() {
        assertNoByteOfTwoStates(file -> {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.write(new byte[CONTENT.length]);
            }
        });
    }

    @Test
    void noticesAFileThatIsCutOrGrowsWhileItIsRead() {
        assertNoByteOfTwoStates(file -> {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(10);
            }
        });
        assertNoByteOfTwoStates(file -> {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(CONTENT.length + 1);
            }
        });
    }

    @Test
    void noticesAFileThatIsRemovedWhileItIsRead() {
        assertNoByteOfTwoStates(Files::delete);
    }

    @Test
    void namesAMissingFile() {
        Path missing = folder.resolve("missing");
        ObjectReadException failure = failureOf(missing, bytes(0, 1), new CollectingSink());
        assertThat(failure.kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(failure).hasMessageContaining(missing.toString());
        assertThat(failureOf(backend.head(ObjectLocation.local(missing))).kind())
                .isEqualTo(Kind.NOT_FOUND);
        Path below = write("f", new byte[1]).resolve("child");
        assertThat(failureOf(below, bytes(0, 1), new CollectingSink()).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void refusesWhatIsNoRegularFile() {
        ObjectReadException ofFolder = failureOf(folder, bytes(0, 1), new CollectingSink());
        assertThat(ofFolder.kind()).isEqualTo(Kind.UNSUPPORTED);
        assertThat(ofFolder).hasMessageEndingWith("is a directory");
        Path device = Path.of("/dev/null");
        assumeThat(device).exists();
        assertThat(failureOf(device, bytes(0, 1), new CollectingSink()))
                .hasMessage("file:/dev/null is not a regular file");
    }

    @Test
    void refusesLocationsThatAreNoLocalPath() {
        for (ObjectLocation location : List.of(
                new ObjectLocation("file", "", "relative/name"),
                new ObjectLocation("file", "", "/nul\0byte"),
                new ObjectLocation("s3", "bucket", "/key"))) {
            assertThat(failureOf(backend.head(location)).kind()).isEqualTo(Kind.UNSUPPORTED);
        }
    }

    @Test
    void saysThatAFileMayNotBeRead() throws IOException {
        Path file = write("secret", CONTENT);
        assertThat(LocalFile.failure(ObjectLocation.local(file), new AccessDeniedException("f"))
                        .kind())
                .isEqualTo(Kind.ACCESS_DENIED);
        assertThat(LocalFile.failure(ObjectLocation.local(file), new IOException("disk"))
                        .kind())
                .isEqualTo(Kind.TRANSIENT);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeThat(Files.isReadable(file)).as("this user may read everything").isFalse();
        assertThat(failureOf(file, bytes(0, 1), new CollectingSink()).kind()).isEqualTo(Kind.ACCESS_DENIED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a+b",
                "a%2Fb",
                "a%20b",
                "dt=2024-01-01",
                "x#y?z",
                "größe-日本",
                "a:b",
                "'q\"",
                "*",
                "~",
                " ",
                "\\",
                "tab\tnewline\n",
                "-",
                "{}[]&;$|<>"
            })
    void takesEveryNameAsItIs(String name) {
        Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        assumeThat(names.newEncoder().canEncode(name))
                .as("file names are %s here", names)
                .isTrue();
        byte[] content = name.getBytes(StandardCharsets.UTF_8);
        Path file = write(name, content);
        assertThat(fetch(file, bytes(0, content.length)).bytes()).isEqualTo(content);
        ObjectLocation parsed = ObjectLocation.parse("file:" + file);
        assertThat(backend.head(parsed).toCompletableFuture().join().length()).isEqualTo(content.length);
    }

    @Test
    void followsSymbolicLinks() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), write("f", CONTENT));
        assertThat(fetch(link, bytes(3, 9)).bytes()).isEqualTo(Arrays.copyOfRange(CONTENT, 3, 9));
    }

    @Test
    void sendsNoBodyThatIsNotWanted() {
        CollectingSink refusing = new CollectingSink() {
            @Override
            boolean atHead() {
                return false;
            }
        };
        backend.get(request(write("f", CONTENT), bytes(0, 10)), refusing)
                .done()
                .toCompletableFuture()
                .join();
        assertThat(refusing.bytes()).isEmpty();
    }

    @Test
    void stopsWhenCancelledInTheMiddle() {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        AtomicReference<Boolean> daemon = new AtomicReference<>(false);
        CollectingSink sink = new CollectingSink() {
            @Override
            void afterChunk(int number) {
                daemon.set(Thread.currentThread().isDaemon());
                arrived.countDown();
                await(mayGoOn);
            }
        };
        Transfer transfer = backend.get(request(write("f", CONTENT), bytes(0, CONTENT.length)), sink);
        await(arrived);
        transfer.cancel();
        transfer.cancel();
        assertThat(transfer.done().toCompletableFuture()).isNotDone();
        mayGoOn.countDown();
        assertThat(failureOf(transfer.done()).kind()).isEqualTo(Kind.CANCELLED);
        assertThat(sink.bytes()).hasSize(256 << 10);
        assertThat(daemon.get()).isTrue();
    }

    @Test
    void endsReadsUnderWayAndInTheQueueWhenClosed() {
        LocalFileBackend narrow = LocalFileBackend.create(1);
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        Path file = write("f", CONTENT);
        Transfer underWay = narrow.get(request(file, bytes(0, CONTENT.length)), new CollectingSink() {
            @Override
            void afterChunk(int number) {
                arrived.countDown();
                await(mayGoOn);
            }
        });
        await(arrived);
        Transfer queued = narrow.get(request(file, bytes(0, 1)), new CollectingSink());
        narrow.close();
        narrow.close();
        mayGoOn.countDown();
        assertThat(failureOf(underWay.done()).kind()).isEqualTo(Kind.CANCELLED);
        assertThat(failureOf(queued.done()).kind()).isEqualTo(Kind.CANCELLED);
        assertThat(failureOf(narrow.get(request(file, bytes(0, 1)), new CollectingSink())
                                .done())
                        .kind())
                .isEqualTo(Kind.CANCELLED);
        assertThat(failureOf(narrow.head(ObjectLocation.local(file))).kind()).isEqualTo(Kind.CANCELLED);
    }

    @Test
    void endsAReadWhoseSinkThrows() {
        CollectingSink throwing = new CollectingSink() {
            @Override
            void afterChunk(int number) {
                throw new IllegalStateException("the sink's own fault");
            }
        };
        Path file = write("f", CONTENT);
        CompletionStage<Void> done =
                backend.get(request(file, bytes(0, 10)), throwing).done();
        assertThat(done.toCompletableFuture())
                .failsWithin(5, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("the sink's own fault");
        assertThat(fetch(file, bytes(0, 10)).bytes()).hasSize(10);
    }

    @Test
    void servesManyReadsAtOnce() {
        long seed = 11;
        Random random = new Random(seed);
        Path file = write("f", CONTENT);
        List<int[]> ranges = new ArrayList<>();
        List<CollectingSink> sinks = new ArrayList<>();
        List<Transfer> transfers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int offset = random.nextInt(CONTENT.length);
            ranges.add(new int[] {offset, offset + 1 + random.nextInt(CONTENT.length - offset)});
            sinks.add(new CollectingSink());
            transfers.add(backend.get(request(file, bytes(ranges.get(i)[0], ranges.get(i)[1])), sinks.get(i)));
        }
        for (int i = 0; i < 200; i++) {
            transfers.get(i).done().toCompletableFuture().join();
            assertThat(sinks.get(i).bytes())
                    .as("range %d of seed %d", i, seed)
                    .isEqualTo(Arrays.copyOfRange(CONTENT, ranges.get(i)[0], ranges.get(i)[1]));
        }
    }

    @Test
    void isFoundByItsScheme() {
        BackendProvider provider = ServiceLoader.load(BackendProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.schemes().contains("file"))
                .findFirst()
                .orElseThrow();
        try (ObjectStoreBackend found = provider.create(new BackendContext(Map.of(), Map.of(), 5, "vector-io/test"))) {
            assertThat(found.capabilities().maxConcurrentRequests()).isEqualTo(5);
            assertThat(found.capabilities().suffixRange()).isTrue();
            assertThat(found.capabilities().versionCondition()).isFalse();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
