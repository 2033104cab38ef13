package dev.vectorio.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.sun.net.httpserver.HttpServer;
import dev.vectorio.parquet.EngineLease;
import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.http.AnswerGate;
import dev.vectorio.store.s3.S3Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.StorageCredential;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objenesis.strategy.StdInstantiatorStrategy;

/** Life, identity and everything that is not a read. */
@Timeout(60)
class VectorIoFileIOTest {
    private static final String FILE = "s3://lake/t/file";

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults());
    private final byte[] content = new byte[50_000];
    private final List<FileIO> opened = new ArrayList<>();

    VectorIoFileIOTest() {
        new Random(8).nextBytes(content);
        store.put("lake", "t/file", content);
    }

    @AfterEach
    void close() {
        opened.forEach(FileIO::close);
        store.close();
        assertThat(EngineLease.engines()).isZero();
    }

    private VectorIoFileIO io(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>(Lake.s3(store));
        properties.putAll(more);
        VectorIoFileIO io = (VectorIoFileIO)
                CatalogUtil.loadFileIO(VectorIoFileIO.class.getName(), properties, new Configuration(false));
        opened.add(io);
        return io;
    }

    private static byte[] read(InputFile file) throws IOException {
        try (SeekableInputStream in = file.newStream()) {
            return in.readAllBytes();
        }
    }

    private <T extends FileIO> T opened(T io) {
        opened.add(io);
        return io;
    }

    @Test
    void survivesJavaSerialization() throws Exception {
        VectorIoFileIO io = io(Map.of("vectorio.max-gap-bytes", "1M"));
        Configuration conf = new Configuration(false);
        conf.set("some.key", "some value");
        io.setConf(conf);
        io.setCredentials(List.of(StorageCredential.create("s3://lake/x", Map.of("s3.access-key-id", "k"))));
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(io);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            VectorIoFileIO there = opened((VectorIoFileIO) in.readObject());
            assertThat(there.properties()).isEqualTo(io.properties());
            assertThat(there.credentials()).isEqualTo(io.credentials());
            assertThat(Objects.requireNonNull(there.getConf()).get("some.key")).isEqualTo("some value");
            assertThat(read(there.newInputFile(FILE))).isEqualTo(content);
        }
    }

    @Test
    void survivesKryo() throws IOException {
        VectorIoFileIO io = io(Map.of());
        io.setCredentials(List.of(StorageCredential.create("s3://lake/x", Map.of("s3.access-key-id", "k"))));
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        Kryo kryo = new Kryo();
        kryo.setInstantiatorStrategy(new Kryo.DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output out = new Output(bytes)) {
            kryo.writeClassAndObject(out, io);
        }
        try (Input in = new Input(bytes.toByteArray())) {
            VectorIoFileIO there = opened((VectorIoFileIO) kryo.readClassAndObject(in));
            assertThat(there.properties()).isEqualTo(io.properties());
            assertThat(there.credentials()).isEqualTo(io.credentials());
            assertThat(read(there.newInputFile(FILE))).isEqualTo(content);
        }
    }

    @Test
    void equalPropertiesShareAnEngineWhichEndsWithTheLast() throws IOException {
        VectorIoFileIO first = io(Map.of());
        VectorIoFileIO second = io(Map.of());
        read(first.newInputFile(FILE));
        read(second.newInputFile(FILE));
        assertThat(EngineLease.engines()).isEqualTo(1);
        VectorIoFileIO other = io(Map.of("vectorio.max-gap-bytes", "1M"));
        read(other.newInputFile(FILE));
        assertThat(EngineLease.engines()).isEqualTo(2);
        other.close();
        first.close();
        assertThat(EngineLease.engines()).isEqualTo(1);
        second.close();
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void anEngineIsNeverClosedUnderAStream() throws IOException {
        VectorIoFileIO io = io(Map.of());
        InputFile file = io.newInputFile(FILE, content.length);
        try (SeekableInputStream in = file.newStream()) {
            assertThat(in.read()).isEqualTo(content[0] & 0xFF);
            io.close();
            assertThat(in.readAllBytes()).hasSize(content.length - 1);
            assertThat(EngineLease.engines()).isEqualTo(1);
        }
        assertThat(EngineLease.engines()).isZero();
        // a file that was made before may still be opened
        assertThat(read(file)).isEqualTo(content);
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void writesDeletesAndListsThroughTheOneBehind() throws IOException {
        VectorIoFileIO io = io(Map.of());
        for (int i = 0; i < 3; i++) {
            try (OutputStream out = io.newOutputFile("s3://lake/w/" + i).create()) {
                out.write(content, 0, 100 + i);
            }
        }
        assertThat(StreamSupport.stream(io.listPrefix("s3://lake/w/").spliterator(), false)
                        .map(FileInfo::size))
                .containsExactlyInAnyOrder(100L, 101L, 102L);
        io.deleteFile("s3://lake/w/0");
        io.deleteFiles(List.of("s3://lake/w/1"));
        assertThat(io.newInputFile("s3://lake/w/0").exists()).isFalse();
        assertThat(io.newInputFile("s3://lake/w/1").exists()).isFalse();
        io.deletePrefix("s3://lake/w/");
        assertThat(io.newInputFile("s3://lake/w/2").exists()).isFalse();
    }

    @Test
    void anotherClassMayBeBehind() throws IOException {
        VectorIoFileIO io = io(Map.of("vectorio.iceberg.delegate-io-impl", S3FileIO.class.getName()));
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        try (OutputStream out = io.newOutputFile("s3://lake/w/x").create()) {
            out.write(content);
        }
        assertThat(read(io.newInputFile("s3://lake/w/x"))).isEqualTo(content);
    }

    @Test
    void filesElsewhereAreReadByTheOneBehind() throws IOException {
        Path local = Files.createTempFile("vector-io", ".bin");
        Files.write(local, content);
        assertThat(read(io(Map.of()).newInputFile(local.toString()))).isEqualTo(content);
        Files.delete(local);
    }

    @Test
    void switchedOffTheOneBehindReads() throws IOException {
        VectorIoFileIO io = io(Map.of("vectorio.enabled", "false"));
        assertThat(io.newInputFile(FILE).getClass().getName()).startsWith("org.apache.iceberg.aws");
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void whatIsNotUnderstoodIsReadByTheOneBehind() throws IOException {
        VectorIoFileIO io = io(Map.of("s3.cross-region-access-enabled", "true"));
        assertThat(read(io.newInputFile(FILE))).isEqualTo(content);
        assertThat(EngineLease.engines()).isZero();
    }

    @Test
    void unknownAndMalformedKeysAreErrorsWithKeyAndValue() {
        assertThatThrownBy(() -> io(Map.of("vectorio.max-gap-bytes", "much")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.max-gap-bytes")
                .hasMessageContaining("much");
        assertThatThrownBy(() -> io(Map.of("vectorio.gpa", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.gpa");
        assertThatThrownBy(() -> io(Map.of("vectorio.iceberg.delegate", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.iceberg.delegate=x");
        assertThatThrownBy(() -> io(Map.of("vectorio.iceberg.look-ahead-files", "-1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vectorio.iceberg.look-ahead-files=-1");
    }

    @Test
    void vendedCredentialsOfTheLongestPrefixRead() throws IOException {
        store.close();
        Map<String, String> secrets = Map.of("table", "s1", "part", "s2");
        try (SimulatedStore checked = SimulatedStore.start(StoreSettings.defaults()
                        .withS3(S3Settings.defaults().withSecrets(secrets).withAnonymousAllowed(false)));
                VectorIoFileIO io = new VectorIoFileIO()) {
            checked.put("lake", "t/a", content);
            checked.put("lake", "t/part/b", content);
            checked.put("lake", "other/c", content);
            io.initialize(Lake.s3(checked));
            io.setCredentials(List.of(
                    StorageCredential.create("s3://lake/t", keys("table", "s1")),
                    StorageCredential.create("s3://lake/t/part", keys("part", "s2"))));
            assertThat(read(io.newInputFile("s3://lake/t/a"))).isEqualTo(content);
            assertThat(read(io.newInputFile("s3://lake/t/part/b", content.length)))
                    .isEqualTo(content);
            assertThatThrownBy(() -> read(io.newInputFile("s3://lake/other/c")))
                    .isInstanceOf(AccessDeniedException.class);
            assertThat(checked.log().records().ofKey("t/part/b"))
                    .allMatch(record -> record.facts().accessKeyId().equals("part"));
            assertThat(checked.log().records().ofKey("t/a"))
                    .allMatch(record -> record.facts().accessKeyId().equals("table"));
            // the one behind has them too
            assertThat(io.newInputFile("s3://lake/t/a").exists()).isTrue();
            assertThat(checked.log().records().ofKey("t/a"))
                    .allMatch(record -> record.facts().accessKeyId().equals("table"));
        }
    }

    private static SimulatedStore checking(Map<String, String> secrets) {
        return SimulatedStore.start(StoreSettings.defaults()
                .withS3(S3Settings.defaults().withSecrets(secrets).withAnonymousAllowed(false)));
    }

    @Test
    void aProviderOfCredentialsThatTheUserNamesReads() throws IOException {
        Map<String, String> properties = new HashMap<>();
        try (SimulatedStore checked = checking(Map.of(OwnProvider.ID, OwnProvider.SECRET));
                VectorIoFileIO io = new VectorIoFileIO()) {
            checked.put("lake", "t/a", content);
            properties.putAll(Lake.s3(checked));
            properties.put("client.credentials-provider", OwnProvider.class.getName());
            io.initialize(properties);
            assertThat(io.newInputFile("s3://lake/t/a")).isInstanceOf(IcebergInputFile.class);
            assertThat(read(io.newInputFile("s3://lake/t/a"))).isEqualTo(content);
            assertThat(EngineLease.engines()).isEqualTo(1);
        }
    }

    @Test
    void credentialsAreFetchedWhereTheCatalogSays() throws IOException {
        HttpServer catalog = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        catalog.createContext("/credentials", exchange -> {
            byte[] answer =
                    ("{\"storage-credentials\":[{\"prefix\":\"s3://lake\",\"config\":{\"s3.access-key-id\":\"vended\","
                                    + "\"s3.secret-access-key\":\"s\",\"s3.session-token\":\"t\",\"s3.session-token-expires-at-ms\":\""
                                    + (System.currentTimeMillis() + 3_600_000) + "\"}}]}")
                            .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        catalog.start();
        String address = "http://127.0.0.1:" + catalog.getAddress().getPort();
        try (SimulatedStore checked = checking(Map.of("vended", "s"));
                VectorIoFileIO io = new VectorIoFileIO()) {
            checked.put("lake", "t/a", content);
            Map<String, String> properties = new HashMap<>(Lake.s3(checked));
            properties.put("uri", address);
            properties.put("client.refresh-credentials-endpoint", "/credentials");
            io.initialize(properties);
            assertThat(read(io.newInputFile("s3://lake/t/a", content.length))).isEqualTo(content);
            assertThat(checked.log().records().ofKey("t/a"))
                    .allMatch(record -> record.facts().accessKeyId().equals("vended"));
        } finally {
            catalog.stop(0);
        }
    }

    private static Map<String, String> keys(String id, String secret) {
        return Map.of("s3.access-key-id", id, "s3.secret-access-key", secret);
    }

    @Test
    void anEncryptedFileIsNotReadWithoutItsKey() {
        DataFile encrypted = DataFiles.builder(PartitionSpec.unpartitioned())
                .withPath(FILE)
                .withFormat("parquet")
                .withFileSizeInBytes(content.length)
                .withRecordCount(1)
                .withEncryptionKeyMetadata(ByteBuffer.wrap(new byte[] {1}))
                .build();
        assertThatThrownBy(() -> io(Map.of()).newInputFile(encrypted))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Cannot decrypt data file");
    }

    @Test
    void filesOfABurstAreFetchedAheadOnceTheFirstIsOpened() throws Exception {
        int files = 8;
        VectorIoFileIO io = io(Map.of());
        List<InputFile> burst = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            store.put("lake", "b/" + i, content);
            burst.add(io.newInputFile("s3://lake/b/" + i, content.length));
        }
        assertThat(store.log().arrived()).isZero();
        AnswerGate.Hold held = store.holdAnswers();
        try (SeekableInputStream in = burst.get(0).newStream()) {
            // nobody has opened the others: all are asked for before the first answer
            assertThat(store.log().awaitInFlight(files, Duration.ofSeconds(20))).isTrue();
            held.release();
            assertThat(in.readAllBytes()).isEqualTo(content);
        }
        for (InputFile file : burst.subList(1, files)) {
            assertThat(read(file)).isEqualTo(content);
        }
        assertThat(store.log().gets()).isEqualTo(files);
        assertThat(store.log().heads()).isZero();
    }

    @Test
    void filesOfABurstAreNotFetchedAheadIfThatIsSwitchedOff() throws IOException {
        VectorIoFileIO io = io(Map.of("vectorio.iceberg.look-ahead-files", "0"));
        InputFile first = io.newInputFile(FILE, content.length);
        store.put("lake", "b/1", content);
        InputFile second = io.newInputFile("s3://lake/b/1", content.length);
        assertThat(read(first)).isEqualTo(content);
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(read(second)).isEqualTo(content);
    }

    @Test
    void filesOpenedOneByOneAreNotFetchedAhead() throws IOException {
        store.put("lake", "b/0", content);
        store.put("lake", "b/1", content);
        VectorIoFileIO io = io(Map.of());
        assertThat(read(io.newInputFile("s3://lake/b/0", content.length))).isEqualTo(content);
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(read(io.newInputFile("s3://lake/b/1", content.length))).isEqualTo(content);
        assertThat(store.log().gets()).isEqualTo(2);
    }
}
