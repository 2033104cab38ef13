package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** On a Hadoop older than supported: a process of its own, whose Hadoop says of itself that it is one. */
@Timeout(120)
class OldReleaseTest {
    private final Path folder;

    OldReleaseTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void oneLineSaysSoAndTheWrappedFileSystemsRead() throws Exception {
        Files.writeString(folder.resolve("common-version-info.properties"), "version=3.4.0\n");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder + File.pathSeparator + System.getProperty("java.class.path"),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        List<String> lines = said.lines().toList();
        assertThat(lines)
                .filteredOn(line -> line.contains("older than"))
                .as(said)
                .singleElement()
                .asString()
                .contains("WARN", "Hadoop 3.4.0 is older than 3.4.1");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("read "))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .isEqualTo("read plain bytes through " + MemoryFileSystem.class.getName() + "$Stream"));
    }

    /** Reads a file through two file systems, opened in both ways. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws IOException {
            MemoryFileSystem.FILES.put("/file", "plain bytes".getBytes(StandardCharsets.UTF_8));
            Configuration conf = new Configuration();
            conf.set("fs.mem.impl", VectorIoFileSystem.class.getName());
            conf.set("fs.vectorio.wrapped.mem.impl", MemoryFileSystem.class.getName());
            org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("mem://any/file");
            try (FileSystem files = FileSystem.newInstance(URI.create("mem://any"), conf);
                    FSDataInputStream in = files.open(file)) {
                tell(in);
            }
            try (FileSystem files = FileSystem.newInstance(URI.create("mem://any"), conf);
                    FSDataInputStream in =
                            FutureIO.awaitFuture(files.openFile(file).build())) {
                tell(in);
            }
        }

        private static void tell(FSDataInputStream in) throws IOException {
            System.out.println("read " + new String(in.readAllBytes(), StandardCharsets.UTF_8) + " through "
                    + in.getWrappedStream().getClass().getName());
        }
    }
}
