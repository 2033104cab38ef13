package dev.vectorio.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.Credentials;
import com.google.cloud.NoCredentials;
import com.google.cloud.storage.Storage;
import dev.vectorio.RangeReader;
import dev.vectorio.VectorIo;
import dev.vectorio.VectoredRead;
import dev.vectorio.buffer.RangeResult;
import dev.vectorio.model.ByteRange;
import dev.vectorio.model.ObjectLocation;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The backend as users get it: by the scheme of a location, from properties. */
class GcsBackendProviderTest {
    private static final ObjectLocation LOCATION = ObjectLocation.parse("gs://lake/t/part 0.parquet");

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final GoogleWriter writer = GoogleWriter.on(store.uri(), "lake");
    private final byte[] content = new byte[9_000_000];

    GcsBackendProviderTest() {
        new SplittableRandom(3).nextBytes(content);
        store.bucket("lake");
        writer.put(LOCATION.key(), content);
    }

    @AfterEach
    void closeAll() {
        writer.close();
        store.close();
    }

    private Map<String, String> properties() {
        return Map.of(
                "vectorio.gcs.endpoint",
                store.uri().toString(),
                "vectorio.gcs.anonymous",
                "true",
                "vectorio.audit-tag",
                "nightly",
                "vectorio.max-concurrent-requests",
                "5");
    }

    private void assertReads(VectorIo io) throws Exception {
        try (RangeReader reader = io.open(LOCATION)) {
            try (VectoredRead tail = reader.readTail(1_000)) {
                assertThat(bytes(tail.await().get(0))).isEqualTo(slice(content.length - 1_000, content.length));
            }
            List<ByteRange> ranges = List.of(ByteRange.between(4, 70_000), ByteRange.between(4_000_000, 8_000_001));
            try (VectoredRead read = reader.readVectored(ranges)) {
                List<RangeResult> results = read.await();
                assertThat(bytes(results.get(0))).isEqualTo(slice(4, 70_000));
                assertThat(bytes(results.get(1))).isEqualTo(slice(4_000_000, 8_000_001));
            }
        }
    }

    private byte[] slice(int from, int end) {
        return Arrays.copyOfRange(content, from, end);
    }

    private static byte[] bytes(RangeResult result) {
        ByteBuffer buffer = result.buffer();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    @Test
    void propertiesGiveReadsUnderOneGenerationWithTheAuditTag() throws Exception {
        try (VectorIo io = VectorIo.builder().properties(properties()).build()) {
            assertReads(io);
        }
        var gets = store.log().records().where(r -> r.facts().rangeHeader().isPresent());
        assertThat(gets.list()).allSatisfy(r -> {
            assertThat(r.status()).isEqualTo(206);
            assertThat(r.facts().userAgent()).startsWith("vector-io").contains("nightly");
        });
        assertThat(gets.list().get(0).facts().rangeHeader()).isEqualTo(Optional.of("bytes=-1048576"));
        assertThat(gets.list().get(0).facts().preconditions()).isEmpty();
        assertThat(gets.list().subList(1, gets.size()))
                .allSatisfy(r -> assertThat(r.facts().preconditions()).containsKey("ifgenerationmatch"));
        assertThat(store.log().records().heads()).isZero();
    }

    @Test
    void clientOrCredentialsMayBeAttached() throws Exception {
        try (VectorIo io =
                VectorIo.builder().attach(Storage.class, writer.client()).build()) {
            assertReads(io);
        }
        Map<String, String> endpoint =
                Map.of("vectorio.gcs.endpoint", store.uri().toString());
        try (VectorIo io = VectorIo.builder()
                .properties(endpoint)
                .attach(Credentials.class, NoCredentials.getInstance())
                .build()) {
            assertReads(io);
        }
    }

    @Test
    void attachmentsThatContradictPropertiesAreRefused() {
        for (VectorIo.Builder builder : List.of(
                VectorIo.builder().properties(properties()).attach(Storage.class, writer.client()),
                VectorIo.builder().properties(properties()).attach(Credentials.class, NoCredentials.getInstance()))) {
            try (VectorIo io = builder.build()) {
                assertThatThrownBy(() -> io.open(LOCATION))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("vectorio.gcs.");
            }
        }
    }

    @Test
    void unknownKeyIsRefused() {
        try (VectorIo io = VectorIo.builder()
                .properties(Map.of("vectorio.gcs.endpint", "http://127.0.0.1:1"))
                .build()) {
            assertThatThrownBy(() -> io.open(LOCATION))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("vectorio.gcs.endpint");
        }
    }
}
