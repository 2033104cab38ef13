package dev.vectorio.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vectorio.store.SimulatedStore;
import dev.vectorio.store.StoreSettings;
import dev.vectorio.store.azure.AzureSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** parquet-java on a {@code Path} of {@code abfs} and {@code gs}; all counts are the store's own. */
@Timeout(120)
class ParquetOnOtherSchemesTest {
    private static final String ABFS = "abfs://lake@" + AzureSettings.EMULATOR_ACCOUNT + ".dfs.core.windows.net";
    private static final String GS = "gs://lake";
    private static final String KEY =
            Base64.getEncoder().encodeToString("the account's key, 32 bytes long".getBytes(StandardCharsets.US_ASCII));
    private static final int ROWS = 60_000;
    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message rows { required double a; "
            + "required double b; required double c; required double d; required double e; required double f; "
            + "required double g; required double h; required double i; required double j; }");
    private static final MessageType NARROW =
            MessageTypeParser.parseMessageType("message rows { required double b; required double i; }");

    private final SimulatedStore store = SimulatedStore.start(StoreSettings.defaults()
            .withAzure(AzureSettings.defaults()
                    .withKeys(Map.of(AzureSettings.EMULATOR_ACCOUNT, KEY))
                    .withAnonymousAllowed(false)));
    private final java.nio.file.Path local;
    private final Configuration conf = new Configuration();

    ParquetOnOtherSchemesTest(@TempDir java.nio.file.Path folder) {
        this.local = folder.resolve("rows.parquet");
    }

    @BeforeEach
    void writeFile() throws IOException {
        Random random = new Random(13);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(local))
                .withConf(new PlainParquetConfiguration())
                .withType(SCHEMA)
                .withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                .withDictionaryEncoding(false)
                .withRowGroupSize(1L << 20)
                .build()) {
            for (int row = 0; row < ROWS; row++) {
                Group group = new SimpleGroup(SCHEMA);
                for (int column = 0; column < SCHEMA.getFieldCount(); column++) {
                    group.add(column, random.nextDouble());
                }
                writer.write(group);
            }
        }
        store.putFile("lake", "rows.parquet", local);
        for (String scheme : new String[] {"abfs", "gs"}) {
            conf.set("fs." + scheme + ".impl", VectorIoFileSystem.class.getName());
            conf.set("fs.vectorio.wrapped." + scheme + ".impl", MemoryFileSystem.class.getName());
        }
        conf.set("fs.azure.account.key", KEY);
        conf.set("vectorio.adls.endpoint", store.uri().toString());
        conf.set("fs.gs.auth.type", "UNAUTHENTICATED");
        conf.set("fs.gs.storage.root.url", store.uri().toString());
    }

    @AfterEach
    void close() throws IOException {
        for (String uri : new String[] {ABFS, GS}) {
            new Path(uri + "/").getFileSystem(conf).close();
        }
        store.close();
    }

    private InputFile onPath(String uri) throws IOException {
        Path path = new Path(uri + "/rows.parquet");
        return HadoopInputFile.fromStatus(new FileStatus(Files.size(local), false, 1, 1, 7, path), conf);
    }

    private double sum(InputFile file, boolean vectored) throws IOException {
        double sum = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(
                file,
                HadoopReadOptions.builder(conf)
                        .withUseHadoopVectoredIo(vectored)
                        .build())) {
            reader.setRequestedSchema(NARROW);
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> records = new ColumnIOFactory()
                        .getColumnIO(NARROW, SCHEMA)
                        .getRecordReader(pages, new GroupRecordConverter(NARROW));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    Group group = records.read();
                    sum += group.getDouble(0, 0) + group.getDouble(1, 0);
                }
                pages.close();
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {ABFS, GS})
    void theEndOfTheFileComesInOneGet(String uri) throws Exception {
        ParquetFileReader.open(onPath(uri), HadoopReadOptions.builder(conf).build())
                .close();
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(store.log().heads()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {ABFS, GS})
    void valuesAreThoseOfTheLocalFile(String uri) throws Exception {
        double expected = sum(new LocalInputFile(local), false);
        assertThat(sum(onPath(uri), true)).isEqualTo(expected);
        long columns = Files.size(local) / SCHEMA.getFieldCount() * NARROW.getFieldCount();
        System.out.println(uri + ": " + store.log().gets() + " GETs, "
                + store.log().bytesSent() + " bytes for " + columns + " of " + Files.size(local));
        assertThat(store.log().heads()).isZero();
        assertThat(FileSystem.get(new Path(uri + "/").toUri(), conf)).isInstanceOf(VectorIoFileSystem.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {ABFS, GS})
    void serialReadsGiveTheSameValues(String uri) throws Exception {
        assertThat(sum(onPath(uri), false)).isEqualTo(sum(new LocalInputFile(local), false));
    }
}
