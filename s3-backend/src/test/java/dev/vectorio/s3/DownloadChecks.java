package dev.vectorio.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.model.ObjectMetadata;
import dev.vectorio.model.ObjectReadException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whole files out of a store that serves parts ({@code partNumber}). */
abstract class DownloadChecks extends UploadChecks {
    @Test
    void largeFileComesDownInPartsWithProgress() throws IOException {
        Path file = write("source", SEVERAL_PARTS);
        objects.upload(file, location("down/large"), StagingProgress.none()).join();
        Path copy = folder.resolve("copy");
        Files.writeString(copy, "what was there before");
        AtomicLong last = new AtomicLong();
        ObjectMetadata fetched = objects.download(
                        location("down/large"), copy, (staged, moved, total) -> last.accumulateAndGet(moved, Math::max))
                .join();
        assertThat(fetched.length()).isEqualTo(SEVERAL_PARTS);
        assertThat(fetched.version()).isPresent();
        assertThat(last).hasValue(SEVERAL_PARTS);
        assertThat(Files.mismatch(file, copy)).isEqualTo(-1);
    }

    @Test
    void smallFilesComeDownAtOnce() throws IOException {
        List<StagedFile> up = List.of(
                new StagedFile(write("a", 1), location("small/a")),
                new StagedFile(write("b", 0), location("small/b")),
                new StagedFile(write("c", 70_000), location("small/c")));
        objects.uploadAll(up, StagingProgress.none()).join();
        List<StagedFile> down = up.stream()
                .map(file -> new StagedFile(folder.resolve("down-" + file.file().getFileName()), file.location()))
                .toList();
        objects.downloadAll(down, StagingProgress.none()).join();
        for (int i = 0; i < up.size(); i++) {
            assertThat(Files.mismatch(up.get(i).file(), down.get(i).file())).isEqualTo(-1);
        }
    }

    @Test
    void failedDownloadLeavesNothingBehind() throws IOException {
        Path target = folder.resolve("target");
        assertKind(
                failureOf(objects.download(location("no/such/key"), target, StagingProgress.none())), Kind.NOT_FOUND);
        assertThat(failureOf(objects.download(
                        location("any"), folder.resolve("no/such/folder/file"), StagingProgress.none())))
                .isInstanceOf(NoSuchFileException.class);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }
}
