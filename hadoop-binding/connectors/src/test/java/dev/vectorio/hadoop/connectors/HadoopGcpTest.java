package dev.vectorio.hadoop.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.hadoop.VectorIoFileSystem;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * Hadoop's own connector for {@code gs}. It knows no other endpoint than Google's and fails where it shall send no credentials,
 * so that nothing can be read through it here. In a process of its own: both connectors claim the same global statistics.
 */
class HadoopGcpTest {
    @Test
    void isWrappedByDefaultAndReadsItselfWithItsOwnCredentials() throws Exception {
        Configuration conf = new Configuration();
        conf.set("fs.gs.project.id", "project");
        try (VectorIoFileSystem files = new VectorIoFileSystem()) {
            files.initialize(URI.create("gs://lake"), conf);
            assertThat(files.getRawFileSystem().getClass().getName())
                    .isEqualTo("org.apache.hadoop.fs.gs.GoogleHadoopFileSystem");
            assertThat(conf.get("fs.gs.auth.type")).isEqualTo("COMPUTE_ENGINE");
        }
    }
}
