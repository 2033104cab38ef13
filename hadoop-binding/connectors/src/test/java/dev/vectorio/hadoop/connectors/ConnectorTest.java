package dev.vectorio.hadoop.connectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vectorio.hadoop.VectorIoFileSystem;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The connectors write, list and rename through the wrapping file system; reads are vector-io's: through its own client with
 * the connector's keys, or through the connector's reads at positions.
 */
@Timeout(120)
class ConnectorTest {
    private static final String ACCOUNT = AzureSettings.EMULATOR_ACCOUNT;
    private static final String HOST = ACCOUNT + ".dfs.core.windows.net";
    private static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));
    private static final String ABFS = "abfs://lake@" + HOST;
    private static final String GS = "gs://lake";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withAzure(AzureSettings.defaults().withKeys(Map.of(ACCOUNT, KEY)).withAnonymousAllowed(false)));
    private final byte[] content = new byte[6 << 20];

    ConnectorTest() {
        new Random(9).nextBytes(content);
        store.bucket("lake");
    }

    @AfterEach
    void close() {
        store.close();
    }

    private FileSystem files(String uri, String client, Map<String, String> keys) throws IOException {
        Configuration conf = new Configuration();
        conf.set("vectorio.hadoop.client", client);
        keys.forEach(conf::set);
        VectorIoFileSystem files = new VectorIoFileSystem();
        files.initialize(URI.create(uri), conf);
        return files;
    }

    private Map<String, String> keysOf(String root) {
        return root.equals(ABFS) ? abfsKeys() : gsKeys();
    }

    private Map<String, String> abfsKeys() {
        return Map.of(
                "fs.azure.account.key." + HOST,
                KEY,
                "fs.azure.abfs.endpoint",
                store.uri().getAuthority(),
                "fs.azure.always.use.https",
                "false",
                // without TLS the connector's other library has no socket factory and refuses to start
                "fs.azure.networking.library",
                "JDK_HTTP_URL_CONNECTION",
                "fs.azure.account.hns.enabled",
                "true");
    }

    private Map<String, String> gsKeys() {
        return Map.of(
                // Hadoop's defaults for its own connector, which this one does not understand
                "fs.gs.block.size",
                Integer.toString(64 << 20),
                "fs.vectorio.wrapped.gs.impl",
                "com.google.cloud.hadoop.fs.gcs.GoogleHadoopFileSystem",
                "fs.gs.auth.type",
                "UNAUTHENTICATED",
                "fs.gs.project.id",
                "project",
                "fs.gs.storage.root.url",
                store.uri().toString());
    }

    /**
     * @param client who reads
     * @return user agents of the reads
     */
    private List<String> writeListAndRead(String root, String client, Map<String, String> keys) throws Exception {
        try (FileSystem files = files(root, client, keys)) {
            writeListAndRead(files, root);
        }
        List<String> agents = store.log().records().stream()
                .filter(record ->
                        record.method().equals("GET") && record.facts().key().matches("t/(written|renamed)"))
                .map(record -> record.facts().userAgent())
                .toList();
        assertThat(agents).isNotEmpty();
        return agents;
    }

    private void writeListAndRead(FileSystem files, String root) throws Exception {
        Path written = new Path(root + "/t/written");
        files.mkdirs(written.getParent());
        try (FSDataOutputStream out = files.create(written, true)) {
            out.write(content);
        }
        Path renamed = written;
        if (root.equals(ABFS)) { // the store does not know the call with which the other one renames
            renamed = new Path(root + "/t/renamed");
            assertThat(files.rename(written, renamed)).isTrue();
        }
        FileStatus[] listed = files.listStatus(written.getParent());
        assertThat(listed).hasSize(1);
        assertThat(listed[0].getLen()).isEqualTo(content.length);
        store.log().clear();
        try (FSDataInputStream in = FutureIO.awaitFuture(
                files.openFile(renamed).withFileStatus(listed[0]).build())) {
            readRanges(in);
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        assertThat(store.log().heads()).isZero();
        Path missing = new Path(root + "/t/missing");
        assertThatThrownBy(() -> files.open(missing).close()).isInstanceOf(FileNotFoundException.class);
    }

    private void readRanges(FSDataInputStream in) throws Exception {
        List<FileRange> wanted = IntStream.range(0, 8)
                .mapToObj(i -> FileRange.createFileRange(i * 700_000L, 3_000))
                .toList();
        in.readVectored(wanted, ByteBuffer::allocate);
        for (FileRange range : wanted) {
            byte[] bytes = new byte[range.getLength()];
            range.getData().get(20, TimeUnit.SECONDS).get(bytes);
            int from = (int) range.getOffset();
            assertThat(bytes).isEqualTo(Arrays.copyOfRange(content, from, from + bytes.length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ABFS, GS})
    void readsAreThoseOfTheOwnClientWithTheConnectorsKeysAndEndpoint(String root) throws Exception {
        assertThat(writeListAndRead(root, "auto", keysOf(root))).allMatch(agent -> agent.contains("vector-io"));
    }

    @ParameterizedTest
    @ValueSource(strings = {ABFS, GS})
    void readsAreThoseOfTheConnectorWhereThatIsAskedFor(String root) throws Exception {
        assertThat(writeListAndRead(root, "wrapped", keysOf(root))).noneMatch(agent -> agent.contains("vector-io"));
    }
}
