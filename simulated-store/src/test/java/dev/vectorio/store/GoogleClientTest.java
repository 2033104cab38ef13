package dev.vectorio.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.cloud.NoCredentials;
import com.google.cloud.ReadChannel;
import com.google.cloud.WriteChannel;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobListOption;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.Storage.BlobTargetOption;
import com.google.cloud.storage.Storage.BlobWriteOption;
import com.google.cloud.storage.Storage.ComposeRequest;
import com.google.cloud.storage.Storage.CopyRequest;
import com.google.cloud.storage.StorageException;
import com.google.cloud.storage.StorageOptions;
import dev.vectorio.store.fault.Fault;
import dev.vectorio.store.fault.FaultRule;
import dev.vectorio.store.fault.RequestMatch;
import dev.vectorio.store.request.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real client on the GCS dialect: what it writes, it reads, lists, copies and deletes. */
class GoogleClientTest {
    private static final String BUCKET = "google-bucket";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final Storage storage = StorageOptions.http()
            .setHost(store.uri().toString())
            .setProjectId("simulated")
            .setCredentials(NoCredentials.getInstance())
            .build()
            .getService();

    @BeforeEach
    void makeBucket() {
        assertThat(storage.create(BucketInfo.of(BUCKET)).getName()).isEqualTo(BUCKET);
    }

    @AfterEach
    void closeAll() throws Exception {
        storage.close();
        store.close();
    }

    private static BlobInfo info(String name) {
        return BlobInfo.newBuilder(BUCKET, name).build();
    }

    private static byte[] bytes(int length) {
        return ObjectReadsTest.randomBytes(length, length);
    }

    @Test
    void objectWrittenAtOnceIsRead() {
        byte[] content = bytes(100_000);
        BlobInfo wanted = BlobInfo.newBuilder(BUCKET, "dir/a b+c%.bin")
                .setContentType("application/x-test")
                .setMetadata(Map.of("who", "me"))
                .build();
        Blob written = storage.create(wanted, content);
        assertThat(written.getSize()).isEqualTo(100_000);
        assertThat(storage.readAllBytes(wanted.getBlobId())).isEqualTo(content);
        Blob read = storage.get(wanted.getBlobId());
        assertThat(read.getGeneration()).isEqualTo(written.getGeneration());
        assertThat(read.getContentType()).isEqualTo("application/x-test");
        assertThat(read.getMetadata()).containsEntry("who", "me");
        assertThat(read.getMd5()).isNotEmpty();
        assertThat(read.getCrc32c()).isEqualTo(written.getCrc32c());
    }

    @Test
    void resumableUploadInChunksIsRead() throws IOException {
        byte[] content = bytes(1_000_000);
        try (WriteChannel channel = storage.writer(info("resumable"))) {
            channel.setChunkSize(256 << 10);
            ByteBuffer source = ByteBuffer.wrap(content);
            while (source.hasRemaining()) {
                assertThat(channel.write(source)).isPositive();
            }
        }
        assertThat(storage.readAllBytes(BlobId.of(BUCKET, "resumable"))).isEqualTo(content);
        assertThat(store.log().records().of(Operation.UPLOAD).size())
                .as("one request to begin, four chunks")
                .isEqualTo(5);
        try (WriteChannel empty = storage.writer(info("empty"))) {
            assertThat(empty.isOpen()).isTrue();
        }
        assertThat(storage.readAllBytes(BlobId.of(BUCKET, "empty"))).isEmpty();
    }

    @Test
    void interruptedChunkIsResumedByTheClient() throws IOException {
        byte[] content = bytes(600_000);
        RequestMatch chunks = RequestMatch.operation(Operation.UPLOAD).method("PUT");
        store.faults()
                .add(FaultRule.when(chunks, Fault.error(503, "backendError")).once());
        try (WriteChannel channel = storage.writer(info("interrupted"))) {
            channel.setChunkSize(256 << 10);
            ByteBuffer source = ByteBuffer.wrap(content);
            while (source.hasRemaining()) {
                assertThat(channel.write(source)).isPositive();
            }
        }
        assertThat(storage.readAllBytes(BlobId.of(BUCKET, "interrupted"))).isEqualTo(content);
    }

    @Test
    void channelReadsARange() throws IOException {
        byte[] content = bytes(50_000);
        Blob blob = storage.create(info("range"), content);
        try (ReadChannel channel = blob.reader()) {
            channel.setChunkSize(0);
            channel.seek(1_000);
            channel.limit(3_000);
            ByteBuffer read = ByteBuffer.allocate(4_000);
            while (channel.read(read) >= 0) {
                assertThat(read.position()).isLessThanOrEqualTo(2_000);
            }
            assertThat(Arrays.copyOf(read.array(), read.position()))
                    .isEqualTo(Arrays.copyOfRange(content, 1_000, 3_000));
        }
    }

    @Test
    void listingRollsUpAndPages() {
        for (String name : List.of("a", "dir/1", "dir/2", "dir/sub/3", "z")) {
            storage.create(info(name), bytes(3));
        }
        List<String> all = new ArrayList<>();
        storage.list(BUCKET, BlobListOption.pageSize(2)).iterateAll().forEach(b -> all.add(b.getName()));
        assertThat(all).containsExactly("a", "dir/1", "dir/2", "dir/sub/3", "z");
        List<String> one = new ArrayList<>();
        storage.list(BUCKET, BlobListOption.prefix("dir/"), BlobListOption.currentDirectory())
                .iterateAll()
                .forEach(b -> one.add(b.getName()));
        assertThat(one).containsExactlyInAnyOrder("dir/1", "dir/2", "dir/sub/");
    }

    @Test
    void deletedObjectsAreGoneOneByOneAndInABatch() {
        for (String name : List.of("x", "y/1", "y/2")) {
            storage.create(info(name), bytes(3));
        }
        assertThat(storage.delete(BlobId.of(BUCKET, "x"))).isTrue();
        assertThat(storage.delete(BlobId.of(BUCKET, "x"))).isFalse();
        List<Boolean> deleted =
                storage.delete(List.of(BlobId.of(BUCKET, "y/1"), BlobId.of(BUCKET, "none"), BlobId.of(BUCKET, "y/2")));
        assertThat(deleted).containsExactly(true, false, true);
        assertThat(storage.get(BlobId.of(BUCKET, "y/1"))).isNull();
        assertThat(storage.list(BUCKET).iterateAll()).isEmpty();
    }

    @Test
    void copiesAndComposedObjectsHaveTheBytes() {
        byte[] first = bytes(1_000);
        byte[] second = bytes(2_000);
        storage.create(info("one"), first);
        storage.create(info("two"), second);
        CopyRequest request = CopyRequest.of(BlobId.of(BUCKET, "one"), BlobId.of(BUCKET, "copy/of one"));
        assertThat(storage.copy(request).getResult().getSize()).isEqualTo(1_000);
        assertThat(storage.readAllBytes(BlobId.of(BUCKET, "copy/of one"))).isEqualTo(first);
        Blob composed = storage.compose(ComposeRequest.of(BUCKET, List.of("one", "two"), "both"));
        assertThat(composed.getMd5()).isNull();
        byte[] both = storage.readAllBytes(BlobId.of(BUCKET, "both"));
        assertThat(Arrays.copyOf(both, 1_000)).isEqualTo(first);
        assertThat(Arrays.copyOfRange(both, 1_000, 3_000)).isEqualTo(second);
    }

    @Test
    void conditionsAreEnforcedOnWritesReadsAndDeletes() {
        Blob blob = storage.create(info("k"), bytes(10), BlobTargetOption.doesNotExist());
        assertRefused(412, () -> storage.create(info("k"), bytes(11), BlobTargetOption.doesNotExist()));
        long stale = blob.getGeneration() + 1_000;
        assertRefused(412, () -> storage.readAllBytes(blob.getBlobId(), BlobSourceOption.generationMatch(stale)));
        assertRefused(412, () -> storage.delete(info("k").getBlobId(), BlobSourceOption.generationMatch(stale)));
        assertRefused(404, () -> storage.readAllBytes(BlobId.of(BUCKET, "none")));
        assertRefused(404, () -> storage.readAllBytes(BlobId.of("no-bucket", "none")));
    }

    private static void assertRefused(int code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StorageException.class, e -> assertThat(e.getCode()).isEqualTo(code));
    }

    @Test
    void objectUnderACustomerKeyIsWrittenAndRead() {
        String key = Base64.getEncoder()
                .encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
        storage.create(info("secret"), bytes(100), BlobTargetOption.encryptionKey(key));
        BlobId id = BlobId.of(BUCKET, "secret");
        assertRefused(400, () -> storage.readAllBytes(id));
        assertThat(storage.readAllBytes(id, BlobSourceOption.decryptionKey(key)))
                .isEqualTo(bytes(100));
    }

    @Test
    void contentIsReadWithItsRightChecksum() throws IOException {
        try (WriteChannel channel = storage.writer(info("checked"), BlobWriteOption.doesNotExist())) {
            assertThat(channel.write(ByteBuffer.wrap(bytes(77)))).isEqualTo(77);
        }
        assertThat(storage.get(BUCKET, "checked").getContent()).isEqualTo(bytes(77));
    }
}
