package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.spi.GetRange;
import dev.vectorio.spi.GetRequest;
import dev.vectorio.testkit.Fetch;
import dev.vectorio.testkit.SyntheticBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole files into a store, whichever it is. */
abstract class UploadChecks {
    static final int SEVERAL_PARTS = (20 << 20) + 7;

    Path folder;
    S3Objects objects;

    /** How to reach the server. */
    abstract S3Options options();

    /** A bucket on it. */
    abstract TestBucket bucket();

    @BeforeEach
    void open(@TempDir Path temporary) {
        folder = temporary;
        objects = S3Objects.create(options());
    }

    @AfterEach
    void close() {
        objects.close();
        objects.close();
    }

    final ObjectLocation location(String key) {
        return new ObjectLocation("s3", bucket().name(), key);
    }

    final Path write(String name, int length) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, new SyntheticBytes(name.hashCode(), length).bytes());
        return file;
    }

    static Throwable failureOf(CompletableFuture<?> future) {
        return StoreFailures.unwrap(catchThrowable(future::join));
    }

    static void assertKind(Throwable failure, Kind kind) {
        assertThat(failure).isInstanceOf(ObjectReadException.class);
        assertThat(((ObjectReadException) failure).kind()).as("%s", failure).isEqualTo(kind);
    }

    private byte[] read(ObjectLocation location, int length) {
        try (S3Backend backend = S3Backend.create(options())) {
            return Fetch.start(
                            backend, new GetRequest(location, GetRange.of(ByteRange.of(0, length)), Optional.empty()))
                    .requireBytes();
        }
    }

    @Test
    void largeFileGoesUpInPartsWithProgress() throws IOException {
        Path file = write("large file+1", SEVERAL_PARTS);
        AtomicLong last = new AtomicLong();
        AtomicLong total = new AtomicLong();
        ObjectMetadata stored = objects.upload(file, location("up/large file+1"), (staged, moved, of) -> {
                    assertThat(staged.file()).isEqualTo(file);
                    last.accumulateAndGet(moved, Math::max);
                    total.set(of.orElse(-1));
                    throw new IllegalStateException("a broken progress bar");
                })
                .join();
        assertThat(stored.length()).isEqualTo(SEVERAL_PARTS);
        assertThat(last).hasValue(SEVERAL_PARTS);
        assertThat(total).hasValue(SEVERAL_PARTS);
        assertThat(Arrays.equals(read(stored.location(), SEVERAL_PARTS), Files.readAllBytes(file)))
                .isTrue();
    }

    @Test
    void manyFilesGoUpAtOnceAndComeBackInOrder() throws IOException {
        List<StagedFile> files = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            files.add(new StagedFile(write("f" + i, 1_000 + i), location("many/" + i)));
        }
        List<ObjectMetadata> stored =
                objects.uploadAll(files, StagingProgress.none()).join();
        for (int i = 0; i < 40; i++) {
            assertThat(stored.get(i).location()).isEqualTo(files.get(i).location());
            assertThat(stored.get(i).length()).isEqualTo(1_000 + i);
        }
        assertThat(read(location("many/39"), 1_039))
                .isEqualTo(Files.readAllBytes(files.get(39).file()));
        assertThat(objects.uploadAll(List.of(), StagingProgress.none()).join()).isEmpty();
    }

    @Test
    void failuresAreTyped() throws IOException {
        Path file = write("small", 10);
        assertKind(
                failureOf(objects.upload(
                        file, new ObjectLocation("s3", "no-such-bucket-here", "k"), StagingProgress.none())),
                Kind.NOT_FOUND);
        assertThat(failureOf(objects.upload(folder.resolve("absent"), location("k"), StagingProgress.none())))
                .isInstanceOf(NoSuchFileException.class);
        List<StagedFile> some = List.of(
                new StagedFile(file, location("first")), new StagedFile(folder.resolve("absent"), location("second")));
        assertThat(failureOf(objects.uploadAll(some, StagingProgress.none()))).isInstanceOf(NoSuchFileException.class);
    }
}
