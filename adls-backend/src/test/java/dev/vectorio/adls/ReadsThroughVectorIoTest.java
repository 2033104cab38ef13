package dev.vectorio.adls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.storage.blob.BlobClient;
import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectorIoOptions;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectReadException;
import dev.vectorio.model.ObjectReadException.Kind;
import dev.vectorio.model.VersionCheck;
import dev.vectorio.store.log.RequestRecords;
import dev.vectorio.store.object.SyntheticBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a reader's wishes become on the wire where there are no suffix ranges, and when a blob's metadata changes. */
class ReadsThroughVectorIoTest {
    private static final long LARGE = 20_000_000;

    private final SimulatedAccount account = new SimulatedAccount(true);
    private final TestContainer container =
            new TestContainer(account.store().uri(), SimulatedAccount.KEY, SimulatedAccount.CONTAINER);

    @AfterEach
    void closeStore() {
        account.close();
    }

    /** As users do it: no backend named, the provider found by the scheme. */
    private VectorIo io(VectorIoOptions options) {
        return VectorIo.builder()
                .properties(Map.of(
                        "vectorio.adls.endpoint",
                        account.store().uri().toString(),
                        "vectorio.adls.account-key",
                        SimulatedAccount.KEY))
                .options(options)
                .build();
    }

    private static byte[] tail(RangeReader reader, long bytes) throws IOException {
        try (VectoredRead read = reader.readTail(bytes)) {
            return bytes(read.await().get(0));
        }
    }

    private static byte[] read(RangeReader reader, long offset, long length) throws IOException {
        try (VectoredRead read = reader.readVectored(List.of(ByteRange.of(offset, length)))) {
            return bytes(read.await().get(0));
        }
    }

    private static byte[] bytes(RangeResult result) {
        ByteBuffer view = result.buffer();
        byte[] copy = new byte[view.remaining()];
        view.get(copy);
        return copy;
    }

    private RequestRecords requests(String key) throws InterruptedException {
        assertThat(account.store().log().awaitIdle(java.time.Duration.ofSeconds(5)))
                .isTrue();
        RequestRecords records = account.store().log().records().ofKey(key);
        assertThat(records.stream()
                        .map(r -> r.facts().rangeHeader().orElse(""))
                        .filter(range -> range.startsWith("bytes=-")))
                .as("suffix ranges on the wire")
                .isEmpty();
        return records;
    }

    @Test
    @DisplayName("B13 B30 a small blob of unknown length takes one GET, without a suffix range")
    void smallBlobOfUnknownLengthTakesOneGet() throws Exception {
        byte[] content = SimulatedAccount.content(300_000);
        account.store().put(SimulatedAccount.CONTAINER, "small", content);
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(SimulatedAccount.location("small"))) {
            assertThat(tail(reader, 65_536)).isEqualTo(Arrays.copyOfRange(content, 300_000 - 65_536, 300_000));
            assertThat(read(reader, 10, 1_000)).isEqualTo(Arrays.copyOfRange(content, 10, 1_010));
        }
        RequestRecords requests = requests("small");
        assertThat(requests.gets()).isEqualTo(1);
        assertThat(requests.heads()).isZero();
    }

    @Test
    @DisplayName("B13 B30 a large blob of unknown length takes that GET and one absolute tail GET")
    void largeBlobOfUnknownLengthTakesThatGetAndOneAbsoluteTailGet() throws Exception {
        account.store().putSynthetic(SimulatedAccount.CONTAINER, "large", LARGE, 7);
        SyntheticBytes content = new SyntheticBytes(LARGE, 7);
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(SimulatedAccount.location("large"))) {
            assertThat(tail(reader, 65_536)).isEqualTo(content.copy(LARGE - 65_536, 65_536));
        }
        RequestRecords requests = requests("large");
        assertThat(requests.gets()).isEqualTo(2);
        assertThat(requests.heads()).isZero();
        assertThat(requests.stream().map(r -> r.facts().rangeHeader().orElseThrow()))
                .first()
                .isEqualTo("bytes=0-1048575");
        assertThat(requests.list().get(1).facts().rangeHeader().orElseThrow()).endsWith("-" + (LARGE - 1));
        assertThat(requests.list().get(1).facts().preconditions()).containsKey("if-match");
    }

    private BlobClient blob(String name) {
        return container
                .client()
                .getBlobContainerClient(SimulatedAccount.CONTAINER)
                .getBlobClient(name);
    }

    @Test
    @DisplayName("B67 metadata that changes between two reads is another version")
    void metadataThatChangesBetweenReadsIsAnotherVersion() throws Exception {
        account.store().putSynthetic(SimulatedAccount.CONTAINER, "strict", LARGE, 7);
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(SimulatedAccount.location("strict"))) {
            read(reader, 0, 100);
            blob("strict").setMetadata(Map.of("colour", "red"));
            assertThatThrownBy(() -> read(reader, 10_000_000, 100))
                    .isInstanceOfSatisfying(ObjectReadException.class, e -> {
                        assertThat(e.kind()).isEqualTo(Kind.OBJECT_CHANGED);
                        assertThat(e).hasMessageContaining("strict");
                    });
        }
    }

    @Test
    @DisplayName("B67 version-check=warn and off read on after a change of metadata")
    void versionCheckWarnAndOffReadOn() throws Exception {
        SyntheticBytes content = new SyntheticBytes(LARGE, 7);
        for (VersionCheck check : List.of(VersionCheck.WARN, VersionCheck.OFF)) {
            String name = "metadata-" + check;
            account.store().putSynthetic(SimulatedAccount.CONTAINER, name, LARGE, 7);
            try (VectorIo io = io(VectorIoOptions.defaults().withVersionCheck(check));
                    RangeReader reader = io.open(SimulatedAccount.location(name))) {
                read(reader, 0, 100);
                blob(name).setMetadata(Map.of("colour", "red"));
                assertThat(read(reader, 10_000_000, 100)).isEqualTo(content.copy(10_000_000, 100));
            }
        }
        assertThat(requests("metadata-OFF").stream().map(r -> r.facts().preconditions()))
                .as("conditions sent with version-check=off")
                .allMatch(conditions -> !conditions.containsKey("if-match"));
    }

    @Test
    void blobDeletedBetweenReadsIsGone() throws Exception {
        account.store().putSynthetic(SimulatedAccount.CONTAINER, "deleted", LARGE, 7);
        try (VectorIo io = io(VectorIoOptions.defaults());
                RangeReader reader = io.open(SimulatedAccount.location("deleted"))) {
            read(reader, 0, 100);
            account.store().delete(SimulatedAccount.CONTAINER, "deleted");
            assertThatThrownBy(() -> read(reader, 10_000_000, 100))
                    .isInstanceOfSatisfying(
                            ObjectReadException.class,
                            e -> assertThat(e.kind()).isIn(Kind.NOT_FOUND, Kind.OBJECT_CHANGED));
        }
    }

    @Test
    void theAuditTagIsInTheUserAgentOfEveryRequest() throws Exception {
        account.store().putSynthetic(SimulatedAccount.CONTAINER, "tagged", LARGE, 7);
        try (VectorIo io = io(VectorIoOptions.defaults().withAuditTag("nightly-job"));
                RangeReader reader = io.open(SimulatedAccount.location("tagged"))) {
            tail(reader, 100);
            assertThat(reader.metadata().join().length()).isEqualTo(LARGE);
        }
        assertThat(requests("tagged").stream().map(r -> r.facts().userAgent()))
                .allMatch(agent -> agent.startsWith("vector-io/")
                        && agent.contains("nightly-job")
                        && agent.contains("azsdk-java"));
    }
}
