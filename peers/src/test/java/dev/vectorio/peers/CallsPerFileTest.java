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

/** The counts that were published for small files, GET + HEAD a file, and ours; every peer decodes the same values. */
@Timeout(170)
class CallsPerFileTest {
    @Test
    void icebergsReaderOnS3CostsWhatWasPublishedAndOneGetHere(@TempDir Path folder) throws IOException {
        List<Peer> peers =
                List.of(Peer.LOCAL, Peer.ICEBERG, Peer.ICEBERG_ACCELERATOR, Peer.WHOLE_FILE, Peer.VECTOR_IO_ICEBERG);
        assertThat(CallsPerFile.of(StoreKind.S3, Job.all(Reader.ROWS), peers, folder))
                .isEqualTo(Map.of(
                        Peer.LOCAL, "0+0",
                        Peer.ICEBERG, "3+0",
                        Peer.ICEBERG_ACCELERATOR, "1+1",
                        Peer.WHOLE_FILE, "1+0",
                        Peer.VECTOR_IO_ICEBERG, "1+0"));
    }

    @Test
    void icebergsReaderOnGcsNeedsOneGetHere(@TempDir Path folder) throws IOException {
        List<Peer> peers = List.of(Peer.ICEBERG, Peer.ICEBERG_ACCELERATOR, Peer.VECTOR_IO_ICEBERG);
        assertThat(CallsPerFile.of(StoreKind.GCS, Job.all(Reader.ROWS), peers, folder))
                .isEqualTo(Map.of(Peer.ICEBERG, "3+0", Peer.ICEBERG_ACCELERATOR, "2+0", Peer.VECTOR_IO_ICEBERG, "1+0"));
    }

    @Test
    void icebergsReaderOnAdlsNeedsOneGetHere(@TempDir Path folder) throws IOException {
        List<Peer> peers = List.of(Peer.ICEBERG, Peer.VECTOR_IO_ICEBERG);
        assertThat(CallsPerFile.of(StoreKind.ADLS, Job.all(Reader.ROWS), peers, folder))
                .isEqualTo(Map.of(Peer.ICEBERG, "4+0", Peer.VECTOR_IO_ICEBERG, "1+0"));
    }

    @Test
    void parquetJavaOnS3aNeedsOneGetHere(@TempDir Path folder) throws IOException {
        List<Peer> peers = List.of(Peer.S3A_CLASSIC, Peer.S3A_ACCELERATOR, Peer.VECTOR_IO_S3A, Peer.VECTOR_IO_PARQUET);
        assertThat(CallsPerFile.of(StoreKind.S3, Job.all(Reader.COLUMNS), peers, folder))
                .containsEntry(Peer.S3A_ACCELERATOR, "1+0")
                .containsEntry(Peer.VECTOR_IO_S3A, "1+0")
                .containsEntry(Peer.VECTOR_IO_PARQUET, "1+0");
    }
}
