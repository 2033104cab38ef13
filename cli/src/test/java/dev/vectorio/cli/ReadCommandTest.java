package dev.vectorio.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vectorio.cli.files.WorkloadFile;
import dev.vectorio.cli.files.WorkloadFiles;
import dev.vectorio.cli.values.ParquetValues;
import dev.vectorio.cli.values.ValueTotals;
import dev.vectorio.parquet.ColumnSelection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadCommandTest {
    private static final WorkloadFile WIDE = WorkloadFiles.wide().scaled(0.3);

    private final TestStore store = new TestStore();
    private final Path small;
    private final Path wide;

    ReadCommandTest(@TempDir Path folder) {
        this.small = folder.resolve("small.parquet");
        this.wide = folder.resolve("wide.parquet");
    }

    @BeforeAll
    void write() throws Exception {
        WorkloadFiles.small().write(small);
        WIDE.write(wide);
        store.put(small);
        store.put(wide);
    }

    @AfterAll
    void close() {
        store.close();
    }

    @Test
    void smallFileIsReadWithOneGetAndNothingElse() throws Exception {
        JsonNode json = store.run("read", "small.parquet", "--json").json();

        assertThat(store.log().records().size()).isEqualTo(1);
        assertThat(store.log().gets()).isEqualTo(1);
        assertThat(json.get("requests.get").asLong()).isEqualTo(1);
        assertThat(json.get("requests.head").asLong()).isZero();
        assertThat(json.get("bytes.fetched").asLong()).isEqualTo(Files.size(small));
        assertThat(json.get("rows").asLong()).isEqualTo(5_500);
        assertThat(json.get("checksum").asText()).isEqualTo(expected(small).checksumText());
    }

    @Test
    void jsonHasTheNamesThatTheManualLists() throws Exception {
        JsonNode json = store.run("read", "small.parquet", "--json").json();
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "uri",
                        "rows",
                        "values",
                        "checksum",
                        "requests.get",
                        "requests.head",
                        "requests.hedges",
                        "requests.hedgesWon",
                        "bytes.need",
                        "bytes.fetched",
                        "bytes.wasted",
                        "bytes.retried",
                        "amplification",
                        "maxInFlight",
                        "rounds",
                        "fetchMillis",
                        "wallMillis");
    }

    @Test
    void totalsAreThoseOfTheStoresOwnLog() throws Exception {
        JsonNode json = store.run("read", "wide.parquet", "--json", "--columns", "c010,c011,c150")
                .json();
        assertThat(json.get("requests.get").asLong()).isEqualTo(store.log().gets());
        assertThat(json.get("requests.head").asLong()).isEqualTo(store.log().heads());
        assertThat(json.get("bytes.fetched").asLong()).isEqualTo(store.log().bytesSent());
        assertThat(json.get("bytes.retried").asLong()).isZero();
        assertThat(json.get("bytes.wasted").asLong())
                .isEqualTo(json.get("bytes.fetched").asLong()
                        - json.get("bytes.need").asLong());
        assertThat(json.get("amplification").asDouble())
                .isEqualTo(
                        (double) json.get("bytes.fetched").asLong()
                                / json.get("bytes.need").asLong(),
                        Offset.offset(1e-6));
        assertThat(json.get("rounds").asLong()).isBetween(1L, 2L);
    }

    @Test
    void checksumIsTheSameForLocalFilesAndForThePlainWay() throws Exception {
        String s3 = checksum(store.run("read", "wide.parquet", "--json"));
        assertThat(s3).isEqualTo(expected(wide).checksumText());
        assertThat(checksum(store.run("read", "wide.parquet", "--json", "--plain")))
                .isEqualTo(s3);
        assertThat(checksum(Outcome.of("read", "file:" + wide, "--json"))).isEqualTo(s3);
        assertThat(checksum(Outcome.of("read", wide.toString(), "--json", "--plain")))
                .isEqualTo(s3);
    }

    @Test
    void onlyTheChosenColumnsAreFetchedAndDecoded() throws Exception {
        JsonNode json = store.run("read", "wide.parquet", "--json", "--columns", "c199,c000")
                .json();
        assertThat(json.get("values").asLong()).isEqualTo(2 * WIDE.rows());
        assertThat(store.log().bytesSent()).isLessThan(Files.size(wide) / 4);
    }

    @Test
    void onlyTheChosenRowGroupsAreFetchedAndDecoded() throws Exception {
        for (String plain : List.of("--plain", "--anonymous")) {
            JsonNode first = store.run("read", "wide.parquet", "--json", "--row-groups", "0-1,3", plain)
                    .json();
            assertThat(first.get("rows").asLong()).isEqualTo(3L * WIDE.rowsPerRowGroup());
            // the plain way does not know the choice and reads ahead a little into other row groups
            if (!plain.equals("--plain")) {
                assertThat(store.log().bytesSent()).isLessThan(Files.size(wide) / 2);
            }
            JsonNode rest = store.run("read", "wide.parquet", "--json", "--row-groups", "2,4-11", plain)
                    .json();
            long sum = Long.parseUnsignedLong(first.get("checksum").asText(), 16)
                    + Long.parseUnsignedLong(rest.get("checksum").asText(), 16);
            assertThat(sum)
                    .as("checksums of parts add up")
                    .isEqualTo(expected(wide).checksum());
        }
    }

    @Test
    void rowGroupsThatDoNotExistAreNamed() throws Exception {
        store.run("read", "wide.parquet", "--row-groups", "3-12").assertFails(1, "lake/wide.parquet", "12");
    }

    @Test
    void wrongLengthIsFoundOutWithoutWrongValues() throws Exception {
        for (String length : List.of("1", "100000", "999999999")) {
            JsonNode json = store.run("read", "wide.parquet", "--json", "--length", length)
                    .json();
            assertThat(json.get("checksum").asText()).isEqualTo(expected(wide).checksumText());
        }
        store.run("read", "wide.parquet", "--length", "100000", "--set", "vectorio.length-mismatch=fail")
                .assertFails(1, "lake/wide.parquet", "100000", Long.toString(Files.size(wide)));
    }

    @Test
    void optionsOfTheLibraryArePassedOn() throws Exception {
        JsonNode apart = store.run(
                        "read",
                        "wide.parquet",
                        "--json",
                        "--columns",
                        "c010,c012",
                        "--set",
                        "vectorio.max-gap-bytes=-1",
                        "--set",
                        "vectorio.audit-tag=nightly")
                .json();
        assertThat(apart.get("requests.get").asLong()).isEqualTo(1 + 2 * 12);
        assertThat(store.log().records().ofUserAgent("nightly").gets()).isEqualTo(1 + 2 * 12);
    }

    @Test
    void textNamesRequestsBytesAndTime() throws Exception {
        Outcome outcome = store.run("read", "small.parquet");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.out())
                .contains("s3://lake/small.parquet", "5,500", expected(small).checksumText(), "1 GETs, 0 HEADs");
    }

    @Test
    void nestedColumnsAreChosenByPathOrGroup() throws Exception {
        MessageType schema = MessageTypeParser.parseMessageType(
                "message m { required int64 a; optional group b { optional int32 c; optional int32 d; } }");
        MessageType leaf = MessageTypeParser.parseMessageType("message m { optional group b { optional int32 d; } }");
        MessageType group = MessageTypeParser.parseMessageType(
                "message m { optional group b { optional int32 c; optional int32 d; } }");
        assertThat(projected(schema, "b.d")).isEqualTo(leaf);
        assertThat(projected(schema, "b")).isEqualTo(group);
    }

    private static MessageType projected(MessageType schema, String column) throws Exception {
        return ColumnSelection.named("file", schema, List.of(column)).projection(schema);
    }

    private static String checksum(Outcome outcome) throws Exception {
        return outcome.json().get("checksum").asText();
    }

    private static ValueTotals expected(Path file) throws Exception {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            return ParquetValues.of(reader, schema);
        }
    }
}
