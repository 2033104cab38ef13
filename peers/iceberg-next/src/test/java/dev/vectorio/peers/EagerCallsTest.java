package dev.vectorio.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.peers.access.Peer;
import dev.vectorio.peers.worker.Job;
import dev.vectorio.peers.worker.Reader;
import dev.vectorio.perf.store.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The release of Iceberg whose reader fetches small files whole by itself. */
@Timeout(120)
class EagerCallsTest {
    @Test
    void smallFilesCostOneGetAsWasPublished(@TempDir Path folder) throws IOException {
        for (Reader reader : List.of(Reader.ROWS, Reader.COLUMNS)) {
            assertThat(CallsPerFile.of(StoreKind.S3, Job.all(reader), List.of(Peer.LOCAL, Peer.ICEBERG_EAGER), folder))
                    .isEqualTo(Map.of(Peer.LOCAL, "0+0", Peer.ICEBERG_EAGER, "1+0"));
        }
    }
}
