package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code abfs} and {@code gs} through this library's own clients, with the keys of Hadoop's connectors. */
@Timeout(60)
class OwnClientsOfOtherStoresTest {
    private static final String ACCOUNT = AzureSettings.EMULATOR_ACCOUNT;
    private static final String HOST = ACCOUNT + ".dfs.core.windows.net";
    private static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withAzure(AzureSettings.defaults().withKeys(Map.of(ACCOUNT, KEY)).withAnonymousAllowed(false)));
    private final byte[] content = new byte[6 << 20];

    OwnClientsOfOtherStoresTest() {
        new Random(9).nextBytes(content);
        store.put("lake", "t/object", content);
    }

    // what the wrapped file system would read is something else
    @BeforeEach
    void putOther() {
        MemoryFileSystem.FILES.put("/t/object", new byte[content.length]);
        MemoryFileSystem.gate = new CountDownLatch(0);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static FileSystem files(String uri, Map<String, String> properties) throws IOException {
        Configuration conf = new Configuration();
        conf.set("fs.vectorio.wrapped." + URI.create(uri).getScheme() + ".impl", MemoryFileSystem.class.getName());
        properties.forEach(conf::set);
        VectorIoFileSystem files = new VectorIoFileSystem();
        files.initialize(URI.create(uri), conf);
        return files;
    }

    private FSDataInputStream open(FileSystem files, String uri) throws IOException {
        Path path = new Path(uri + "/t/object");
        FileStatus status = new FileStatus(content.length, false, 1, 1, 7, path);
        return FutureIO.awaitFuture(files.openFile(path).withFileStatus(status).build());
    }

    private void readAll(FileSystem files, String uri) throws Exception {
        List<FileRange> wanted = IntStream.range(0, 8)
                .mapToObj(i -> FileRange.createFileRange(i * 700_000L, 3_000))
                .toList();
        try (FSDataInputStream in = open(files, uri)) {
            in.readVectored(wanted, ByteBuffer::allocate);
            for (FileRange range : wanted) {
                byte[] bytes = new byte[range.getLength()];
                range.getData().get(20, TimeUnit.SECONDS).get(bytes);
                int from = (int) range.getOffset();
                assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, from, from + bytes.length));
            }
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(store.log().heads()).isZero();
        assertThat(store.log().gets()).isPositive();
    }

    @Test
    void abfsReadsWithTheAccountKeyOfTheConnector() throws Exception {
        String uri = "abfs://lake@" + HOST;
        Map<String, String> keys = Map.of(
                "fs.azure.account.key." + HOST,
                KEY,
                "vectorio.adls.endpoint",
                store.uri().toString());
        try (FileSystem files = files(uri, keys)) {
            readAll(files, uri);
        }
    }

    @Test
    void abfsWithAnotherKeyIsRefusedByTheStoreAndNotReadAsAnybodyElse() throws Exception {
        String uri = "abfs://lake@" + HOST;
        String other = Base64.getEncoder().encodeToString(new byte[32]);
        Map<String, String> keys = Map.of(
                "fs.azure.account.key." + HOST,
                other,
                "vectorio.adls.endpoint",
                store.uri().toString());
        try (FileSystem files = files(uri, keys);
                FSDataInputStream in = open(files, uri)) {
            assertThatThrownBy(in::read).isInstanceOf(AccessDeniedException.class);
        }
    }

    @Test
    void gsReadsWithTheTypeOfCredentialsOfTheConnector() throws Exception {
        String uri = "gs://lake";
        Map<String, String> keys = Map.of(
                "fs.gs.auth.type",
                "UNAUTHENTICATED",
                "fs.gs.storage.root.url",
                store.uri().toString());
        try (FileSystem files = files(uri, keys)) {
            readAll(files, uri);
        }
    }

    @Test
    void credentialsThatAreNotUnderstoodAreReadByTheWrappedFileSystem() throws Exception {
        String uri = "abfs://lake@" + HOST;
        try (FileSystem files = files(uri, Map.of("fs.azure.account.auth.type", "OAuth"));
                FSDataInputStream in = open(files, uri)) {
            assertThat(in.readAllBytes()).isEqualTo(new byte[content.length]);
        }
        assertThat(store.log().arrived()).isZero();
    }
}
