package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.Test;

/** What must work on every supported release, the ones without the three-argument {@code readVectored} included. */
class LoadAndReadTest {
    @Test
    void theFileSystemLoadsAndReads() throws Exception {
        System.out.println("on Hadoop " + VersionInfo.getVersion());
        byte[] content = new byte[5 << 20];
        new Random(3).nextBytes(content);
        MemoryFileSystem.FILES.put("/any", content);
        MemoryFileSystem.gate = new CountDownLatch(0);
        Configuration conf = new Configuration();
        conf.set("fs.mem.impl", VectorIoFileSystem.class.getName());
        conf.set("fs.vectorio.wrapped.mem.impl", MemoryFileSystem.class.getName());
        try (FileSystem files = FileSystem.newInstance(URI.create("mem://any"), conf);
                FSDataInputStream in = files.open(new Path("mem://any/any"))) {
            assertThat(in.getWrappedStream()).isInstanceOf(VectorIoFsInputStream.class);
            assertThat(in.readAllBytes()).isEqualTo(content);
            List<FileRange> wanted =
                    List.of(FileRange.createFileRange(4_000_000, 1000), FileRange.createFileRange(7, 100));
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                byte[] bytes = new byte[range.getLength()];
                FutureIO.awaitFuture(range.getData()).get(bytes);
                int from = (int) range.getOffset();
                assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, from, from + bytes.length));
            }
        }
    }
}
